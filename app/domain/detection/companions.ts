/** What stands beside a metric under a name of its own: sent by a sampler (CONTRACT §3), or judged by the recorder. */

/** `ad_flag`: abnormal by any detection; the two after it by which one; bounds are those of its time. */
export const COMPANION_SUFFIXES = [
  "_ad_flag",
  "_ad_threshold",
  "_ad_uts",
  "_upper",
  "_lower",
] as const;
/** What a sampler may send of a metric. */
export const SENT_SUFFIXES = [
  "_ad_flag",
  "_upper",
  "_lower",
] as const satisfies readonly (typeof COMPANION_SUFFIXES)[number][];
export type CompanionSuffix = (typeof COMPANION_SUFFIXES)[number];

/** The metric that a name may be a companion of; null for a name that can be none. A metric may be called so, too. */
export function ownerOf(name: string): string | null {
  const suffix = COMPANION_SUFFIXES.find((each) => name.endsWith(each));
  return suffix === undefined || suffix.length === name.length
    ? null
    : name.slice(0, -suffix.length);
}

/** Every name that may stand beside the metric. */
export const companionsOf = (metric: string): string[] =>
  COMPANION_SUFFIXES.map((suffix) => metric + suffix);

/** What series answers need of a metric's companions. */
export const answeredCompanions = (metric: string): string[] =>
  SENT_SUFFIXES.map((suffix) => metric + suffix);
