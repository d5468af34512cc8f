/** What a chart shows, as files: CSV of the values within the view, PNG of the picture. */
import { csvLine } from "#app/domain/formats/csv.ts";
import { zonedIso } from "#app/domain/formats/zoned-iso.ts";
import { stopsOf } from "./nearest-point.ts";
import type { ChartPoint, ChartSeries, ChartView } from "./types.ts";

type Pick = (point: ChartPoint, series: ChartSeries) => string | number | boolean | null;
const COLUMNS: [ending: string, pick: Pick][] = [
  // A code's place on its axis says nothing: its word does, as in the table.
  ["", ({ value }, { shape, text }) => (shape === "steps" && value !== null ? text(value) : value)],
  ["_min", ({ min }) => min],
  ["_max", ({ max }) => max],
  ["_lower", ({ lower }) => lower],
  ["_upper", ({ upper }) => upper],
  ["_ad_flag", ({ isAbnormal }) => isAbnormal],
];

/** One row per time: ISO 8601 with the zone's offset, then each series' value (of codes the word) and, for numbers, what lies behind it. */
export function chartCsv(
  series: readonly ChartSeries[],
  view: ChartView,
  timezone: string,
): string {
  const iso = zonedIso(timezone);
  const columns = series.map((each) => ({
    each,
    byTime: new Map(each.points.map((point) => [point.timeMs, point])),
    picks: each.shape === "line" ? COLUMNS : COLUMNS.slice(0, 1),
  }));
  const head = [
    "time",
    ...columns.flatMap(({ each, picks }) => picks.map(([ending]) => each.key + ending)),
  ];
  const rows = stopsOf(series, view).map((timeMs) => [
    iso(timeMs),
    ...columns.flatMap(({ each, byTime, picks }) => {
      const point = byTime.get(timeMs);
      return picks.map(([, pick]) => (point === undefined ? null : pick(point, each)));
    }),
  ]);
  return [head, ...rows].map(csvLine).join("");
}

/** The letters of a name that every file system takes. */
export const fileName = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .split(/[^\w.]+/)
    .filter(Boolean)
    .join("-")
    .slice(0, 80) || "chart";
