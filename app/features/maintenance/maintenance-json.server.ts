import { toIso, toIsoOrNull } from "#app/domain/formats/api-time.ts";
import type { AvailableType, Maintenance } from "./list-maintenances.server.ts";
import type { RecommendedMaintenance } from "./list-recommended-maintenances.server.ts";
import type { MaintenanceJson, RecommendedJson } from "./schemas.ts";

/** A maintenance as /v1 answers it. */
export const toMaintenanceJson = (maintenance: Maintenance): MaintenanceJson => ({
  id: maintenance.id,
  device_id: maintenance.deviceId,
  name: maintenance.name,
  kind: maintenance.kind,
  type: maintenance.type,
  verbs: maintenance.verbs,
  target: maintenance.target,
  actions: maintenance.actions,
  cutoff_value: maintenance.cutoffValue,
  max_tag_threshold: maintenance.maxTagThreshold,
  double_up: maintenance.doubleUp,
  basic_type: maintenance.basicType,
  status: maintenance.status,
  current_percent: maintenance.currentPercent,
  recommended_date: toIsoOrNull(maintenance.recommendedDate),
  last_performed_at: toIsoOrNull(maintenance.lastPerformedAt),
  snoozed_at: toIsoOrNull(maintenance.snoozedAt),
  snoozed_until: toIsoOrNull(maintenance.snoozedUntil),
  snooze_reason: maintenance.snoozeReason,
  burn_rates: maintenance.burnRates.map(({ systemTime, value }) => ({
    system_time: toIso(systemTime),
    value,
  })),
  history: maintenance.history.map(({ performedAt, predictionAccuracy, userName }) => ({
    performed_at: toIso(performedAt),
    prediction_accuracy: predictionAccuracy,
    user_name: userName,
  })),
  snooze_histories: Object.fromEntries(
    maintenance.snoozeHistories.map(({ snoozedAt, snoozedUntil, reason }) => [
      toIso(snoozedAt),
      [toIso(snoozedUntil), reason],
    ]),
  ),
  service_tier: maintenance.serviceTier && {
    id: maintenance.serviceTier.id,
    name: maintenance.serviceTier.name,
  },
});

export const toAvailableTypeJson = ({ basicType, ...type }: AvailableType) => ({
  ...type,
  basic_type: basicType,
});

/** A row of the dashboard as /v1 answers it (spec 000 §3). */
export const toRecommendedJson = (row: RecommendedMaintenance): RecommendedJson => ({
  id: row.id,
  device_id: row.deviceId,
  device_name: row.deviceName,
  maintenance_type: row.maintenanceType,
  kind: row.kind,
  name: row.name,
  description: row.description,
  status: row.status,
  current_state: row.currentState,
  next_service_date: toIso(row.nextServiceDate),
  recommended_date: toIso(row.recommendedDate),
  last_performed_at: toIsoOrNull(row.lastPerformedAt),
});
