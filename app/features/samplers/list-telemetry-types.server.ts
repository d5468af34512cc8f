import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { telemetryTypes } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { z } from "zod";
import type { telemetryTypeJson } from "./schemas.ts";
import { requireSampler } from "./sampler-record.server.ts";

export type TelemetryTypeJson = z.output<typeof telemetryTypeJson>;

/** The types that a sampler's mappings may have: its own, and those of every sampler. */
export async function listTelemetryTypes(
  deps: { db: Db; actor: Actor },
  samplerId: string | number,
): Promise<TelemetryTypeJson[]> {
  const { id } = await requireSampler(deps, samplerId);
  const rows = await deps.db
    .select()
    .from(telemetryTypes)
    .where(or(eq(telemetryTypes.samplerId, id), isNull(telemetryTypes.samplerId)))
    .orderBy(asc(telemetryTypes.name), asc(telemetryTypes.id))
    .all();
  return rows.map(({ samplerId: owner, goneAt, isReported: _, ...type }) => ({
    ...type,
    sampler_id: owner,
    is_gone: goneAt !== null,
  }));
}

/** Names of some of the types that a sampler's mappings have, by id; at most a page of them. */
export async function listTypeNames(
  deps: { db: Db; actor: Actor },
  samplerId: number,
  ids: readonly number[],
): Promise<Record<number, string>> {
  if (ids.length === 0) return {};
  const { id } = await requireSampler(deps, samplerId);
  const rows = await deps.db
    .select({ id: telemetryTypes.id, name: telemetryTypes.name })
    .from(telemetryTypes)
    .where(
      and(
        or(eq(telemetryTypes.samplerId, id), isNull(telemetryTypes.samplerId)),
        sql`${telemetryTypes.id} in (select value from json_each(${JSON.stringify([...new Set(ids)])}))`,
      ),
    )
    .all();
  return Object.fromEntries(rows.map(({ id: typeId, name }) => [typeId, name]));
}
