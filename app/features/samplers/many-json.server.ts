/** /v1's spelling of an act on many mappings. */
import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { PlannedRow, WantedMapping } from "#app/domain/samplers/plan-mappings.ts";
import { rowsOfDefaults, rowsOfSampler } from "./mapping-sources.server.ts";
import { ROW_OUTCOMES, type ManyMappings, type ManyMappingsJson } from "./schemas.ts";

export async function rowsAsked(
  deps: { db: Db; actor: Actor },
  samplerId: string,
  { mappings, from_sampler_id: from }: ManyMappings,
): Promise<WantedMapping[]> {
  if (from !== undefined) return rowsOfSampler(deps, from);
  if (mappings === undefined) return rowsOfDefaults(deps, samplerId);
  return mappings.map((row): WantedMapping => ({
    machineKey: row.machine_key,
    humanKey: row.human_key,
    ...given("typeName", row.type),
    ...given("primarySection", row.primary_section === "" ? null : row.primary_section),
    ...given("utsAnomalyDetectionEnabled", row.uts_anomaly_detection_enabled),
    ...given("thresholdAnomalyDetectionEnabled", row.threshold_anomaly_detection_enabled),
    ...given("thresholdLowerBoundPercentile", row.threshold_lower_bound_percentile),
    ...given("thresholdUpperBoundPercentile", row.threshold_upper_bound_percentile),
  }));
}

/** Nothing of what was left out. */
const given = <Name extends string, T>(name: Name, value: T | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: T };

export const toManyJson = (rows: readonly PlannedRow[], isDone: boolean): ManyMappingsJson => ({
  is_done: isDone,
  counts: Object.fromEntries(
    ROW_OUTCOMES.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length]),
  ) as ManyMappingsJson["counts"],
  rows: rows.map(({ mapping, outcome, problems }) => ({
    machine_key: mapping.machineKey,
    human_key: mapping.humanKey,
    outcome,
    problems,
  })),
});
