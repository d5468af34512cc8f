import { and, asc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import {
  alarms,
  devices,
  facilities,
  keptClock,
  samplerKeys,
  samplers,
  serviceTiers,
  telemetryDefinitions,
  telemetryTypes,
} from "#app/db/schema/index.ts";
import { isSilenceRule } from "#app/domain/alarms/silence.ts";
import { isJudged, type DetectionRule } from "#app/domain/detection/rules.ts";
import { lookAtClock } from "#app/domain/kept-clock.ts";
import type { TypeMember } from "#app/domain/samplers/base-types.ts";
import { kindOfType } from "#app/domain/samplers/type-kind.ts";
import type { RecorderConfig } from "#app/domain/series/recorder-port.ts";
import type { Kind } from "#app/domain/series/types.ts";

/**
 * What a machine's recorder must know, read in one D1 transaction so that the version fits the rest;
 * null when there is no such machine. Keys that have expired at `now` (Unix ms) are left out.
 */
export async function loadRecorderConfig(
  { db, now }: { db: Db; now: number },
  deviceId: number,
): Promise<RecorderConfig | null> {
  const [deviceRows, samplerRows, keyRows, mappingRows, typeRows, alarmRows, clockRows] =
    await db.batch([
      db
        .select({
          version: devices.recorderVersion,
          targetSheetsPerHour: devices.targetSheetsPerHour,
          timezone: facilities.timezone,
          tier: serviceTiers.name,
          isInService: sql<boolean>`${devices.retiredAt} is null and ${facilities.retiredAt} is null`,
        })
        .from(devices)
        .leftJoin(facilities, eq(facilities.id, devices.facilityId))
        .leftJoin(serviceTiers, eq(serviceTiers.id, devices.serviceTierId))
        .where(eq(devices.id, deviceId)),
      db
        .select({ id: samplers.id, onlyMappedTags: samplers.onlyMappedTags })
        .from(samplers)
        .where(eq(samplers.deviceId, deviceId))
        .orderBy(asc(samplers.id)),
      db
        .select({
          samplerId: samplerKeys.samplerId,
          hash: samplerKeys.keyHash,
          expiresAtMs: samplerKeys.expiresAt,
        })
        .from(samplerKeys)
        .innerJoin(samplers, eq(samplers.id, samplerKeys.samplerId))
        .where(
          and(
            eq(samplers.deviceId, deviceId),
            or(isNull(samplerKeys.expiresAt), gt(samplerKeys.expiresAt, now)),
          ),
        ),
      db
        .select({
          samplerId: telemetryDefinitions.samplerId,
          machineKey: telemetryDefinitions.machineKey,
          humanKey: telemetryDefinitions.humanKey,
          isThreshold: telemetryDefinitions.thresholdAnomalyDetectionEnabled,
          isUts: telemetryDefinitions.utsAnomalyDetectionEnabled,
          lower: telemetryDefinitions.thresholdLowerBoundPercentile,
          upper: telemetryDefinitions.thresholdUpperBoundPercentile,
          typeId: telemetryDefinitions.telemetryTypeId,
        })
        .from(telemetryDefinitions)
        .where(eq(telemetryDefinitions.deviceId, deviceId)),
      // Thousands of mappings share a few types.
      db
        .select({
          id: telemetryTypes.id,
          type: telemetryTypes.type,
          members: telemetryTypes.members,
        })
        .from(telemetryTypes)
        .where(
          inArray(
            telemetryTypes.id,
            db
              .select({ id: telemetryDefinitions.telemetryTypeId })
              .from(telemetryDefinitions)
              .where(eq(telemetryDefinitions.deviceId, deviceId)),
          ),
        ),
      db
        .select({
          id: alarms.id,
          function: alarms.function,
          arguments: alarms.arguments,
          inAlarm: alarms.inAlarm,
          definedAtMs: alarms.definedAt,
        })
        .from(alarms)
        .where(eq(alarms.deviceId, deviceId))
        .orderBy(asc(alarms.id)),
      db.select().from(keptClock),
    ]);
  const device = deviceRows[0];
  if (!device) return null;
  const types = new Map(typeRows.map((type) => [type.id, type]));
  return {
    deviceId,
    version: device.version,
    timezone: device.timezone ?? "UTC",
    believedMs: clockRows[0] ? lookAtClock(clockRows[0], now).timeMs : now,
    tier: device.tier,
    targetSheetsPerHour: device.targetSheetsPerHour,
    samplers: samplerRows.map((sampler) => ({
      id: sampler.id,
      onlyMappedTags: sampler.onlyMappedTags,
      keys: keyRows
        .filter((row) => row.samplerId === sampler.id)
        .map(({ hash, expiresAtMs }) => ({ hash, expiresAtMs })),
      ...toMappings(
        mappingRows.filter((row) => row.samplerId === sampler.id),
        types,
      ),
    })),
    // Out of service it is silent by right.
    alarms: device.isInService ? alarmRows : alarmRows.filter((rule) => !isSilenceRule(rule)),
  };
}

type MappingRow = {
  machineKey: string;
  humanKey: string;
  typeId: number | null;
  isThreshold: boolean;
  isUts: boolean;
  lower: number | null;
  upper: number | null;
};
type KnownTypes = ReadonlyMap<number, { type: string; members: readonly TypeMember[] }>;

/** What a sampler's mappings say, in one pass: there may be thousands. */
function toMappings(rows: readonly MappingRow[], types: KnownTypes) {
  // A tag may be called `__proto__`, which only entries can hold.
  const mappings: [machineKey: string, humanKey: string][] = [];
  const kinds: [humanKey: string, kind: Kind][] = [];
  const detection: [humanKey: string, rule: DetectionRule][] = [];
  for (const { machineKey, humanKey, typeId, isThreshold, isUts, lower, upper } of rows) {
    mappings.push([machineKey, humanKey]);
    const type = types.get(typeId ?? 0);
    const kind = type && kindOfType(type.type, type.members, machineKey);
    if (kind) kinds.push([humanKey, kind]);
    if (!isJudged(humanKey)) continue;
    const threshold = isThreshold ? { lower: lower ?? 0, upper: upper ?? 100 } : null;
    detection.push([humanKey, { threshold, uts: isUts }]);
  }
  return {
    mappings: Object.fromEntries(mappings),
    kinds: Object.fromEntries(kinds),
    detection: Object.fromEntries(detection),
  };
}
