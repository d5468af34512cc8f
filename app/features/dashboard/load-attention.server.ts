import type { Db } from "#app/db/client.server.ts";
import { passesTier, type TierFlags } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { alarmNameIn } from "#app/domain/alarms/silence-name.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { minOf } from "#app/domain/extremes.ts";
import type { AlarmsOn } from "#app/domain/alarms/alarms-on.ts";
import { listTriggeredAlarms } from "#app/features/alarms/list-triggered-alarms.server.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import {
  countRecommendedMaintenances,
  listRecommendedMaintenances,
  type WorkCount,
} from "#app/features/maintenance/list-recommended-maintenances.server.ts";
import { listFacilityChoices } from "./facility-choice.server.ts";
import {
  ATTENTION_ROWS,
  type AlarmRow,
  type Attention,
  type AttentionTable,
  type MachineCounts,
  type WorkLock,
} from "./fleet-types.ts";
import { countAlarms } from "./count-alarms.ts";
import type { Counts } from "./need.ts";
import { machinesOf } from "./shown-machines.ts";

type Deps = { db: Db; actor: Actor; now: number };
type Shown = { id: number; name: string };

/** Asked for beside the fleet, so that both leave in one round trip. */
export const readAttention = (deps: Deps, locale: Locale) =>
  Promise.all([
    listRecommendedMaintenances(deps, { locale }),
    readTriggered(deps, locale),
    countRecommendedMaintenances(deps),
  ]);

/** Where an alarm is on or work is overdue, by machine, without the rows of either. */
export async function readCounts(deps: Deps): Promise<Counts> {
  const [alarms, works] = await Promise.all([
    listTriggeredAlarms(deps),
    countRecommendedMaintenances(deps),
  ]);
  return countsOf(alarms, works);
}

const countsOf = (
  alarms: Parameters<typeof countAlarms>[0],
  works: readonly WorkCount[],
): Record<number, MachineCounts> =>
  countAlarms(
    alarms,
    Object.fromEntries(
      works.filter(({ overdue }) => overdue > 0).map((each) => [each.deviceId, each]),
    ),
  );

const readTriggered = async (deps: Deps, locale: Locale) =>
  (await listTriggeredAlarms(deps, { order: "urgent" })).map((alarm) => ({
    ...alarm,
    name: alarmNameIn(locale, alarm.name),
  }));

/** The most urgent work and alarms of the machines that the dashboard shows, by the names that it shows; every row of `all`. What is shelved is listed and not counted. Of a large fleet's work not all is read, and all is counted. */
export function attentionOf(
  [maintenances, alarms, works]: Awaited<ReturnType<typeof readAttention>>,
  machines: readonly Shown[],
  { now, all = null }: { now: number; all?: string | null },
): Attention {
  const names = new Map(machines.map(({ id, name }) => [id, name]));
  const first = <Row extends { deviceId: number }>(table: AttentionTable, rows: readonly Row[]) => {
    const shown = rows.flatMap((row) => {
      const deviceName = names.get(row.deviceId);
      return deviceName === undefined ? [] : [{ ...row, deviceName }];
    });
    return { rows: table === all ? shown : shown.slice(0, ATTENTION_ROWS), total: shown.length };
  };
  const sumOf = (key: "total" | "snoozed") =>
    works.filter(({ deviceId }) => names.has(deviceId)).reduce((sum, each) => sum + each[key], 0);
  return {
    maintenances: {
      ...first("maintenances", maintenances),
      ...{ total: sumOf("total"), snoozed: sumOf("snoozed") },
    },
    alarms: { ...first("alarms", alarms), ...alarmsOnOf(alarms, names, now) },
    counts: countsOf(alarms, works),
  };
}

const alarmsOnOf = (
  alarms: readonly Pick<AlarmRow, "deviceId" | "shelvedUntil">[],
  names: ReadonlyMap<number, string>,
  now: number,
): AlarmsOn => {
  const shown = alarms.filter(({ deviceId }) => names.has(deviceId));
  const returns = shown.flatMap(({ shelvedUntil }) => shelvedUntil ?? []);
  return {
    on: shown.length - returns.length,
    nextReturnMs: returns.length === 0 ? null : minOf(returns)! - now,
  };
};

/** As many are named. */
const LOCKED_NAMES = 3;

/** Of which of the machines that are shown the service tiers lack maintenance; null: of none. */
export function workLockOf(
  actor: Actor,
  machines: readonly { name: string; serviceTier: TierFlags | null }[],
  /** The first tier that has it. */
  needed: string | null,
): WorkLock | null {
  const lacking = machines.filter(
    ({ serviceTier }) => !passesTier(actor, serviceTier, "accessMaintenances"),
  );
  if (lacking.length === 0) return null;
  return {
    needed,
    machines: lacking.length,
    names: lacking.slice(0, LOCKED_NAMES).map(({ name }) => name),
    isAll: lacking.length === machines.length,
  };
}

/** The alarms alone, for a dashboard that is open. */
export async function loadShownAlarms(deps: Deps, locale: Locale): Promise<Attention["alarms"]> {
  const [alarms, machines, facilities] = await Promise.all([
    readTriggered(deps, locale),
    listMachines(deps),
    listFacilityChoices(deps),
  ]);
  return attentionOf([[], alarms, []], machinesOf(facilities, machines), { now: deps.now }).alarms;
}
