/**
 * Many mappings in one act: looked at first (`plan`), then written all or nothing in one transaction. A row of a machine
 * key that the sampler has already changes that mapping; what cannot be is refused by row, before anything is written.
 */
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { columnsInOrder, jsonCells } from "#app/db/columns-in-order.ts";
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
import { rethrowRefused, tooManyMappings } from "./check-mapping.server.ts";
import {
  bumpRecorderVersion,
  pushRecorderConfig,
  type ConfigPushDeps,
} from "./push-recorder-config.server.ts";
import { requireSamplerInService, type SamplerRow } from "./sampler-record.server.ts";

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
/** In one value of a statement, which D1 takes up to 2 MB of. */
const ROWS_PER_VALUE = 1_000;

export async function mapMany(
  deps: Deps,
  samplerId: string | number,
  { rows, skipsTaken, isTrial }: MapManyInput,
): Promise<MapManyResult> {
  const sampler = await requireSamplerInService(deps, samplerId);
  const known = await readKnown(deps, sampler);
  const planned = planMappings(rows, known, { skipsTaken });
  const isRefused = planned.some(({ outcome }) => outcome === "refused");
  const added = planned.filter(({ outcome }) => outcome === "added");
  if (!isRefused && known.mappings.length + added.length > MAX_MAPPINGS_PER_MACHINE)
    throw tooManyMappings();
  if (isTrial || isRefused) return { rows: planned, isDone: false };
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
  const written = [...added, ...changed].map(({ mapping }) => mapping);
  const values = Array.from({ length: Math.ceil(written.length / ROWS_PER_VALUE) }, (_, n) =>
    JSON.stringify(written.slice(n * ROWS_PER_VALUE, (n + 1) * ROWS_PER_VALUE)),
  );
  const names = written.slice(0, MAX_TOLD).map(({ machineKey }) => machineKey);
  const wantsUts = written.some((mapping) => mapping.utsAnomalyDetectionEnabled);
  const given = (name: string) => sql.raw(`excluded.${name}`);
  await db
    .batch([
      auditOfMachine(deps, {
        action: "sampler.mappings_changed",
        id,
        deviceId,
        after: { added: added.length, changed: changed.length, machine_keys: names },
      }),
      // Names that move from one mapping to another are let go of first.
      ...values.map((json) =>
        db
          .update(mappings)
          .set({ humanKey: sql`'~' || id` })
          .where(
            and(
              eq(mappings.samplerId, id),
              sql`${mappings.machineKey} in (select value ->> 'machineKey' from json_each(${json}))`,
            ),
          ),
      ),
      ...values.map((json) =>
        db
          .insert(mappings)
          .select(
            sql`select ${columnsInOrder(mappings, {
              samplerId: id,
              deviceId,
              createdAt: now,
              ...jsonCells("machineKey", "humanKey", "telemetryTypeId", "primarySection"),
              ...jsonCells("utsAnomalyDetectionEnabled", "thresholdAnomalyDetectionEnabled"),
              ...jsonCells("thresholdLowerBoundPercentile", "thresholdUpperBoundPercentile"),
            })} from json_each(${json}) where true`,
          )
          .onConflictDoUpdate({
            target: [mappings.samplerId, mappings.machineKey],
            set: {
              humanKey: given("human_key"),
              telemetryTypeId: given("telemetry_type_id"),
              isTypeGone: sql`is_type_gone and telemetry_type_id is excluded.telemetry_type_id`,
              primarySection: given("primary_section"),
              utsAnomalyDetectionEnabled: given("uts_anomaly_detection_enabled"),
              thresholdAnomalyDetectionEnabled: given("threshold_anomaly_detection_enabled"),
              thresholdLowerBoundPercentile: given("threshold_lower_bound_percentile"),
              thresholdUpperBoundPercentile: given("threshold_upper_bound_percentile"),
            },
          }),
      ),
      // With more than a limit the column becomes null, which it refuses, and with it the whole.
      db
        .update(mappings)
        .set({ deviceId: sql`null` })
        .where(
          sql`sampler_id = ${id} and ${added.length} > 0
            and (select count(*) from telemetry_definitions other
              where other.device_id = ${deviceId}) > ${MAX_MAPPINGS_PER_MACHINE}`,
        ),
      db
        .update(mappings)
        .set({ utsAnomalyDetectionEnabled: sql`null` })
        .where(
          sql`sampler_id = ${id} and uts_anomaly_detection_enabled = 1 and ${wantsUts ? 1 : 0} = 1
            and (select count(*) from telemetry_definitions other
              where other.sampler_id = ${id} and other.uts_anomaly_detection_enabled = 1) > ${MAX_UTS_TAGS_PER_SAMPLER}`,
        ),
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
