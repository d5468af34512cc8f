import type { RecorderConfig } from "#app/domain/series/recorder-port.ts";
import type { Kind } from "#app/domain/series/types.ts";
import { NO_SAMPLER } from "./sampler-stats.ts";

/** Tags are metrics already. */
export const AS_NAMED: RecorderConfig["samplers"][number] = {
  id: NO_SAMPLER,
  onlyMappedTags: false,
  keys: [],
  mappings: {},
};

/** The metrics that mappings name, with the kind of each where its type is known. */
export const mappedMetrics = (
  config: RecorderConfig | null,
): [metric: string, kind: Kind | null][] =>
  config?.samplers.flatMap(({ mappings, kinds = {} }) =>
    Object.values(mappings).map((metric): [string, Kind | null] => [
      metric,
      Object.hasOwn(kinds, metric) ? (kinds[metric] as Kind) : null,
    ]),
  ) ?? [];

/** The names that samplers send and mappings read. */
export const mappedSources = (config: RecorderConfig | null): string[] =>
  config?.samplers.flatMap(({ mappings }) => Object.keys(mappings)) ?? [];
