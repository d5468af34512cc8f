import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { withinMs } from "#app/domain/within.ts";
import { forEachBounded } from "#app/storage/bounded.ts";
import { listMachines } from "./list-machines.server.ts";
import { LISTED_METRICS, type ListedValues, type MachineRow } from "./machine-row.ts";

const MACHINES_AT_ONCE = 32;
const PATIENCE_MS = 3_000;

/** The actor's machines by name; `comments`: numbers of comments by machine. */
export async function loadMachineRows(
  deps: { db: Db; actor: Actor },
  comments: Promise<Record<number, number> | null>,
  filter: { isRetired: boolean },
): Promise<MachineRow[]> {
  const [machines, counts] = await Promise.all([listMachines(deps, filter), comments]);
  return machines.map(
    ({ id, name, serialNumber, manufacturerSerialNumber, make, model, facility }) => ({
      id,
      name,
      serialNumber,
      manufacturerSerialNumber,
      make,
      model,
      comments: counts?.[id] ?? 0,
      facility: facility && {
        id: facility.id,
        name: facility.name,
        city: facility.city,
        state: facility.state,
        timezone: facility.timezone,
      },
    }),
  );
}

/** Newest state and speed of these machines; one whose recorder fails, or takes too long, is left out. */
export async function loadListedValues(
  { recorder }: { recorder: (deviceId: number) => Pick<RecorderPort, "latest"> },
  deviceIds: readonly number[],
): Promise<ListedValues> {
  const values: ListedValues = {};
  await forEachBounded(deviceIds, MACHINES_AT_ONCE, async (deviceId) => {
    const asked = recorder(deviceId)
      .latest([...LISTED_METRICS])
      .catch(() => null);
    const samples = await withinMs(PATIENCE_MS, asked);
    if (samples === null) return;
    values[deviceId] = Object.fromEntries(
      LISTED_METRICS.flatMap((metric) => {
        const sample = samples[metric];
        if (sample === undefined) return [];
        return [
          [metric, { value: sample.value, timeMs: sample.timeMs, adFlag: sample.adFlag ?? null }],
        ];
      }),
    );
  });
  return values;
}
