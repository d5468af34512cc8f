/** What an actor may do (spec 000 §6, spec 001 §6, spec 002 §6). Pure questions, asked by use cases, guards and screens. */
import { AppError } from "#app/domain/errors.ts";
import { CUSTOMER_ROLES, type ActorRole, type Role } from "./types.ts";

type HasRole = { role: ActorRole };
type Member = HasRole & { customerId: number | null };

/** The roles of the specification's admin check, for access rules. */
export const ADMINS = ["admin", "superuser"] as const satisfies readonly Role[];
export const isAdmin = (actor: HasRole): boolean =>
  actor.role === "admin" || actor.role === "superuser";
/** The provider's own staff. */
export const isProvider = (actor: HasRole): boolean =>
  actor.role === "superuser" || actor.role === "oem_superuser";
/** The provider's own staff, for access rules. */
export const PROVIDERS = ["superuser", "oem_superuser"] as const satisfies readonly Role[];
/** Admin check or the second elevated role: measures, maintenance actions, samplers. */
export const PRIVILEGED = [
  "admin",
  "superuser",
  "oem_superuser",
] as const satisfies readonly Role[];
export const isPrivileged = (actor: HasRole): boolean =>
  isAdmin(actor) || actor.role === "oem_superuser";

export const canUseDemoMode = (actor: HasRole): boolean => actor.role === "superuser";
/** What became of mails and text messages, of whomever they were for. */
export const canReadOutbox = (actor: HasRole): boolean => actor.role === "superuser";
/** What was done: everything to superusers, what is their customer's to its admins. */
export const canReadAudit = (actor: HasRole): boolean => isAdmin(actor);
export const canShowSlideshow = (actor: HasRole): boolean => isPrivileged(actor);
export const canConfigureMachine = (actor: HasRole): boolean => isPrivileged(actor);
export const canManageSamplers = (actor: HasRole): boolean => isPrivileged(actor);
/** KiwiPlan values show on machines that have the flag, to superusers always. */
export const canSeeKiwiplan = (actor: HasRole, machine: { kiwiplan: boolean }): boolean =>
  machine.kiwiplan || actor.role === "superuser";
export const canManageCustomers = (actor: HasRole): boolean => actor.role === "superuser";
/** Superusers manage everyone, admins the people of their own customer. */
export const canManageUsersOf = (actor: Member, customerId: number | null): boolean =>
  actor.role === "superuser" ||
  (actor.role === "admin" && customerId !== null && actor.customerId === customerId);

/** Nobody goes between a customer and the provider: what an account of this role can become. */
export const rolesToGive = (role: Role): readonly Role[] =>
  CUSTOMER_ROLES.some((each) => each === role) ? CUSTOMER_ROLES : PROVIDERS;

export const TIER_FLAGS = [
  "ui",
  "reports",
  "reportsUnlimited",
  "ad",
  "adAdv",
  "events",
  "maintenance",
  "maintenanceUnlimited",
] as const;
export type TierFlag = (typeof TIER_FLAGS)[number];
export type TierFlags = Record<TierFlag, boolean>;

/** Any one of the flags opens the feature, if the tier has the ui flag. */
export const TIER_CHECKS = {
  generateReport: ["reports", "reportsUnlimited"],
  unlimitedReport: ["reportsUnlimited"],
  accessAnomalyExplorer: ["ad", "adAdv"],
  accessEvents: ["events"],
  accessMaintenances: ["maintenance", "maintenanceUnlimited"],
  unlimitedMaintenances: ["maintenanceUnlimited"],
} as const satisfies Record<string, readonly TierFlag[]>;
export type TierCheck = keyof typeof TIER_CHECKS;
/** Open on a machine that has no tier at all (spec 001 §6). */
export const opensWithoutTier = (check: TierCheck): boolean => check === "accessEvents";

/** Whether a machine's service tier opens a feature to an actor. The provider's staff pass every check. */
export function passesTier(actor: HasRole, tier: TierFlags | null, check: TierCheck): boolean {
  if (isProvider(actor)) return true;
  if (tier === null) return opensWithoutTier(check);
  return tier.ui && TIER_CHECKS[check].some((flag) => tier[flag]);
}

/** Refuses what a machine's service tier does not open to an actor. */
export function requireTier(
  actor: HasRole,
  machine: { serviceTier: TierFlags | null },
  check: TierCheck,
): void {
  if (passesTier(actor, machine.serviceTier, check)) return;
  throw new AppError("forbidden", {
    message:
      "The machine's service tier does not include this. Please contact sales for an upgrade.",
  });
}
