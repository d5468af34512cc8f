/** Every row of a series judged by the product's UTS detector with its defaults, in the order of their times. */
import { UtsDetector, type Verdict } from "#app/domain/detection/uts-detector.ts";
import type { Series } from "./read-series.ts";

/** A verdict per row, in the file's order; null for a row without a value. */
export function judgeSeries(
  series: Pick<Series, "timesMs" | "values" | "states">,
  detector = new UtsDetector(),
): (Verdict | null)[] {
  const { timesMs, values, states } = series;
  const verdicts = new Array<Verdict | null>(values.length).fill(null);
  for (const row of inOrderOfTime(timesMs)) {
    if (Number.isNaN(values[row]!)) continue;
    const state = states?.[row] ?? -1;
    verdicts[row] = detector.judge(timesMs[row]!, values[row]!, state === -1 ? null : state);
  }
  return verdicts;
}

/** Rows of the same time stay as they are in the file. */
function inOrderOfTime(timesMs: Float64Array): Uint32Array {
  const rows = Uint32Array.from(timesMs, (_, row) => row);
  const isSorted = timesMs.every((time, row) => row === 0 || time >= timesMs[row - 1]!);
  return isSorted ? rows : rows.sort((a, b) => timesMs[a]! - timesMs[b]! || a - b);
}
