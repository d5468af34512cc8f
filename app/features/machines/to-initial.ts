import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import type { InitialValue } from "#app/live/index.ts";

/** What the recorder knew when the page was made, as the live hooks take it. */
export const toInitial = <M extends string>(
  latest: LatestValues,
  metrics: readonly M[],
): Record<M, InitialValue> =>
  Object.fromEntries(
    metrics.map((metric) => {
      const sample = latest[metric];
      return [metric, sample === undefined ? null : { ...sample, adFlag: sample.adFlag ?? null }];
    }),
  ) as Record<M, InitialValue>;
