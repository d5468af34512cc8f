import { isOrderMetric } from "#app/domain/demo/sample-orders.ts";
import type { LatestValues, RecorderPort } from "#app/domain/series/recorder-port.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { UNMAPPED_PER_PAGE } from "./schemas.ts";
import {
  findUnmapped,
  nameUnmapped,
  NO_KIN,
  type MachineKind,
  type NamingDeps,
} from "./name-unmapped.server.ts";

type Deps = Omit<NamingDeps, "recorder"> & {
  now: number;
  recorder: (deviceId: number) => Pick<RecorderPort, "metrics" | "latest">;
  series: Pick<SeriesReader, "steps">;
};

/** What is drawn of each. */
const PAST_MS = 10 * 60_000;
const STEPS = 40;

export type UnmappedTag = {
  name: string;
  /** Samples a minute, of the last ten minutes; null while they cannot be read. */
  perMinute: number | null;
  /** Its means over the last ten minutes, gaps null; empty for text. */
  spark: (number | null)[];
  /** Machines of the model that map it, of how many others, and to what most of them do. */
  kin: { machines: number; humanKey: string } | null;
  /** A human key that fits and is free. */
  suggestion: string;
};
export type UnmappedPage = {
  tags: UnmappedTag[];
  /** Newest values by name, by which demo mode knows which are an order's. */
  latest: LatestValues;
  count: number;
  page: number;
  /** Other machines of the model that the actor sees. */
  kinCount: number;
};

/** What the machine's samplers send under names that Helios does not know and nobody mapped, with help to map it. */
export async function listUnmapped(
  deps: Deps,
  machine: MachineKind,
  { page, containing }: { page: number; containing: string },
): Promise<UnmappedPage> {
  const { names, taken } = await findUnmapped(deps, machine.id, containing);
  const last = Math.max(1, Math.ceil(names.length / UNMAPPED_PER_PAGE));
  const shown = Math.min(page, last);
  const here = names.slice((shown - 1) * UNMAPPED_PER_PAGE, shown * UNMAPPED_PER_PAGE);
  const [latest, past, { kin, named }] =
    here.length === 0
      ? [{}, null, { kin: NO_KIN, named: new Map<string, string>() }]
      : await Promise.all([
          deps.recorder(machine.id).latest(here),
          readPast(deps, machine.id, here),
          nameUnmapped(deps, machine, here, taken),
        ]);
  const tags = here.map((name): UnmappedTag => {
    const points = past?.points[name] ?? [];
    const samples = points.reduce((sum, point) => sum + point.count, 0);
    return {
      name,
      perMinute: past === null ? null : samples / (PAST_MS / 60_000),
      // How an order's numbers run is the order's too.
      spark: isOrderMetric(name)
        ? []
        : points.map(({ value }) => (typeof value === "number" ? value : null)),
      kin: kin.byName.get(name) ?? null,
      suggestion: named.get(name)!,
    };
  });
  return { tags, latest, count: names.length, page: shown, kinCount: kin.count };
}

const readPast = ({ series, now }: Deps, deviceId: number, metrics: string[]) =>
  series
    .steps({
      ...{ deviceId, metrics, startMs: now - PAST_MS, endMs: now },
      ...{ buckets: STEPS, untilMs: now, flags: false },
    })
    .catch(() => null);
