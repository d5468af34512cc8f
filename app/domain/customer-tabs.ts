/** The tabs of a customer's page in their order (spec 002 §2), and who sees them. */
import { canManageCustomers, canManageUsersOf } from "./access/permissions.ts";
import type { ActorRole } from "./access/types.ts";

export const CUSTOMER_TABS = ["details", "facilities", "users", "serviceTiers"] as const;
export type CustomerTab = (typeof CUSTOMER_TABS)[number];

/**
 * Superusers have all of them. An admin reads the details and facilities of their own customer and manages its people; the
 * service tiers are the provider's alone. An oem_superuser reads the details.
 */
export function customerTabs(
  actor: { role: ActorRole; customerId: number | null },
  customerId: number,
): readonly CustomerTab[] {
  if (canManageCustomers(actor)) return CUSTOMER_TABS;
  return canManageUsersOf(actor, customerId) ? ["details", "facilities", "users"] : ["details"];
}
