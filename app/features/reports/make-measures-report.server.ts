/** Spec 002 §2 measures tab, §7 POST reports/measures. */
import { canSeeKiwiplan, passesTier, requireTier } from "#app/domain/access/permissions.ts";
import { AppError } from "#app/domain/errors.ts";
import { isOrderMetric } from "#app/domain/demo/sample-orders.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { formatExact } from "#app/domain/formats/numbers.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";
import {
  countSteps,
  isReportTooLarge,
  planSteps,
  type StepRange,
} from "#app/domain/reports/plan-steps.ts";
import {
  isPresetRange,
  MAX_REPORT_TAGS,
  MAX_REPORT_VALUES,
} from "#app/domain/reports/timeframe.ts";
import { granularityOf, type Granularity } from "#app/domain/series/granularity.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import { letGo } from "#app/domain/series/doubles.ts";
import { stepValue, type StepValues } from "#app/domain/series/step-values.ts";
import type { UnitWords } from "#app/platform/unit-words.server.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import type { DemoReport } from "./demo-report.ts";
import { requireMetrics, requireReportable } from "./reportable.server.ts";
import { toFile, type FileChoice, type ReportFile } from "./files/report-file.server.ts";
import type { ReportColumn, ReportGroup } from "./files/report-table.ts";
import { makeInTurn, type TurnDeps } from "./report-turn.server.ts";

/** Values of one question: what is in memory at once, as columns of doubles. A day of 25 metrics a minute. */
export const VALUES_AT_ONCE = 36_000;
/** Into how many steps a long range is cut at most to find where its values begin. */
const LOOK_STEPS = 500;
/** So few that the roll-ups of days answer them, whatever the range. */
const KIND_STEPS = 8;
/** So that a file of a million rows does not go out in a million pieces. */
const ROWS_AT_ONCE = 500;

type Deps = TurnDeps & {
  series: Pick<SeriesReader, "values">;
  recorder: (deviceId: number) => Pick<RecorderPort, "metrics">;
};
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
 * machine's turn.
 */
export async function makeMeasuresReport(deps: Deps, input: Input): Promise<ReportFile | null> {
  const machine = await requireMachine(deps, input.device);
  const range = checkReport(deps, machine, input);
  await requireMetrics(deps.recorder(machine.id), input.metrics);
  return makeInTurn(deps, machine, async () => {
    const rows = await openRows(deps.series, machine.id, range, input);
    if (rows === null) return null;
    const columns = columnsOf(await findTexts(deps.series, machine.id, range, input), input);
    return toFile({ name: "helios-report", columns, rows: toTheEnd(rows, range.timezone) }, input);
  });
}

/** Refuses what the form disables: the tier, the range, the number of tags, order-system metrics of others. */
function checkReport(
  { actor, now }: Pick<Deps, "actor" | "now">,
  machine: Machine,
  { metrics, startMs, endMs, granularity = granularityOf(endMs - startMs) }: Input,
): StepRange {
  requireTier(actor, machine, "generateReport");
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
  const range = { ...requireReportable({ startMs, endMs }, now, machine), granularity };
  if (isReportTooLarge(range, metrics.length))
    throw new AppError("validation_failed", {
      message: `A report has at most ${formatExact("en", MAX_REPORT_VALUES)} values; take longer steps, a shorter range or fewer metrics.`,
      fields: { granularity: [{ code: "report_too_large", most: MAX_REPORT_VALUES }] },
    });
  return range;
}

const isKiwiplan = (metric: string): boolean => findMetric(metric)?.category === "kiwiplan";

const mostSteps = (metrics: readonly string[]): number =>
  Math.max(1, Math.floor(VALUES_AT_ONCE / metrics.length));

/** What one question found: columns of as many steps. */
type Block = { startMs: number; stepMs: number; steps: number; columns: readonly StepValues[] };

/** What each metric was in each step of the range from about `beginMs` on, in blocks as they are read. */
async function* readBlocks(
  series: Deps["series"],
  deviceId: number,
  range: StepRange & { beginMs: number },
  { metrics, sampleOf }: Input,
): AsyncGenerator<Block, void> {
  for (const { startMs, endMs, buckets } of planSteps(range, mostSteps(metrics))) {
    if (endMs <= range.beginMs) continue;
    const found = await series.values({ deviceId, metrics, startMs, endMs, buckets });
    const columns = metrics.map((metric) => {
      const column = found[metric] ?? [];
      if (!sampleOf || !isOrderMetric(metric)) return column;
      return Array.from({ length: buckets }, (_, step) =>
        stepValue(column, step) === null ? null : sampleOf(metric),
      );
    });
    yield { startMs, stepMs: (endMs - startMs) / buckets, steps: buckets, columns };
    // Who asks for the next block has written this one.
    for (const column of columns) if (column instanceof Float64Array) letGo(column);
  }
}

