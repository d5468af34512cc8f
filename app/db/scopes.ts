/** The scopes of domain/access as SQL conditions. */
import { and, eq, isNotNull, isNull, not, or, sql, type SQL } from "drizzle-orm";
import {
  isProvider,
  opensWithoutTier,
  TIER_CHECKS,
  type TierCheck,
} from "#app/domain/access/permissions.ts";
import {
  listsSimulated,
  listsUnconfigured,
  machineScope,
  type FacilityScope,
  type MachineScope,
  type TenantScope,
} from "#app/domain/access/scope.ts";
import type { Actor, ActorRole } from "#app/domain/access/types.ts";
import { customers, devices, facilities, serviceTiers } from "./schema/index.ts";

const NOTHING = sql`0`;
/** One bound parameter however many ids: D1 allows a hundred. */
const inList = (
  column: typeof devices.facilityId | typeof facilities.id,
  ids: readonly number[],
): SQL => sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;

/** Neither the machine nor its facility is out of service: a condition on devices joined with their facilities. */
export const inService = and(isNull(devices.retiredAt), isNull(facilities.retiredAt))!;

/** The same of one machine, as a condition of any statement. */
export const isInService = (deviceId: number): SQL =>
  sql`exists (select 1 from devices d left join facilities f on f.id = d.facility_id
    where d.id = ${deviceId} and d.retired_at is null and f.retired_at is null)`;

/** Condition on devices joined with their facilities. */
export function machinesInScope(scope: MachineScope): SQL | undefined {
  if (scope.kind === "all") return undefined;
  if (scope.kind === "one") return and(eq(devices.id, scope.id), machinesInScope(scope.of));
  return and(machinesOf(scope), inService);
}

function machinesOf(scope: Exclude<MachineScope, { kind: "all" | "one" }>): SQL | undefined {
  switch (scope.kind) {
    case "make":
      return eq(devices.make, scope.make);
    case "customer":
      return eq(facilities.customerId, scope.customerId);
    case "facilities":
      return inList(devices.facilityId, scope.facilityIds);
    case "facilities_of_make":
      return and(eq(devices.make, scope.make), inList(devices.facilityId, scope.facilityIds));
    case "none":
      return NOTHING;
  }
}

/** The machines that lists show to an actor: a condition on devices joined with their facilities. */
export const machinesListed = (actor: Actor): SQL | undefined =>
  and(
    machinesInScope(machineScope(actor)),
    inService,
    listsUnconfigured(actor) ? undefined : isNotNull(devices.facilityId),
    listsSimulated(actor) ? undefined : sql`substr(${devices.serialNumber}, -4) <> '_SIM'`,
  );

/** The machines out of service that exist for an actor: superusers'. */
export const machinesRetired = (actor: Actor): SQL | undefined =>
  and(machinesInScope(machineScope(actor)), not(inService));

/** passesTier as a condition on devices joined with their service tiers. */
export function machinesOpen(actor: { role: ActorRole }, check: TierCheck): SQL | undefined {
  if (isProvider(actor)) return undefined;
  const byFlag = and(serviceTiers.ui, or(...TIER_CHECKS[check].map((flag) => serviceTiers[flag])));
  return opensWithoutTier(check) ? or(isNull(devices.serviceTierId), byFlag) : byFlag;
}

export function customersInScope(scope: TenantScope): SQL | undefined {
  if (scope.kind === "all") return undefined;
  return scope.kind === "none" ? NOTHING : eq(customers.id, scope.customerId);
}

/** Closed ones exist for superusers, who see all. */
export const facilitiesInScope = (scope: FacilityScope): SQL | undefined =>
  scope.kind === "all" ? undefined : and(facilitiesOf(scope), isNull(facilities.retiredAt));

function facilitiesOf(scope: FacilityScope): SQL | undefined {
  switch (scope.kind) {
    case "all":
    case "open":
      return undefined;
    case "customer":
      return eq(facilities.customerId, scope.customerId);
    case "facilities":
      return inList(facilities.id, scope.facilityIds);
    case "none":
      return NOTHING;
  }
}
