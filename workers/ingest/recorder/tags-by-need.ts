/** One pass over a sampler's mapped tags: how many never came or fell silent, and the page of those that need somebody most. */
import { SILENT_TAG_MS } from "#app/domain/samplers/tag-health.ts";
import type {
  LatestValues,
  RecorderConfig,
  TagsByNeed,
  TagsQuestion,
} from "#app/domain/series/recorder-port.ts";
import type { Sample } from "#app/domain/series/types.ts";

type Deps = {
  config: RecorderConfig | null;
  latest: (metrics: string[]) => LatestValues;
  nowMs: number;
};

/**
 * First those that never came, then those that are silent, the longest first, then the rest, each by machine key. A page
 * beyond the last is the last.
 */
export function tagsByNeed(
  { config, latest, nowMs }: Deps,
  { samplerId, page, limit, atOnce }: TagsQuestion,
): TagsByNeed {
  const mappings = config?.samplers.find(({ id }) => id === samplerId)?.mappings ?? {};
  const newest = latest(Object.values(mappings));
  const tags = Object.entries(mappings).map(([machineKey, metric]) => {
    const sample = Object.hasOwn(newest, metric) ? (newest[metric] as Sample) : null;
    // In milliseconds; one that is heard needs nobody, however old its value is.
    const need = sample === null ? Infinity : Math.max(SILENT_TAG_MS, nowMs - sample.timeMs);
    return { machineKey, metric, sample, need };
  });
  const byKey = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  tags.sort((a, b) => (a.need === b.need ? byKey(a.machineKey, b.machineKey) : b.need - a.need));
  const count = tags.length;
  const never = tags.filter(({ sample }) => sample === null).length;
  const silent = tags.filter(({ need }) => need > SILENT_TAG_MS).length - never;
  const shown = Math.min(page, Math.max(1, Math.ceil(count / limit)));
  const asked = count <= atOnce ? tags : tags.slice((shown - 1) * limit, shown * limit);
  return {
    count,
    never,
    silent,
    page: shown,
    tags: asked.map(({ need: _, ...tag }) => tag),
  };
}
