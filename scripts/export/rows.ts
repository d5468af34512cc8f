/** Samples as rows of a wide CSV file: one row per time, a column per metric, nothing where a metric has no sample then. */
import { DateTime } from "luxon";
import { csvField } from "#app/domain/formats/csv.ts";
import type { Sample } from "./read-samples.ts";

export const headerLine = (metrics: readonly string[]): string =>
  `${["time", ...metrics].map(csvField).join(",")}\n`;

/** ISO 8601 with the zone's offset at that moment; the minute of the last time is remembered. */
export function isoTimes(zone: string): (timeMs: number) => string {
  let minute = NaN;
  let [prefix, suffix] = ["", ""];
  return (timeMs) => {
    const [thisMinute, inMinute] = [
      Math.floor(timeMs / 60_000),
      timeMs - Math.floor(timeMs / 60_000) * 60_000,
    ];
    if (thisMinute !== minute) {
      const start = DateTime.fromMillis(thisMinute * 60_000, { zone });
      [minute, prefix, suffix] = [
        thisMinute,
        start.toFormat("yyyy-MM-dd'T'HH:mm:"),
        start.toFormat("ZZ"),
      ];
    }
    const [seconds, millis] = [Math.floor(inMinute / 1000), inMinute % 1000];
    return `${prefix}${String(seconds).padStart(2, "0")}.${String(millis).padStart(3, "0")}${suffix}`;
  };
}

export function* toLines(
  metrics: readonly string[],
  samples: ReadonlyMap<string, readonly Sample[]>,
  toIso: (timeMs: number) => string,
): Generator<string> {
  const columns = metrics.map((metric) => samples.get(metric) ?? []);
  const times = [...new Set(columns.flatMap((column) => column.map(({ timeMs }) => timeMs)))].sort(
    (a, b) => a - b,
  );
  const next = columns.map(() => 0);
  for (const timeMs of times) {
    const fields = columns.map((column, index) => {
      const sample = column[next[index]!];
      if (sample?.timeMs !== timeMs) return "";
      next[index]! += 1;
      return csvField(sample.value);
    });
    yield `${toIso(timeMs)},${fields.join(",")}\n`;
  }
}
