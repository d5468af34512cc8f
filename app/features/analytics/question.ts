/**
 * What the analytics tab was asked, as its address says it. What the address says wrongly is left
 * out or replaced by what stands there at first; nothing of it breaks the page.
 */
import { MINUTE_MS } from "#app/domain/durations.ts";
import {
  REPORT_PRESETS,
  resolveRange,
  toRangeText,
  type DateRange,
} from "#app/domain/formats/date-ranges.ts";
import { isTimeZone } from "#app/domain/formats/time-zones.ts";
import { parseCompared, type Compared, type CompareSetup } from "./compare.ts";
import { MAX_RANGE_MS } from "#app/domain/series/max-range.ts";

/** Open with unlimited reports alone, as a custom range is. */
export const LONG_PRESETS = ["3m", "1y"] as const satisfies readonly DateRange[];
export const RESOLUTIONS = [100, 300, 1000] as const;
export const REGRESSIONS = ["linear", "exponential", "polynomial", "theil_sen"] as const;
export type RegressionKind = (typeof REGRESSIONS)[number];
export const USUAL_METRICS = 5;
export const UNLIMITED_METRICS = 15;

export type Question = {
  type: "timeseries" | "xy";
  timezone: string;
  range: DateRange;
  metrics: string[];
  xy: { x: string; y: string };
  regressions: RegressionKind[];
  datapoints: (typeof RESOLUTIONS)[number];
  /** XY points only of while the machine fed. */
  feeding: boolean;
  /** Other times and machines laid over the measures. */
  compare: Compared[];
  align: "clock" | "job";
};

/** What a person may ask of a machine. */
export type Asker = {
  timezone: string;
  /** Names that the machine has, or is to have by its mappings. */
  known: readonly string[];
  isUnlimited: boolean;
  hasXy: boolean;
  compare: CompareSetup;
};

const MOST_NAMES = 50;
const MOST_LETTERS = 128;
const isIn = <T>(list: readonly T[], value: unknown): value is T =>
  list.some((each) => each === value);

/** Names apart by commas; a comma in a name, which samplers may send, is written as in an address. */
export const joinNames = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");
export const splitNames = (text: string): string[] =>
  text.split(",").map((name) => name.replaceAll(/%2c/gi, ",").replaceAll("%25", "%"));

/** Each name once, in their order. */
const namesOf = (text: string | null): string[] =>
  [...new Set(splitNames((text ?? "").slice(0, MOST_NAMES * MOST_LETTERS)))]
    .filter((name) => name !== "" && name.length <= MOST_LETTERS)
    .slice(0, MOST_NAMES);

export function parseQuestion(params: URLSearchParams, asker: Asker): Question {
  const knows = (name: string) => asker.known.includes(name);
  const timezone = params.get("timezone") ?? "";
  const datapoints = Number(params.get("datapoints"));
  const [x = "", y = ""] = splitNames(
    (params.get("xy-metrics") ?? "").slice(0, 2 * 3 * MOST_LETTERS + 1),
  );
  return {
    type: asker.hasXy && params.get("type") === "xy" ? "xy" : "timeseries",
    timezone: isTimeZone(timezone) ? timezone : asker.timezone,
    range: rangeOf(params.get("date_range") ?? "", asker.isUnlimited),
    metrics: namesOf(params.get("metrics")).filter(knows),
    xy: asker.hasXy ? { x: knows(x) ? x : "", y: knows(y) ? y : "" } : { x: "", y: "" },
    regressions: namesOf(params.get("regressions")).filter((name) => isIn(REGRESSIONS, name)),
    datapoints: isIn(RESOLUTIONS, datapoints) ? datapoints : 300,
    feeding: params.get("feeding") === "true",
    compare: parseCompared(params.get("compare"), asker.compare),
    align: params.get("align") === "job" ? "job" : "clock",
  };
}

/** As an address asks; below `/measure/{measure}` that measure is chosen as long as the address names none, not even none. */
export function questionAt(
  params: URLSearchParams,
  asker: Asker,
  measure: string | null,
): Question {
  const question = parseQuestion(params, asker);
  return measure !== null && !params.has("metrics") && asker.known.includes(measure)
    ? { ...question, metrics: [measure] }
    : question;
}

/** The query that asks this at a place: below a measure's address a question without measures says so. */
export function addressOf(
  question: Question,
  asker: Pick<Asker, "timezone">,
  measure: string | null,
): URLSearchParams {
  const search = toSearch(question, asker);
  if (measure !== null && question.metrics.length === 0) search.set("metrics", "");
  return search;
}

function rangeOf(text: string, isUnlimited: boolean): DateRange {
  const preset = REPORT_PRESETS.find((each) => each === text);
  if (preset !== undefined) return isUnlimited || !isIn(LONG_PRESETS, preset) ? preset : "24h";
  const [from, to, more] = text.slice(0, 100).split("..");
  const [startMs, endMs] = [momentOf(from ?? ""), momentOf(to ?? "")];
  if (!isUnlimited || startMs === null || endMs === null || more !== undefined) return "24h";
  return { startMs, endMs };
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** ISO 8601 with its zone, to Unix milliseconds; null when it is none. */
function momentOf(text: string): number | null {
  const ms = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}

/** The question as an address has it; what is as at first is left out. */
export function toSearch(question: Question, asker: Pick<Asker, "timezone">): URLSearchParams {
  const search = new URLSearchParams();
  const { type, timezone, range, metrics, xy, regressions, datapoints, feeding } = question;
  const { compare, align } = question;
  if (type === "xy") search.set("type", type);
  if (timezone !== asker.timezone) search.set("timezone", timezone);
  search.set("date_range", toRangeText(range));
  if (metrics.length > 0) search.set("metrics", joinNames(metrics));
  if (xy.x !== "" || xy.y !== "") search.set("xy-metrics", joinNames([xy.x, xy.y]));
  if (regressions.length > 0) search.set("regressions", regressions.join(","));
  if (datapoints !== 300) search.set("datapoints", String(datapoints));
  if (feeding) search.set("feeding", "true");
  if (compare.length > 0) search.set("compare", compare.join(","));
  if (align !== "clock") search.set("align", align);
  return search;
}

/** Unix milliseconds, inclusive-exclusive; a preset ends now. */
export const spanOf = (range: DateRange, nowMs: number): { startMs: number; endMs: number } =>
  typeof range === "string" ? resolveRange(range, nowMs) : range;

const AHEAD_MS = MINUTE_MS;

export const isValidSpan = (
  { startMs, endMs }: { startMs: number; endMs: number },
  nowMs: number,
) => endMs > startMs && endMs - startMs <= MAX_RANGE_MS && endMs <= nowMs + AHEAD_MS;

/** Why nothing can be generated now; null when it can. */
export function whyOff(
  question: Question,
  { nowMs, isBusy, isUnlimited }: { nowMs: number; isBusy: boolean; isUnlimited: boolean },
): "busy" | "range" | "noMetric" | "noAxes" | "tooMany" | null {
  if (!isValidSpan(spanOf(question.range, nowMs), nowMs)) return "range";
  if (question.type === "xy") {
    if (question.xy.x === "" || question.xy.y === "") return "noAxes";
  } else {
    if (question.metrics.length === 0) return "noMetric";
    if (question.metrics.length > mostMetrics(isUnlimited)) return "tooMany";
  }
  return isBusy ? "busy" : null;
}

export const mostMetrics = (isUnlimited: boolean): number =>
  isUnlimited ? UNLIMITED_METRICS : USUAL_METRICS;
