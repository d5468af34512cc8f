import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { withinMs } from "#app/domain/within.ts";
import type { GatheredRecorder } from "#app/platform/gathered-recorder.ts";
import { forEachBounded } from "#app/storage/bounded.ts";
import { loadStateSince, type SinceDeps } from "./load-machine-frame.server.ts";
import { listMachines } from "./list-machines.server.ts";
import { LISTED_METRICS, type ListedValues, type MachineRow } from "./machine-row.ts";

const MACHINES_AT_ONCE = 32;
const PATIENCE_MS = 3_000;

/** Machines' numbers, by machine; null where they could not be read. */
type Counts = Promise<Record<number, number> | null>;

/** The actor's machines by name, with how many comments and alarms that are on each has. */
export async function loadMachineRows(
  deps: { db: Db; actor: Actor },
  { comments, alarmsOn }: { comments: Counts; alarmsOn: Counts },
  filter: { isRetired: boolean },
): Promise<MachineRow[]> {
  const [machines, commented, alarmed] = await Promise.all([
    listMachines(deps, filter),
    comments,
    alarmsOn,
  ]);
  return machines.map(
    ({ id, name, serialNumber, manufacturerSerialNumber, make, model, retiredAt, facility }) => ({
      id,
      name,
      serialNumber,
      manufacturerSerialNumber,
      make,
      model,
      comments: commented?.[id] ?? 0,
      alarmsOn: alarmed?.[id] ?? 0,
      retiredAt,
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

/** Newest state, since when, and speed of these machines; one whose recorder fails, or takes too long, is left out. */
export async function loadListedValues(
  deps: SinceDeps & { recorder: (deviceId: number) => Pick<GatheredRecorder, "latestWithPast"> },
  deviceIds: readonly number[],
): Promise<ListedValues> {
  const values: ListedValues = {};
  await forEachBounded(deviceIds, MACHINES_AT_ONCE, async (deviceId) => {
    const asked = Promise.all([
      deps.recorder(deviceId).latestWithPast([...LISTED_METRICS]),
      // Without it the state is told all the same.
      loadStateSince(deps, deviceId).catch(() => ({ since: null })),
    ]).catch(() => null);
    const answer = await withinMs(PATIENCE_MS, asked);
    if (answer === null) return;
    const [samples, { since }] = answer;
    const newest = Object.fromEntries(
      LISTED_METRICS.flatMap((metric) => {
        const sample = samples[metric];
        if (sample === undefined) return [];
        return [
          [metric, { value: sample.value, timeMs: sample.timeMs, adFlag: sample.adFlag ?? null }],
        ];
      }),
    );
    values[deviceId] = { ...newest, since };
  });
  return values;
}
