/** The tabs of a customer's page in their order (spec 002 §2), and who sees them. */
import { canManageUsersOf } from "./access/permissions.ts";
import type { ActorRole } from "./access/types.ts";

export const CUSTOMER_TABS = ["details", "facilities", "users", "serviceTiers"] as const;
export type CustomerTab = (typeof CUSTOMER_TABS)[number];

/** Details for everyone who may see the customer; facilities, people and tiers for those who manage them. */
export const customerTabs = (
  actor: { role: ActorRole; customerId: number | null },
  customerId: number,
): CustomerTab[] => (canManageUsersOf(actor, customerId) ? [...CUSTOMER_TABS] : ["details"]);
