import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
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
import { isJudged } from "#app/domain/detection/rules.ts";
import { lookAtClock } from "#app/domain/kept-clock.ts";
import { kindOfType } from "#app/domain/samplers/type-kind.ts";
import type { RecorderConfig } from "#app/domain/series/recorder-port.ts";

/**
 * What a machine's recorder must know, read in one D1 transaction so that the version fits the rest;
 * null when there is no such machine. Keys that have expired at `now` (Unix ms) are left out.
 */
export async function loadRecorderConfig(
  { db, now }: { db: Db; now: number },
  deviceId: number,
): Promise<RecorderConfig | null> {
  const [deviceRows, samplerRows, keyRows, mappingRows, alarmRows, clockRows] = await db.batch([
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
        type: telemetryTypes.type,
        members: telemetryTypes.members,
      })
      .from(telemetryDefinitions)
      .leftJoin(telemetryTypes, eq(telemetryTypes.id, telemetryDefinitions.telemetryTypeId))
      .where(eq(telemetryDefinitions.deviceId, deviceId)),
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
      mappings: Object.fromEntries(
        mappingRows
          .filter((row) => row.samplerId === sampler.id)
          .map((row) => [row.machineKey, row.humanKey]),
      ),
      kinds: Object.fromEntries(
        mappingRows.flatMap(({ samplerId, humanKey, machineKey, type, members }) => {
          const kind =
            samplerId === sampler.id && type !== null
              ? kindOfType(type, members ?? [], machineKey)
              : null;
          return kind ? [[humanKey, kind]] : [];
        }),
      ),
      detection: Object.fromEntries(
        mappingRows
          .filter((row) => row.samplerId === sampler.id && isJudged(row.humanKey))
          .map(({ humanKey, isThreshold, isUts, lower, upper }) => [
            humanKey,
            {
              threshold: isThreshold ? { lower: lower ?? 0, upper: upper ?? 100 } : null,
              uts: isUts,
            },
          ]),
      ),
    })),
    // Out of service it is silent by right.
    alarms: device.isInService ? alarmRows : alarmRows.filter((rule) => !isSilenceRule(rule)),
  };
}
