import { and, count, eq, isNull, ne, or } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { telemetryDefinitions as mappings, telemetryTypes } from "#app/db/schema/index.ts";
import { AppError, type FieldErrors } from "#app/domain/errors.ts";
import {
  checkMapping,
  MAPPING_MESSAGES,
  type Mapping,
  type MappingFacts,
} from "#app/domain/samplers/mapping-rules.ts";

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
        members: telemetryTypes.members,
        length: telemetryTypes.length,
      })
      .from(telemetryTypes)
      .where(
        and(
          eq(telemetryTypes.id, mapping.telemetryTypeId ?? 0),
          or(eq(telemetryTypes.samplerId, samplerId), isNull(telemetryTypes.samplerId)),
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

/** Two people may save at once: the loser hears the same words as from the check before. */
export function rethrowTakenKey(error: unknown): never {
  const text = messagesOf(error);
  if (text.includes("telemetry_definitions.machine_key"))
    throw invalid({ machine_key: [MAPPING_MESSAGES.machineKeyInUse] });
  if (text.includes("telemetry_definitions.human_key"))
    throw invalid({ human_key: [MAPPING_MESSAGES.humanKeyInUse] });
  throw error;
}

/** Of an error and its causes; only a UNIQUE breach names columns like this. */
function messagesOf(error: unknown): string {
  const texts: string[] = [];
  for (
    let each = error, depth = 0;
    each instanceof Error && depth < 5;
    each = each.cause, depth += 1
  )
    texts.push(each.message);
  return texts.find((text) => text.includes("UNIQUE constraint failed")) ?? "";
}

const invalid = (fields: FieldErrors): AppError =>
  new AppError("validation_failed", {
    message: `${Object.values(fields).flat().join(". ")}.`,
    fields,
  });
