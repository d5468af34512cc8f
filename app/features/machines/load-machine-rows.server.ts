import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import type { GatheredRecorder } from "#app/platform/gathered-recorder.ts";
import { answersById } from "#app/storage/bounded.ts";
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
      alarmsOn: alarmed === null ? null : (alarmed[id] ?? 0),
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

type ListedDeps = SinceDeps & {
  recorder: (deviceId: number) => Pick<GatheredRecorder, "latest" | "latestWithPast">;
};
type Asked = {
  /** Whether it is asked since when the state is, too. */
  withSince?: boolean;
  /** So long it is waited for all of them together. */
  patienceMs?: number | undefined;
};

/** Newest state, since when, and speed of these machines; one whose recorder fails, or takes too long, is left out. */
export async function loadListedValues(
  deps: ListedDeps,
  deviceIds: readonly number[],
  { withSince = true, patienceMs }: Asked = {},
): Promise<ListedValues> {
  const patience = { atOnce: MACHINES_AT_ONCE, eachMs: PATIENCE_MS, allMs: patienceMs };
  return Object.fromEntries(
    await answersById(deviceIds, patience, (id) => askOne(deps, id, withSince)),
  );
}

async function askOne(
  deps: ListedDeps,
  deviceId: number,
  withSince: boolean,
): Promise<ListedValues[number]> {
  const recorder = deps.recorder(deviceId);
  if (!withSince) return newestOf(await recorder.latest([...LISTED_METRICS]));
  const [samples, { since }] = await Promise.all([
    recorder.latestWithPast([...LISTED_METRICS]),
    // Without it the state is told all the same.
    loadStateSince(deps, deviceId).catch(() => ({ since: null })),
  ]);
  return { ...newestOf(samples), since };
}

const newestOf = (samples: LatestValues): ListedValues[number] =>
  Object.fromEntries(
    LISTED_METRICS.flatMap((metric) => {
      const sample = samples[metric];
      if (sample === undefined) return [];
      return [
        [metric, { value: sample.value, timeMs: sample.timeMs, adFlag: sample.adFlag ?? null }],
      ];
    }),
  );
