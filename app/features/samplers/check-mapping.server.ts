import { and, count, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { onlyIf } from "#app/db/only-if.ts";
import { telemetryDefinitions as mappings, telemetryTypes } from "#app/db/schema/index.ts";
import { AppError, fieldSentences, type FieldErrors } from "#app/domain/errors.ts";
import {
  checkMapping,
  MAPPING_PROBLEMS,
  type Mapping,
  type MappingFacts,
} from "#app/domain/samplers/mapping-rules.ts";
import { MAX_MAPPINGS_PER_MACHINE, MAX_UTS_TAGS_PER_SAMPLER } from "#app/domain/limits.ts";
import { isForeignKeyRefused, isNullRefused, isTaken } from "#app/platform/db-errors.ts";
import { noSuchSampler } from "./sampler-record.server.ts";

type Saved = { id: number | null; samplerId: number; deviceId: number; utsWasEnabled: boolean };

/** Refuses a mapping that breaks a rule (spec 001 §5), naming every breach by field. `id` is null for a new one. */
export async function requireValidMapping(db: Db, mapping: Mapping, saved: Saved): Promise<void> {
  const errors = checkMapping(mapping, await readFacts(db, mapping, saved));
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

async function readFacts(
  db: Db,
  mapping: Mapping,
  { id, samplerId, deviceId, utsWasEnabled }: Saved,
): Promise<MappingFacts> {
  const another = id === null ? undefined : ne(mappings.id, id);
  const ofSampler = and(eq(mappings.samplerId, samplerId), another);
  const [machineKeys, humanKeys, [uts], types] = await db.batch([
    db
      .select({ id: mappings.id })
      .from(mappings)
      .where(and(ofSampler, eq(mappings.machineKey, mapping.machineKey))),
    db
      .select({ id: mappings.id })
      .from(mappings)
      .where(
        and(eq(mappings.deviceId, deviceId), another, eq(mappings.humanKey, mapping.humanKey)),
      ),
    db
      .select({ count: count() })
      .from(mappings)
      .where(and(ofSampler, eq(mappings.utsAnomalyDetectionEnabled, true))),
    db
      .select({
        id: telemetryTypes.id,
        type: telemetryTypes.type,
        members: telemetryTypes.members,
        length: telemetryTypes.length,
      })
      .from(telemetryTypes)
      .where(
        and(
          eq(telemetryTypes.id, mapping.telemetryTypeId ?? 0),
          or(eq(telemetryTypes.samplerId, samplerId), isNull(telemetryTypes.samplerId)),
          // One that is gone stays with the mapping that has it, and no other gets it.
          or(
            isNull(telemetryTypes.goneAt),
            sql`exists (select 1 from telemetry_definitions own where own.id = ${id ?? 0} and own.telemetry_type_id = ${telemetryTypes.id})`,
          ),
        ),
      ),
  ]);
  return {
    machineKeyTaken: machineKeys.length > 0,
    humanKeyTaken: humanKeys.length > 0,
    type: mapping.telemetryTypeId === null ? null : types[0],
    utsEnabledOthers: uts?.count ?? 0,
    utsWasEnabled,
  };
}

/**
 * The flag as it is to be written: on only while fewer than the limit of the sampler's other mappings have it, or it is on
 * already. `id`: of the mapping itself, 0 for a new one.
 */
export function utsFlag(wanted: boolean, { id, samplerId }: { id: number; samplerId: number }) {
  if (!wanted) return false;
  const on = sql`select count(*) from telemetry_definitions other where other.sampler_id = ${samplerId} and other.uts_anomaly_detection_enabled = 1`;
  return onlyIf(
    sql`(${on} and other.id = ${id}) = 1 or (${on}) < ${MAX_UTS_TAGS_PER_SAMPLER}`,
    sql`1` as unknown as boolean,
  );
}

/** Two people may save at once: the loser hears the same words as from the check before. */
export function rethrowRefused(error: unknown): never {
  if (isTaken(error, "telemetry_definitions.machine_key"))
    throw invalid({ machine_key: [MAPPING_PROBLEMS.machineKeyInUse] });
  if (isTaken(error, "telemetry_definitions.human_key"))
    throw invalid({ human_key: [MAPPING_PROBLEMS.humanKeyInUse] });
  if (isNullRefused(error, "telemetry_definitions.uts_anomaly_detection_enabled"))
    throw invalid({ uts_anomaly_detection_enabled: [MAPPING_PROBLEMS.anomalyTagLimit] });
  if (isNullRefused(error, "telemetry_definitions.device_id")) throw tooManyMappings();
  // The sampler, or the type, was taken away meanwhile.
  if (isForeignKeyRefused(error)) throw noSuchSampler();
  throw error;
}

export const tooManyMappings = (): AppError =>
  new AppError("conflict", {
    message: `A machine has at most ${MAX_MAPPINGS_PER_MACHINE} mappings.`,
    problem: { code: "limit", most: MAX_MAPPINGS_PER_MACHINE },
  });

const invalid = (fields: FieldErrors): AppError =>
  new AppError("validation_failed", {
    message: `${Object.values(fieldSentences(fields)).flat().join(". ")}.`,
    fields,
  });
