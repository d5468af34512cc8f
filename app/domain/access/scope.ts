/**
 * What exists for an actor (CONTRACT §7). Every query on tenant data starts from one of these scopes;
 * db/scopes.ts turns them into SQL. What is outside a scope is answered like what does not exist.
 */
import type { Actor, Make } from "./types.ts";

export type MachineScope =
  | AnyMachineScope
  /** One machine, as long as it is in the other scope. */
  | { kind: "one"; id: number; of: AnyMachineScope };
type AnyMachineScope =
  | { kind: "all" }
  | { kind: "make"; make: Make }
  | { kind: "customer"; customerId: number }
  | { kind: "facilities"; facilityIds: readonly number[] }
  | { kind: "facilities_of_make"; facilityIds: readonly number[]; make: Make }
  | { kind: "none" };

/** Customers, their facilities and users. */
export type TenantScope =
  | { kind: "all" }
  | { kind: "customer"; customerId: number }
  | { kind: "none" };

type ScopedMachine = {
  id: number;
  make: string;
  facilityId: number | null;
  customerId: number | null;
  /** It, or its facility, is out of service. */
  isRetired: boolean;
};

/**
 * The machines that exist for an actor. Unconfigured ones (no facility) exist for superuser and oem_superuser only, retired
 * ones for superusers only.
 */
export function machineScope(actor: Actor): MachineScope {
  const of = everyMachineOf(actor);
  return actor.onlyMachineId === undefined ? of : { kind: "one", id: actor.onlyMachineId, of };
}

function everyMachineOf(actor: Actor): AnyMachineScope {
  switch (actor.role) {
    case "superuser":
      return { kind: "all" };
    case "oem_superuser":
      return actor.make === null ? { kind: "none" } : { kind: "make", make: actor.make };
    case "admin":
      return actor.customerId === null
        ? { kind: "none" }
        : { kind: "customer", customerId: actor.customerId };
    case "user":
      return actor.facilityIds.length === 0
        ? { kind: "none" }
        : { kind: "facilities", facilityIds: actor.facilityIds };
    case "display":
      return displayScope(actor);
  }
}

/** A display shows the machines of its facilities; one that an OEM superuser paired, of that make only. */
function displayScope({ facilityIds, make }: Actor): AnyMachineScope {
  if (facilityIds.length === 0) return { kind: "none" };
  return make === null
    ? { kind: "facilities", facilityIds }
    : { kind: "facilities_of_make", facilityIds, make };
}

/** Lists of machines leave out simulated ones for everyone but superusers. */
export const listsSimulated = ({ role }: Actor): boolean => role === "superuser";
/** Those who commission machines have the unconfigured ones in their lists. */
export const listsUnconfigured = ({ role }: Actor): boolean =>
  role === "superuser" || role === "oem_superuser";

/** The same rule as the SQL, for one machine at hand. */
export function isMachineInScope(scope: MachineScope, machine: ScopedMachine): boolean {
  if (scope.kind === "one") return machine.id === scope.id && isMachineInScope(scope.of, machine);
  if (machine.isRetired && scope.kind !== "all") return false;
  switch (scope.kind) {
    case "all":
      return true;
    case "make":
      return machine.make === scope.make;
    case "customer":
      return machine.customerId === scope.customerId;
    case "facilities":
      return machine.facilityId !== null && scope.facilityIds.includes(machine.facilityId);
    case "facilities_of_make":
      return (
        machine.make === scope.make &&
        machine.facilityId !== null &&
        scope.facilityIds.includes(machine.facilityId)
      );
    case "none":
      return false;
  }
}

/** The customers that exist for an actor: all for the provider's staff, else their own; none for a display. */
export function customerScope(actor: Actor): TenantScope {
  if (actor.role === "display") return { kind: "none" };
  if (actor.role === "superuser" || actor.role === "oem_superuser") return { kind: "all" };
  return actor.customerId === null
    ? { kind: "none" }
    : { kind: "customer", customerId: actor.customerId };
}

/** "open": all that are not closed. */
export type FacilityScope =
  | TenantScope
  | { kind: "open" }
  | { kind: "facilities"; facilityIds: readonly number[] };

/**
 * The facilities that exist for an actor: those assigned to a user or a display, all of the customer to an admin. Closed
 * ones exist for superusers only.
 */
export function facilityScope(actor: Actor): FacilityScope {
  if (actor.role === "user" || actor.role === "display")
    return actor.facilityIds.length === 0
      ? { kind: "none" }
      : { kind: "facilities", facilityIds: actor.facilityIds };
  return actor.role === "oem_superuser" ? { kind: "open" } : customerScope(actor);
}
