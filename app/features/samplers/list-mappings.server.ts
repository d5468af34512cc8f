import { and, asc, count, desc, eq, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { holdsText } from "#app/db/holds-text.ts";
import { telemetryDefinitions as mappings } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { requireSampledMachine, requireSampler, toMappingJson } from "./sampler-record.server.ts";
import type { MappingJson, MappingsPage } from "./schemas.ts";

type Deps = { db: Db; actor: Actor };
export type MappingFilter = {
  page: number;
  limit: number;
  machineKey?: string;
  /** Parts of the names, to the letter but for case: % and _ are themselves. A mapping fits when either does. */
  humanKeyLike?: string;
  machineKeyLike?: string;
  /** A part of either key, likewise. */
  containing?: string;
  /** By machine key unless said otherwise. */
  sort?: MappingSort | null;
};
export type MappingSort = { key: keyof typeof SORTABLE; desc: boolean };

const SORTABLE = {
  machine_key: mappings.machineKey,
  human_key: mappings.humanKey,
  primary_section: mappings.primarySection,
} as const;

/** One page of a sampler's mappings by machine key, and how many have UTS detection on, filter or not. */
export async function listMappings(
  deps: Deps,
  samplerId: string | number,
  filter: MappingFilter,
): Promise<MappingsPage> {
  const { id } = await requireSampler(deps, samplerId);
  const { page, limit } = filter;
  const where = and(
    eq(mappings.samplerId, id),
    filter.machineKey === undefined ? undefined : eq(mappings.machineKey, filter.machineKey),
    or(
      contains(mappings.humanKey, filter.humanKeyLike),
      contains(mappings.machineKey, filter.machineKeyLike),
    ),
    or(
      contains(mappings.humanKey, filter.containing),
      contains(mappings.machineKey, filter.containing),
    ),
  );
  const [rows, [found], [enabled]] = await deps.db.batch([
    deps.db
      .select()
      .from(mappings)
      .where(where)
      .orderBy(...orderOf(filter.sort))
      .limit(limit)
      .offset((page - 1) * limit),
    deps.db.select({ count: count() }).from(mappings).where(where),
    deps.db
      .select({ count: count() })
      .from(mappings)
      .where(and(eq(mappings.samplerId, id), eq(mappings.utsAnomalyDetectionEnabled, true))),
  ]);
  return {
    data: rows.map(toMappingJson),
    paging: { page, limit, count: found?.count ?? 0, uts_ad_enabled_count: enabled?.count ?? 0 },
  };
}

/** A machine's mappings over all its samplers, of one human key if asked: human keys are unique per machine. */
export async function listMachineMappings(
  deps: Deps,
  idOrSerial: string | number,
  humanKey?: string,
): Promise<MappingJson[]> {
  const machine = await requireSampledMachine(deps, idOrSerial);
  const rows = await deps.db
    .select()
    .from(mappings)
    .where(
      and(
        eq(mappings.deviceId, machine.id),
        humanKey === undefined ? undefined : eq(mappings.humanKey, humanKey),
      ),
    )
    .orderBy(asc(mappings.humanKey))
    .all();
  return rows.map(toMappingJson);
}

/** An empty part asks for nothing. */
const contains = (
  column: typeof mappings.humanKey | typeof mappings.machineKey,
  part: string | undefined,
): SQL | undefined => (part === undefined || part === "" ? undefined : holdsText(column, part));

/** Those without the value last, whichever way; ids decide the rest. */
function orderOf(sort: MappingSort | null | undefined): SQL[] {
  const column = SORTABLE[sort?.key ?? "machine_key"];
  return [
    sql`${column} is null`,
    sort?.desc ? desc(column) : asc(column),
    asc(mappings.machineKey),
  ];
}
