/**
 * Many mappings in one act: looked at first (`plan`), then written all or nothing in one transaction. A row of a machine
 * key that the sampler has already changes that mapping; what cannot be is refused by row, before anything is written.
 */
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { columnsInOrder, jsonCells } from "#app/db/columns-in-order.ts";
import { onlyIf } from "#app/db/only-if.ts";
import { telemetryDefinitions as mappings, telemetryTypes } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { MAX_MAPPINGS_PER_MACHINE, MAX_UTS_TAGS_PER_SAMPLER } from "#app/domain/limits.ts";
import {
  planMappings,
  type KnownRow,
  type PlannedRow,
  type WantedMapping,
} from "#app/domain/samplers/plan-mappings.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import { rethrowRefused } from "./check-mapping.server.ts";
import {
  bumpRecorderVersion,
  pushRecorderConfig,
  type ConfigPushDeps,
} from "./push-recorder-config.server.ts";
import { requireSampler, type SamplerRow } from "./sampler-record.server.ts";

type Deps = ConfigPushDeps & { actor: Actor };
export type MapManyInput = {
  rows: readonly WantedMapping[];
  /** Leave out rows whose keys are in use instead of refusing the whole. */
  skipsTaken: boolean;
  /** Only say what would be done. */
  isTrial: boolean;
};
export type MapManyResult = { rows: PlannedRow[]; isDone: boolean };

/** Names in the audit line; the number of all is told too. */
const MAX_TOLD = 50;

export async function mapMany(
  deps: Deps,
  samplerId: string | number,
  { rows, skipsTaken, isTrial }: MapManyInput,
): Promise<MapManyResult> {
  const sampler = await requireSampler(deps, samplerId);
  const planned = planMappings(rows, await readKnown(deps, sampler), { skipsTaken });
  const isRefused = planned.some(({ outcome }) => outcome === "refused");
  if (isTrial || isRefused) return { rows: planned, isDone: false };
  const added = planned.filter(({ outcome }) => outcome === "added");
  const changed = planned.filter(({ outcome }) => outcome === "changed");
  if (added.length + changed.length > 0) await write(deps, sampler, added, changed);
  return { rows: planned, isDone: true };
}

async function readKnown({ db }: Deps, { id, deviceId }: SamplerRow) {
  const [known, types] = await db.batch([
    db.select().from(mappings).where(eq(mappings.deviceId, deviceId)),
    db
      .select()
      .from(telemetryTypes)
      .where(or(eq(telemetryTypes.samplerId, id), isNull(telemetryTypes.samplerId))),
  ]);
  return { samplerId: id, mappings: known satisfies KnownRow[], types };
}

async function write(
  deps: Deps,
  { id, deviceId }: SamplerRow,
  added: readonly PlannedRow[],
  changed: readonly PlannedRow[],
): Promise<void> {
  const { db, now } = deps;
  const json = JSON.stringify([...added, ...changed].map(({ mapping }) => mapping));
  const existing = sql`(select count(*) from telemetry_definitions where device_id = ${deviceId})`;
  const names = [...added, ...changed].slice(0, MAX_TOLD).map(({ mapping }) => mapping.machineKey);
  const isNamed = sql`${mappings.machineKey} in (select value ->> 'machineKey' from json_each(${json}))`;
  const written = (name: string) => sql.raw(`excluded.${name}`);
  await db
    .batch([
      // Names that move from one mapping to another are let go of first.
      db
        .update(mappings)
        .set({ humanKey: sql`'~' || id` })
        .where(and(eq(mappings.samplerId, id), isNamed)),
      db
        .insert(mappings)
        .select(
          sql`select ${columnsInOrder(mappings, {
            samplerId: id,
            deviceId: onlyIf(
              sql`${existing} + ${added.length} <= ${MAX_MAPPINGS_PER_MACHINE}`,
              deviceId,
            ),
            createdAt: now,
            ...jsonCells("machineKey", "humanKey", "telemetryTypeId", "primarySection"),
            ...jsonCells("utsAnomalyDetectionEnabled", "thresholdAnomalyDetectionEnabled"),
            ...jsonCells("thresholdLowerBoundPercentile", "thresholdUpperBoundPercentile"),
          })} from json_each(${json}) where true`,
        )
        .onConflictDoUpdate({
          target: [mappings.samplerId, mappings.machineKey],
          set: {
            humanKey: written("human_key"),
            telemetryTypeId: written("telemetry_type_id"),
            isTypeGone: sql`is_type_gone and telemetry_type_id is excluded.telemetry_type_id`,
            primarySection: written("primary_section"),
            utsAnomalyDetectionEnabled: written("uts_anomaly_detection_enabled"),
            thresholdAnomalyDetectionEnabled: written("threshold_anomaly_detection_enabled"),
            thresholdLowerBoundPercentile: written("threshold_lower_bound_percentile"),
            thresholdUpperBoundPercentile: written("threshold_upper_bound_percentile"),
          },
        }),
      // With more than the limit the flag becomes null, which its column refuses, and with it the whole.
      db
        .update(mappings)
        .set({ utsAnomalyDetectionEnabled: sql`null` })
        .where(
          sql`sampler_id = ${id} and uts_anomaly_detection_enabled = 1
            and (select count(*) from telemetry_definitions other
              where other.sampler_id = ${id} and other.uts_anomaly_detection_enabled = 1) > ${MAX_UTS_TAGS_PER_SAMPLER}
            and exists (select 1 from json_each(${json}) where value ->> 'utsAnomalyDetectionEnabled' = 1)`,
        ),
      auditOfMachine(deps, {
        action: "sampler.mappings_changed",
        id,
        deviceId,
        after: { added: added.length, changed: changed.length, machine_keys: names },
      }),
      bumpRecorderVersion(deps, deviceId),
    ])
    .catch(rethrowRefused)
    .catch(sayWhichIsTaken);
  await pushRecorderConfig(deps, deviceId);
}

/** Somebody took a key between the look and the act: looking again says which. */
function sayWhichIsTaken(error: unknown): never {
  if (error instanceof AppError && error.code === "validation_failed")
    throw new AppError("conflict", {
      message: "Somebody changed the mappings meanwhile. Look at the rows again.",
      problem: { code: "taken" },
    });
  throw error;
}
