/** Spec 002 §2 measures tab, §7 POST reports/measures. */
import type { Db } from "#app/db/client.server.ts";
import { canSeeKiwiplan, passesTier, requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { isOrderMetric } from "#app/domain/demo/sample-orders.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";
import { countSteps, planSteps, type StepRange } from "#app/domain/reports/plan-steps.ts";
import {
  isBeyondToday,
  isPresetRange,
  MAX_REPORT_TAGS,
  MAX_REPORT_VALUES,
} from "#app/domain/reports/timeframe.ts";
import { granularityOf, type Granularity } from "#app/domain/series/granularity.ts";
import type { SeriesPoint } from "#app/domain/series/types.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import type { UnitWords } from "#app/platform/unit-words.server.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import type { DemoReport } from "./demo-report.ts";
import { toFile, type FileChoice, type ReportFile } from "./files/report-file.ts";
import type { ReportColumn, ReportRow } from "./files/report-table.ts";
import { takeReportTurn } from "./report-turn.server.ts";

/** Values of one question: what is in memory at once, about 10 MB. */
const VALUES_AT_ONCE = 50_000;
/** Into how many steps a long range is cut to find where its values begin. */
const LOOK_STEPS = 500;
/** So that a file of a million rows does not go out in a million pieces. */
const ROWS_AT_ONCE = 500;

type Deps = { db: Db; actor: Actor; now: number; series: Pick<SeriesReader, "steps"> };
type Input = FileChoice & {
  device: string;
  metrics: readonly string[];
  startMs: number;
  endMs: number;
  granularity?: Granularity | undefined;
  sampleOf?: DemoReport["sampleOf"];
  units: UnitWords;
};

/**
 * A file of means by time, a row a step and a column a metric; null when nothing held in the whole range. Takes the
 * machine's turn, and gives it back when no file comes of it: nothing found, failed, or left before its end.
 */
export async function makeMeasuresReport(deps: Deps, input: Input): Promise<ReportFile | null> {
  const machine = await requireMachine(deps, input.device);
  const range = checkReport(deps, machine, input);
  const giveBack = await takeReportTurn(deps, machine);
  const rows = readRows(deps.series, machine.id, range, input);
  let first: ReportRow[] | undefined;
  let columns: ReportColumn[];
  try {
    columns = await columnsOf(deps.series, machine.id, range, input);
    first = await skipEmpty(rows);
  } finally {
    if (first === undefined) await giveBack();
  }
  if (first === undefined) return null;
  return toFile({ name: "helios-report", columns, rows: withTurn(first, rows, giveBack) }, input);
}

/** Refuses what the form disables: the tier, the range, the number of tags, order-system metrics of others. */
function checkReport(
  { actor, now }: Pick<Deps, "actor" | "now">,
  machine: Machine,
  { metrics, startMs, endMs, granularity = granularityOf(endMs - startMs) }: Input,
): StepRange {
  requireTier(actor, machine, "generateReport");
  const timezone = machine.facility?.timezone ?? "UTC";
  if (isBeyondToday(endMs, now, timezone))
    throw new AppError("validation_failed", { fields: { end_time: [{ code: "future" }] } });
  if (!passesTier(actor, machine.serviceTier, "unlimitedReport")) {
    if (!isPresetRange(startMs, endMs, now))
      throw new AppError("forbidden", {
        message:
          "The machine's service tier has reports of the last 20 minutes, 24 hours, 7 or 30 days, 3 months or year only.",
      });
    if (metrics.length > MAX_REPORT_TAGS)
      throw new AppError("validation_failed", {
        fields: { metrics: [{ code: "list_too_long", most: MAX_REPORT_TAGS }] },
      });
  }
  const hidden = canSeeKiwiplan(actor, machine) ? [] : metrics.filter(isKiwiplan);
  if (hidden.length > 0)
    throw new AppError("forbidden", {
      message: `Orders of this machine are not shown: ${hidden.slice(0, 5).join(", ")}.`,
    });
  const range = { startMs, endMs, granularity, timezone };
  if (countSteps(range) * metrics.length > MAX_REPORT_VALUES)
    throw new AppError("validation_failed", {
      message: `A report has at most ${MAX_REPORT_VALUES} values; take longer steps, a shorter range or fewer metrics.`,
      fields: { granularity: [{ code: "report_too_large", most: MAX_REPORT_VALUES }] },
    });
  return range;
}

const isKiwiplan = (metric: string): boolean => findMetric(metric)?.category === "kiwiplan";

/** A row for each step of the range, with what each metric was in it; in groups as they are read. */
async function* readRows(
  series: Deps["series"],
  deviceId: number,
  range: StepRange,
  { metrics, sampleOf }: Input,
): AsyncGenerator<ReportRow[], void> {
  const { timezone } = range;
  const most = Math.max(1, Math.floor(VALUES_AT_ONCE / metrics.length));
  const isLong = countSteps(range) > 2 * most;
  const beginMs = isLong ? await findBegin(series, deviceId, range, metrics) : range.startMs;
  for (const stretch of planSteps(range, most)) {
    if (stretch.endMs <= beginMs) continue;
    const { points } = await series.steps({ deviceId, metrics, ...stretch });
    const columns = metrics.map((metric) => points[metric] ?? []);
    const width = (stretch.endMs - stretch.startMs) / stretch.buckets;
    let rows: ReportRow[] = [];
    for (let step = 0; step < stretch.buckets; step++) {
      const values = columns.map((column, index) => {
        const value = column[step]?.value ?? null;
        const metric = metrics[index] ?? "";
        return value !== null && sampleOf && isOrderMetric(metric) ? sampleOf(metric) : value;
      });
      rows.push({ timezone, cells: [stretch.startMs + step * width, ...values] });
      if (rows.length < ROWS_AT_ONCE) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  }
}

/**
 * A moment before the first value of a long range, by one question of long steps: five years of minutes without a value
 * would else be read one after another before a file has its first byte. Unix milliseconds; the range's end without any.
 */
async function findBegin(
  series: Deps["series"],
  deviceId: number,
  { startMs, endMs }: StepRange,
  metrics: readonly string[],
): Promise<number> {
  const { points } = await series.steps({ deviceId, metrics, startMs, endMs, buckets: LOOK_STEPS });
  const first = Array.from({ length: LOOK_STEPS }, (_, step) => step).find((step) =>
    metrics.some((metric) => (points[metric]?.[step]?.value ?? null) !== null),
  );
  // Long steps begin and end where the kept means do, up to a day from where they were asked for.
  const widthMs = (endMs - startMs) / LOOK_STEPS;
  return first === undefined ? endMs : startMs + first * widthMs - DAY_MS;
}

const hasValue = ({ cells }: ReportRow): boolean => cells.slice(1).some((value) => value !== null);

/** The rows from the first on that has a value; undefined when none has. */
async function skipEmpty(
  groups: AsyncGenerator<ReportRow[], void>,
): Promise<ReportRow[] | undefined> {
  for (let next = await groups.next(); !next.done; next = await groups.next()) {
    const first = next.value.findIndex(hasValue);
    if (first !== -1) return next.value.slice(first);
  }
  return undefined;
}

/** To the end of the range, a step in which nothing held as a row without values; the turn is given back when the reader leaves before. */
async function* withTurn(
  first: ReportRow[],
  rest: AsyncGenerator<ReportRow[], void>,
  giveBack: () => Promise<void>,
): AsyncGenerator<ReportRow[], void> {
  let isWhole = false;
  try {
    yield first;
    yield* rest;
    isWhole = true;
  } finally {
    if (!isWhole) await giveBack();
  }
}

/**
 * The columns: the time, then the metrics. For files in which a column has one type, what a metric is over the whole
 * range; Helios knows it of those that it knows by name, and asks for the others.
 */
async function columnsOf(
  series: Deps["series"],
  deviceId: number,
  range: StepRange,
  { metrics, format, sampleOf, units }: Input,
): Promise<ReportColumn[]> {
  const unknown = format === "parquet" ? metrics.filter((metric) => !findMetric(metric)) : [];
  const whole = { startMs: range.startMs, endMs: range.endMs, buckets: 1 };
  const { points } =
    unknown.length === 0
      ? { points: {} as Record<string, SeriesPoint[]> }
      : await series.steps({ deviceId, metrics: unknown, ...whole });
  const kindOf = (metric: string): ReportColumn["kind"] => {
    const known = findMetric(metric);
    if (sampleOf && isOrderMetric(metric)) return "text";
    if (known) return known.type === "passthrough" ? "text" : "number";
    if (format !== "parquet") return "any";
    return typeof points[metric]?.[0]?.value === "string" ? "text" : "number";
  };
  return [
    { name: "time", unit: null, kind: "time" },
    ...metrics.map((name) => {
      const unit = findMetric(name)?.unit ?? null;
      return { name, unit: unit && units[unit], kind: kindOf(name) };
    }),
  ];
}
