import type { Actor } from "#app/domain/access/types.ts";
import { isCustomerLogo, type CustomerLogo } from "#app/domain/customer-logos.ts";
import { listCustomers } from "#app/features/organizations/list-customers.server.ts";
import { errorText, log } from "#app/platform/log.ts";
import type { Deps } from "#app/platform/context.server.ts";

/** The first customer's logo for everyone but superusers (spec 000 §2). A failure costs the logo and nothing else. */
export async function findCustomerLogo(
  { db }: Pick<Deps, "db">,
  actor: Actor,
): Promise<CustomerLogo | null> {
  if (actor.role === "superuser") return null;
  try {
    const [first] = await listCustomers({ db, actor });
    return isCustomerLogo(first?.logo) ? first.logo : null;
  } catch (error) {
    log({
      event: "request_failed",
      requestId: crypto.randomUUID(),
      method: "GET",
      path: "customer logo",
      error: errorText(error),
    });
    return null;
  }
}
