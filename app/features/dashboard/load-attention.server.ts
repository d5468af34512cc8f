import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { listTriggeredAlarms } from "#app/features/alarms/list-triggered-alarms.server.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import { listRecommendedMaintenances } from "#app/features/maintenance/list-recommended-maintenances.server.ts";
import { listFacilityChoices } from "./facility-choice.server.ts";
import { ATTENTION_ROWS, type Attention } from "./fleet-types.ts";
import { machinesOf } from "./shown-machines.ts";

type Deps = { db: Db; actor: Actor; now: number };
type Shown = { id: number; name: string };

/** Asked for beside the fleet, so that both leave in one round trip. */
export const readAttention = (deps: Deps, locale: Locale) =>
  Promise.all([listRecommendedMaintenances(deps, { locale }), listTriggeredAlarms(deps)]);

/** The most urgent work and the newest alarms of the machines that the dashboard shows, by the names that it shows. */
export function attentionOf(
  [maintenances, alarms]: Awaited<ReturnType<typeof readAttention>>,
  machines: readonly Shown[],
): Attention {
  const names = new Map(machines.map(({ id, name }) => [id, name]));
  const first = <Row extends { deviceId: number }>(rows: readonly Row[]) => {
    const shown = rows.flatMap((row) => {
      const deviceName = names.get(row.deviceId);
      return deviceName === undefined ? [] : [{ ...row, deviceName }];
    });
    return { rows: shown.slice(0, ATTENTION_ROWS), total: shown.length };
  };
  return { maintenances: first(maintenances), alarms: first(alarms) };
}

/** The alarms alone, for a dashboard that is open. */
export async function loadShownAlarms(deps: {
  db: Db;
  actor: Actor;
}): Promise<Attention["alarms"]> {
  const [alarms, machines, facilities] = await Promise.all([
    listTriggeredAlarms(deps),
    listMachines(deps),
    listFacilityChoices(deps),
  ]);
  return attentionOf([[], alarms], machinesOf(facilities, machines)).alarms;
}
