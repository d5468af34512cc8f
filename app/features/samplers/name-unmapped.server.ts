/** What comes under names that nobody mapped, and what each may be called. */
import { and, count, countDistinct, desc, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices, facilities, telemetryDefinitions as mappings } from "#app/db/schema/index.ts";
import { machinesListed } from "#app/db/scopes.ts";
import type { Actor, Make } from "#app/domain/access/types.ts";
import { findMetric, METRICS } from "#app/domain/metrics/registry.ts";
import { isHumanKey } from "#app/domain/samplers/mapping-rules.ts";
import { nameTags, tagFits } from "#app/domain/samplers/suggest-tags.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { requireMachine } from "#app/features/machines/list-machines.server.ts";
import { requireSampledMachine, requireSampler } from "./sampler-record.server.ts";
import { listKnownMappings } from "./suggest-mappings.server.ts";

export type NamingDeps = {
  db: Db;
  actor: Actor;
  recorder: (deviceId: number) => Pick<RecorderPort, "metrics">;
};
export type MachineKind = { id: number; make: Make; model: string };
export type NamedTag = { machineKey: string; humanKey: string };

/**
 * One page of what the machine of a sampler gets unmapped, by name, each with a human key that is free on the machine and
 * given once on the page. `count`: all of them.
 */
export async function listUnmappedNames(
  deps: NamingDeps,
  samplerId: string | number,
  { page, limit, containing }: { page: number; limit: number; containing: string },
): Promise<{ tags: NamedTag[]; count: number }> {
  const { deviceId } = await requireSampler(deps, samplerId);
  const machine = await requireMachine(deps, deviceId);
  const { names, taken } = await findUnmapped(deps, deviceId, containing);
  const here = names.slice((page - 1) * limit, page * limit);
  if (here.length === 0) return { tags: [], count: names.length };
  const { named } = await nameUnmapped(deps, machine, here, taken);
  return {
    tags: here.map((machineKey) => ({ machineKey, humanKey: named.get(machineKey)! })),
    count: names.length,
  };
}

/** Names with `containing` in them, whatever its case; `taken`: human keys of the machine's mappings. */
export async function findUnmapped(
  deps: NamingDeps,
  deviceId: number,
  containing: string,
): Promise<{ names: string[]; taken: ReadonlySet<string> }> {
  await requireSampledMachine(deps, deviceId);
  const [metrics, mapped] = await Promise.all([
    deps.recorder(deviceId).metrics(),
    deps.db
      .select({ machineKey: mappings.machineKey, humanKey: mappings.humanKey })
      .from(mappings)
      .where(eq(mappings.deviceId, deviceId))
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
  return { names, taken };
}

/** What machines of the model call each, and a free human key that fits. */
export async function nameUnmapped(
  deps: NamingDeps,
  machine: MachineKind,
  names: string[],
  taken: ReadonlySet<string>,
): Promise<{ kin: Kin; named: Map<string, string> }> {
  const [kin, known] = await Promise.all([
    readKin(deps, machine, names),
    listKnownMappings(deps, machine),
  ]);
  const knownNames = METRICS.filter(({ derived }) => !derived).map(({ key }) => key);
  /** What sister machines call it; its own name where that will do, so that past and future are one series. */
  const keeps = (name: string): string | undefined => {
    const kinKey = kin.byName.get(name)?.humanKey;
    if (kinKey !== undefined && !taken.has(kinKey)) return kinKey;
    return isHumanKey(name) ? name : undefined;
  };
  return { kin, named: nameTags(names, tagFits(known, knownNames), taken, keeps) };
}

type Kin = {
  byName: ReadonlyMap<string, { machines: number; humanKey: string }>;
  /** Other machines of the model that the actor sees. */
  count: number;
};
export const NO_KIN: Kin = { byName: new Map(), count: 0 };

async function readKin(
  { db, actor }: NamingDeps,
  { id, make, model }: MachineKind,
  names: string[],
): Promise<Kin> {
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
