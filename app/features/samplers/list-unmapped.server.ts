import { and, count, countDistinct, desc, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices, facilities, telemetryDefinitions as mappings } from "#app/db/schema/index.ts";
import { machinesListed } from "#app/db/scopes.ts";
import type { Actor, Make } from "#app/domain/access/types.ts";
import { isOrderMetric } from "#app/domain/demo/sample-orders.ts";
import { findMetric, METRICS } from "#app/domain/metrics/registry.ts";
import { isHumanKey } from "#app/domain/samplers/mapping-rules.ts";
import { nameTags, tagFits } from "#app/domain/samplers/suggest-tags.ts";
import type { LatestValues, RecorderPort } from "#app/domain/series/recorder-port.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { UNMAPPED_PER_PAGE } from "./schemas.ts";
import { requireSampledMachine } from "./sampler-record.server.ts";
import { listKnownMappings } from "./suggest-mappings.server.ts";

type Deps = {
  db: Db;
  actor: Actor;
  now: number;
  recorder: (deviceId: number) => Pick<RecorderPort, "metrics" | "latest">;
  series: Pick<SeriesReader, "steps">;
};
type MachineKind = { id: number; make: Make; model: string };

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
  await requireSampledMachine(deps, machine.id);
  const recorder = deps.recorder(machine.id);
  const [metrics, mapped] = await Promise.all([
    recorder.metrics(),
    deps.db
      .select({ machineKey: mappings.machineKey, humanKey: mappings.humanKey })
      .from(mappings)
      .where(eq(mappings.deviceId, machine.id))
      .all(),
  ]);
  const taken = new Set(mapped.map(({ humanKey }) => humanKey));
  // A tag that was mapped since it came still has its samples under its own name.
  const read = new Set(mapped.map(({ machineKey }) => machineKey));
  const part = containing.toLowerCase();
  const all = new Set(metrics);
  const names = metrics.filter(
    (name) =>
      !taken.has(name) &&
      !read.has(name) &&
      !isCompanion(name, all) &&
      findMetric(name) === undefined &&
      name.toLowerCase().includes(part),
  );
  const last = Math.max(1, Math.ceil(names.length / UNMAPPED_PER_PAGE));
  const shown = Math.min(page, last);
  const here = names.slice((shown - 1) * UNMAPPED_PER_PAGE, shown * UNMAPPED_PER_PAGE);
  const [latest, past, kin, known] =
    here.length === 0
      ? [NO_VALUES, null, NO_KIN, []]
      : await Promise.all([
          recorder.latest(here),
          readPast(deps, machine.id, here),
          readKin(deps, machine, here),
          listKnownMappings(deps, machine),
        ]);
  const knownNames = METRICS.filter(({ derived }) => !derived).map(({ key }) => key);
  /** What sister machines call it; its own name where that will do, so that past and future are one series. */
  const keeps = (name: string): string | undefined => {
    const kinKey = kin.byName.get(name)?.humanKey;
    if (kinKey !== undefined && !taken.has(kinKey)) return kinKey;
    return isHumanKey(name) ? name : undefined;
  };
  const named = nameTags(here, tagFits(known, knownNames), taken, keeps);
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
    .steps({ deviceId, metrics, startMs: now - PAST_MS, endMs: now, buckets: STEPS, untilMs: now })
    .catch(() => null);

const NO_VALUES: LatestValues = {};
const NO_KIN = { byName: new Map<string, { machines: number; humanKey: string }>(), count: 0 };

async function readKin({ db, actor }: Deps, { id, make, model }: MachineKind, names: string[]) {
  const others = and(
    eq(devices.make, make),
    eq(devices.model, model),
    ne(devices.id, id),
    machinesListed(actor),
  );
  const [[found], rows] = await db.batch([
    db
      .select({ count: count() })
      .from(devices)
      .leftJoin(facilities, eq(facilities.id, devices.facilityId))
      .where(others),
    db
      .select({
        name: mappings.machineKey,
        humanKey: mappings.humanKey,
        machines: countDistinct(mappings.deviceId),
      })
      .from(mappings)
      .innerJoin(devices, eq(devices.id, mappings.deviceId))
      .leftJoin(facilities, eq(facilities.id, devices.facilityId))
      .where(
        and(
          others,
          sql`${mappings.machineKey} in (select value from json_each(${JSON.stringify(names)}))`,
        ),
      )
      .groupBy(mappings.machineKey, mappings.humanKey)
      .orderBy(desc(countDistinct(mappings.deviceId))),
  ]);
  const byName = new Map<string, { machines: number; humanKey: string }>();
  for (const { name, humanKey, machines } of rows)
    if (!byName.has(name)) byName.set(name, { humanKey, machines });
  return { byName, count: found?.count ?? 0 };
}

/** Anomaly flag and bounds that come with a metric (CONTRACT §3): they are that metric's. */
const isCompanion = (name: string, all: ReadonlySet<string>): boolean => {
  const base = /^(.+)_(?:ad_flag|upper|lower)$/.exec(name)?.[1];
  return base !== undefined && all.has(base);
};
