import type { Actor } from "~/domain/access/types";
import { isCustomerLogo, type CustomerLogo } from "~/domain/customer-logos";
import { listCustomers } from "~/features/organizations/list-customers.server";
import { errorText, log } from "../../workers/log.ts";
import type { Deps } from "./context.server";

/** The first customer's logo for everyone but superusers (spec 000 §2). A failure costs the logo and nothing else. */
export async function findCustomerLogo({ db }: Pick<Deps, "db">, actor: Actor): Promise<CustomerLogo | null> {
  if (actor.role === "superuser") return null;
  try {
    const [first] = await listCustomers({ db, actor });
    return isCustomerLogo(first?.logo) ? first.logo : null;
  } catch (error) {
    log({ event: "request_failed", requestId: crypto.randomUUID(), method: "GET", path: "customer logo", error: errorText(error) });
    return null;
  }
}
