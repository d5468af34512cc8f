/** Spec 002 §2 measures tab, §7 POST reports/measures. */
import type { Db } from "#app/db/client.server.ts";
import { canSeeKiwiplan, passesTier, requireTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { BYTE_ORDER_MARK, csvLine } from "#app/domain/formats/csv.ts";
import { zonedIso } from "#app/domain/formats/zoned-iso.ts";
import { isOrderMetric } from "#app/domain/demo/sample-orders.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";
import { countSteps, planSteps, type StepRange } from "#app/domain/reports/plan-steps.ts";
import {
  isPresetRange,
  MAX_REPORT_TAGS,
  MAX_REPORT_VALUES,
} from "#app/domain/reports/timeframe.ts";
import { granularityOf, type Granularity } from "#app/domain/series/granularity.ts";
import type { SampleValue } from "#app/domain/series/types.ts";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import type { DemoReport } from "./demo-report.ts";
import type { ReportFile } from "./report.ts";
import { takeReportTurn } from "./report-turn.server.ts";

/** Values of one question: what is in memory at once, about 10 MB. */
const VALUES_AT_ONCE = 50_000;

type Deps = { db: Db; actor: Actor; now: number; series: Pick<SeriesReader, "steps"> };
type Input = {
  device: string;
  metrics: readonly string[];
  startMs: number;
  endMs: number;
  granularity?: Granularity | undefined;
  /** Whether the file begins with the byte order mark. */
  hasMark: boolean;
  sampleOf?: DemoReport["sampleOf"];
};

type Row = { timeMs: number; values: (SampleValue | null)[] };

/**
 * A CSV of means by time, a row a step and a column a metric; null when nothing held in the whole range. Takes the
 * machine's turn, and gives it back when no file comes of it: nothing found, failed, or left before its end.
 */
export async function makeMeasuresReport(deps: Deps, input: Input): Promise<ReportFile | null> {
  const machine = await requireMachine(deps, input.device);
  const range = checkReport(deps, machine, input);
  const giveBack = await takeReportTurn(deps, machine);
  const rows = readRows(deps.series, machine.id, range, input);
  let first: Row | undefined;
  try {
    first = await nextWithValue(rows);
  } finally {
    if (first === undefined) await giveBack();
  }
  if (first === undefined) return null;
  return {
    name: "helios-report.csv",
    type: "text/csv",
    text: writeRows({ first, rows, input, timezone: range.timezone, giveBack }),
  };
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
  const range = { startMs, endMs, granularity, timezone: machine.facility?.timezone ?? "UTC" };
  if (countSteps(range) * metrics.length > MAX_REPORT_VALUES)
    throw new AppError("validation_failed", {
      message: `A report has at most ${MAX_REPORT_VALUES} values; take longer steps, a shorter range or fewer metrics.`,
      fields: { granularity: [{ code: "report_too_large", most: MAX_REPORT_VALUES }] },
    });
  return range;
}

const isKiwiplan = (metric: string): boolean => findMetric(metric)?.category === "kiwiplan";

/** A row for each step of the range, with what each metric was in it. */
async function* readRows(
  series: Deps["series"],
  deviceId: number,
  range: StepRange,
  { metrics, sampleOf }: Input,
): AsyncGenerator<Row, void> {
  const most = Math.max(1, Math.floor(VALUES_AT_ONCE / metrics.length));
  for (const stretch of planSteps(range, most)) {
    const { points } = await series.steps({ deviceId, metrics, ...stretch });
    const columns = metrics.map((metric) => points[metric] ?? []);
    for (let step = 0; step < stretch.buckets; step++) {
      const timeMs = stretch.startMs + (step * (stretch.endMs - stretch.startMs)) / stretch.buckets;
      yield {
        timeMs,
        values: columns.map((column, index) => {
          const value = column[step]?.value ?? null;
          const metric = metrics[index] ?? "";
          return value !== null && sampleOf && isOrderMetric(metric) ? sampleOf(metric) : value;
        }),
      };
    }
  }
}

const hasValue = ({ values }: Row): boolean => values.some((value) => value !== null);

async function nextWithValue(rows: AsyncGenerator<Row, void>): Promise<Row | undefined> {
  for (let next = await rows.next(); !next.done; next = await rows.next())
    if (hasValue(next.value)) return next.value;
  return undefined;
}

/** Lines at a time, so that a file of a million does not go out in a million pieces. */
const LINES_AT_ONCE = 500;

/** From the first row that has a value to the end of the range; a step in which nothing held is a row without values. */
async function* writeRows({
  first,
  rows,
  input: { metrics, hasMark },
  timezone,
  giveBack,
}: {
  first: Row;
  rows: AsyncGenerator<Row, void>;
  input: Input;
  timezone: string;
  giveBack: () => Promise<void>;
}): AsyncGenerator<string, void> {
  const toIso = zonedIso(timezone);
  const lineOf = ({ timeMs, values }: Row) => csvLine([toIso(timeMs), ...values]);
  let isWhole = false;
  try {
    yield (
      (hasMark ? BYTE_ORDER_MARK : "") + csvLine(["time", ...metrics.map(headerOf)]) + lineOf(first)
    );
    let held: string[] = [];
    for await (const row of rows) {
      held.push(lineOf(row));
      if (held.length < LINES_AT_ONCE) continue;
      yield held.join("");
      held = [];
    }
    if (held.length > 0) yield held.join("");
    isWhole = true;
  } finally {
    if (!isWhole) await giveBack();
  }
}

/** A metric's name with its unit. */
function headerOf(metric: string): string {
  const unit = findMetric(metric)?.unit ?? null;
  return unit === null ? metric : `${metric} (${unit})`;
}
