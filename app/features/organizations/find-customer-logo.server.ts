import { eq } from "drizzle-orm";
import { customers } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { isCustomerLogo, type CustomerLogo } from "#app/domain/customer-logos.ts";
import { listCustomers } from "./list-customers.server.ts";
import { errorText, log } from "#app/platform/log.ts";
import type { Deps } from "#app/platform/context.server.ts";

/** Whose the logo is nobody could say (`isLogoUnread`): the product's own stands in for it, and the page tells so. */
type FoundLogo = { logo: CustomerLogo | null; isLogoUnread: boolean };

/** The first customer's logo for everyone but superusers (spec 000 §2). A failure costs the logo and nothing else. */
export async function findCustomerLogo({ db }: Pick<Deps, "db">, actor: Actor): Promise<FoundLogo> {
  if (actor.role === "superuser") return { logo: null, isLogoUnread: false };
  try {
    // A display may list no customer; its own is where it hangs.
    const [first] =
      actor.role === "display" && actor.customerId !== null
        ? await db
            .select({ logo: customers.logo })
            .from(customers)
            .where(eq(customers.id, actor.customerId))
        : await listCustomers({ db, actor });
    return { logo: isCustomerLogo(first?.logo) ? first.logo : null, isLogoUnread: false };
  } catch (error) {
    log({
      event: "request_failed",
      requestId: crypto.randomUUID(),
      method: "GET",
      path: "customer logo",
      error: errorText(error),
    });
    return { logo: null, isLogoUnread: true };
  }
}