/** The first step in which something held; null when there is none. */
function firstHeld({ steps, columns }: Block): number | null {
  for (let step = 0; step < steps; step++)
    if (columns.some((column) => stepValue(column, step) !== null)) return step;
  return null;
}

/** Rows begin in the first block, at a step. */
type Rows = { first: Block; step: number; rest: AsyncGenerator<Block, void> };

/**
 * The rows from the first on that has a value; null when none has. As a rule that is where the range begins, and one question
 * finds it. Where it finds nothing, one question of long steps says where values begin: five years of minutes without any
 * would else be read one after another before a file has its first byte.
 */
async function openRows(
  series: Deps["series"],
  deviceId: number,
  range: StepRange,
  input: Input,
): Promise<Rows | null> {
  const rest = readBlocks(series, deviceId, { ...range, beginMs: range.startMs }, input);
  const begin = await rest.next();
  const step = begin.done ? null : firstHeld(begin.value);
  if (!begin.done && step !== null) return { first: begin.value, step, rest };
  if (countSteps(range) <= 2 * mostSteps(input.metrics)) return skipEmpty(rest);
  await rest.return();
  const beginMs = await findBegin(series, deviceId, range, input);
  return skipEmpty(readBlocks(series, deviceId, { ...range, beginMs }, input));
}

/** A moment before the first value, Unix milliseconds; the range's end without any. */
async function findBegin(
  series: Deps["series"],
  deviceId: number,
  { startMs, endMs }: StepRange,
  { metrics }: Input,
): Promise<number> {
  const buckets = Math.min(LOOK_STEPS, mostSteps(metrics));
  const found = await series.values({ deviceId, metrics, startMs, endMs, buckets });
  const first = Array.from({ length: buckets }, (_, step) => step).find((step) =>
    metrics.some((metric) => stepValue(found[metric], step) !== null),
  );
  // Long steps begin and end where the kept means do, up to a day from where they were asked for.
  return first === undefined ? endMs : startMs + (first * (endMs - startMs)) / buckets - DAY_MS;
}

/** For files in which a column has one type: those of the metrics that Helios does not know by name which are texts. */
async function findTexts(
  series: Deps["series"],
  deviceId: number,
  range: StepRange,
  { metrics: asked, format }: Input,
): Promise<ReadonlySet<string>> {
  const metrics = format === "parquet" ? asked.filter((metric) => !findMetric(metric)) : [];
  if (metrics.length === 0) return new Set();
  const { startMs, endMs } = range;
  const buckets = Math.min(KIND_STEPS, countSteps(range) - 1);
  const found = await series.values({ deviceId, metrics, startMs, endMs, buckets });
  return new Set(
    metrics.filter((metric) =>
      Array.from({ length: buckets }, (_, step) => stepValue(found[metric], step)).some(
        (value) => typeof value === "string",
      ),
    ),
  );
}

async function skipEmpty(rest: AsyncGenerator<Block, void>): Promise<Rows | null> {
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    const step = firstHeld(next.value);
    if (step !== null) return { first: next.value, step, rest };
  }
  return null;
}

/** To the end of the range, a step in which nothing held as a row without values. */
async function* toTheEnd(
  { first, step, rest }: Rows,
  timezone: string,
): AsyncGenerator<ReportGroup, void> {
  // Of millions of rows: what a block has of its own is given back after it.
  let times = new Float64Array(0);
  for (
    let next: IteratorResult<Block, void> = { value: first };
    !next.done;
    next = await rest.next()
  ) {
    const { startMs, stepMs, steps, columns } = next.value;
    if (times.length < steps) times = new Float64Array(steps);
    for (let at = 0; at < steps; at++) times[at] = startMs + at * stepMs;
    for (let from = next.value === first ? step : 0; from < steps; from += ROWS_AT_ONCE) {
      const to = Math.min(from + ROWS_AT_ONCE, steps);
      yield { timezone, columns: [times, ...columns], from, to };
    }
  }
}

/** The columns: the time, then the metrics; each known by name is of its kind, the others as they were found to be. */
function columnsOf(
  texts: ReadonlySet<string>,
  { metrics, format, sampleOf, units }: Input,
): ReportColumn[] {
  const kindOf = (metric: string): ReportColumn["kind"] => {
    const known = findMetric(metric);
    if (sampleOf && isOrderMetric(metric)) return "text";
    if (known) return known.type === "passthrough" ? "text" : "number";
    if (format !== "parquet") return "any";
    return texts.has(metric) ? "text" : "number";
  };
  return [
    { name: "time", unit: null, kind: "time" },
    ...metrics.map((name) => {
      const unit = findMetric(name)?.unit ?? null;
      // A tag may be called time too; as in the files of samples, its column then is `_time`, and `_time` is `__time`.
      const unique = /^_*time$/i.test(name) ? `_${name}` : name;
      return { name: unique, unit: unit && units[unit], kind: kindOf(name) };
    }),
  ];
}
