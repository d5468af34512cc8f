import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { alarmNameIn } from "#app/domain/alarms/silence-name.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { minOf } from "#app/domain/extremes.ts";
import type { AlarmsOn } from "#app/domain/alarms/alarms-on.ts";
import { listTriggeredAlarms } from "#app/features/alarms/list-triggered-alarms.server.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import { listRecommendedMaintenances } from "#app/features/maintenance/list-recommended-maintenances.server.ts";
import { listFacilityChoices } from "./facility-choice.server.ts";
import {
  ATTENTION_ROWS,
  type AlarmRow,
  type Attention,
  type AttentionTable,
  type MachineCounts,
} from "./fleet-types.ts";
import { NO_COUNTS } from "./need.ts";
import { machinesOf } from "./shown-machines.ts";

type Deps = { db: Db; actor: Actor; now: number };
type Shown = { id: number; name: string };

/** Asked for beside the fleet, so that both leave in one round trip. */
export const readAttention = (deps: Deps, locale: Locale) =>
  Promise.all([listRecommendedMaintenances(deps, { locale }), readTriggered(deps, locale)]);

const readTriggered = async (deps: Deps, locale: Locale) =>
  (await listTriggeredAlarms(deps, { order: "urgent" })).map((alarm) => ({
    ...alarm,
    name: alarmNameIn(locale, alarm.name),
  }));

/** The most urgent work and alarms of the machines that the dashboard shows, by the names that it shows; every row of `all`. What is shelved is listed and not counted. */
export function attentionOf(
  [maintenances, alarms]: Awaited<ReturnType<typeof readAttention>>,
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
  const counts: Record<number, MachineCounts> = {};
  const count = (deviceId: number, key: keyof MachineCounts) => {
    const held = (counts[deviceId] ??= { ...NO_COUNTS });
    held[key] += 1;
  };
  for (const { deviceId, shelvedUntil } of alarms)
    if (shelvedUntil === null) count(deviceId, "alarms");
  for (const { deviceId, status } of maintenances)
    if (status === "overdue") count(deviceId, "overdue");
  return {
    maintenances: first("maintenances", maintenances),
    alarms: { ...first("alarms", alarms), ...alarmsOnOf(alarms, names, now) },
    counts,
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

/** The alarms alone, for a dashboard that is open. */
export async function loadShownAlarms(deps: Deps, locale: Locale): Promise<Attention["alarms"]> {
  const [alarms, machines, facilities] = await Promise.all([
    readTriggered(deps, locale),
    listMachines(deps),
    listFacilityChoices(deps),
  ]);
  return attentionOf([[], alarms], machinesOf(facilities, machines), { now: deps.now }).alarms;
}
