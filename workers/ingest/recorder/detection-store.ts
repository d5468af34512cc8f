/**
 * What detection must remember over a restart, in the recorder's SQLite: a summary per metric of each of the last days,
 * the bounds of every day as they were found then, UTS' states at the end of the newest hours, and which metrics have flags.
 */
import { THRESHOLD_DAYS } from "#app/domain/detection/threshold.ts";
import type { DetectionStep } from "#app/domain/detection/rules.ts";
import type { UtsStates } from "#app/domain/detection/hour-judge.ts";
import { STATE_BYTES } from "#app/domain/detection/uts-state.ts";
import type { UtsReason } from "#app/domain/detection/why.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import type { RecorderStorage } from "./log-store.ts";

/** Hours that may be judged anew by UTS: late samples of older ones are kept, and not judged by it. */
export const KEPT_STATE_HOURS = 48;
/** Steps kept unpacked. */
const MAX_UNPACKED = 96;
/** Of a blob of SQLite in workerd: 2 MB. */
const MAX_STATES = 1_000;

/** Of one answer, and of a machine: the newest. */
export const MAX_REASONS_ANSWERED = 100;
const MAX_REASONS = 20_000;

const SCHEMA = [
  // Of a day (UTC) while the machine ran: how many samples, how often they grew and fell, and threshold.ts' summary.
  `CREATE TABLE IF NOT EXISTS summaries (day INTEGER NOT NULL, metric TEXT NOT NULL, total INTEGER NOT NULL, rises INTEGER NOT NULL, falls INTEGER NOT NULL,
     summary BLOB NOT NULL, PRIMARY KEY (metric, day)) WITHOUT ROWID`,
  "CREATE TABLE IF NOT EXISTS summed (day INTEGER PRIMARY KEY, of INTEGER NOT NULL)",
  // What holds from a moment on: {bounds: {metric: [lower, upper]}, uts: [metric]}.
  "CREATE TABLE IF NOT EXISTS detection_steps (start INTEGER PRIMARY KEY, step TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS uts_states (hour INTEGER PRIMARY KEY, metrics TEXT NOT NULL, states BLOB NOT NULL)",
  // Why UTS' anomalies began, by the moment: {why, state}.
  "CREATE TABLE IF NOT EXISTS uts_reasons (metric TEXT NOT NULL, time INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (metric, time)) WITHOUT ROWID",
  "CREATE INDEX IF NOT EXISTS uts_reasons_time ON uts_reasons (time)",
  "CREATE TABLE IF NOT EXISTS flagged (metric TEXT PRIMARY KEY) WITHOUT ROWID",
];

export type MetricDay = { total: number; rises: number; falls: number; summary: Uint8Array };
export type Learned = { metric: string; total: number; rises: number; falls: number };

/** Of as many bytes each as they were written with: another version of Helios may have kept longer or shorter ones. */
function splitStates(metrics: readonly string[], states: ArrayBuffer): [string, Uint8Array][] {
  const bytes = Math.floor(states.byteLength / Math.max(1, metrics.length));
  return metrics.map((metric, at) => [metric, new Uint8Array(states, at * bytes, bytes)]);
}

export class DetectionStore {
  readonly #storage: RecorderStorage;
  /** Starts of steps, ascending; null while they must be read. */
  #starts: number[] | null = null;
  readonly #unpacked = new Map<number, DetectionStep>();
  #flagged: Set<string> | null = null;
  #states: { hourMs: number; states: UtsStates } | null = null;

  constructor(storage: RecorderStorage) {
    this.#storage = storage;
    for (const statement of SCHEMA) storage.sql.exec(statement);
  }

  /** Without any, nothing was ever judged. */
  get starts(): readonly number[] {
    this.#starts ??= this.#rows<{ start: number }>(
      "SELECT start FROM detection_steps ORDER BY start",
    ).map(({ start }) => start);
    return this.#starts;
  }

  /** Steps of [fromMs, toMs), the one in force when it begins first; of `isKept` the same objects each time. */
  steps(fromMs: number, toMs: number, isKept = true): DetectionStep[] {
    const { starts } = this;
    const first = Math.max(0, firstAfter(starts, fromMs) - 1);
    const end = firstAfter(starts, toMs - 1);
    return starts.slice(first, end).map((start) => this.#step(start, isKept));
  }

  #step(start: number, isKept: boolean): DetectionStep {
    const known = this.#unpacked.get(start);
    if (known) return known;
    type Packed = { bounds: Record<string, [number | null, number | null]>; uts: string[] };
    const [row] = this.#rows<{ step: string }>(
      "SELECT step FROM detection_steps WHERE start = ?",
      start,
    );
    const packed = row ? (JSON.parse(row.step) as Packed) : { bounds: {}, uts: [] };
    const bounds = new Map(
      Object.entries(packed.bounds).map(([metric, [lower, upper]]) => [metric, { lower, upper }]),
    );
    const step = { fromMs: start, bounds, uts: new Set(packed.uts) };
    if (!isKept) return step;
    this.#unpacked.set(start, step);
    if (this.#unpacked.size > MAX_UNPACKED)
      this.#unpacked.delete(this.#unpacked.keys().next().value as number);
    return step;
  }

  /** Records a step; one of the same moment is replaced. */
  writeStep({ fromMs, bounds, uts }: DetectionStep): void {
    const packed = Object.fromEntries(
      [...bounds].map(([metric, { lower, upper }]) => [metric, [lower, upper]]),
    );
    this.#storage.sql.exec(
      "INSERT OR REPLACE INTO detection_steps (start, step) VALUES (?, ?)",
      fromMs,
      JSON.stringify({ bounds: packed, uts: [...uts] }),
    );
    this.#starts = null;
    this.#unpacked.delete(fromMs);
  }

  /** The state of the day's hours of which the day was summed up; null when it never was. */
  summedOf(day: number): number | null {
    return this.#rows<{ of: number }>("SELECT of FROM summed WHERE day = ?", day)[0]?.of ?? null;
  }

  /** -Infinity before the first. */
  get newestSummed(): number {
    const [row] = this.#rows<{ day: number | null }>("SELECT max(day) AS day FROM summed");
    return row?.day ?? -Infinity;
  }

  /**
   * The day's summaries in place of what was known. Kept are days that matter to the newest one, and those about this one:
   * a machine may send what is months old, each day of which is judged by the days before it.
   */
  writeDay(day: number, of: number, metrics: ReadonlyMap<string, MetricDay>): void {
    this.#storage.transactionSync(() => {
      const { sql } = this.#storage;
      sql.exec("DELETE FROM summaries WHERE day = ?", day);
      for (const [metric, { total, rises, falls, summary }] of metrics)
        sql.exec(
          "INSERT INTO summaries (day, metric, total, rises, falls, summary) VALUES (?, ?, ?, ?, ?, ?)",
          ...[day, metric, total, rises, falls, summary],
        );
      sql.exec("INSERT OR REPLACE INTO summed (day, of) VALUES (?, ?)", day, of);
      const keptMs = 2 * THRESHOLD_DAYS * DAY_MS;
      for (const table of ["summaries", "summed"])
        sql.exec(
          `DELETE FROM ${table} WHERE day < ? AND day NOT BETWEEN ? AND ?`,
          ...[this.newestSummed - keptMs, day - keptMs, day + keptMs],
        );
    });
  }

  /** Summaries of the metric of the 30 days before. */
  summaries(metric: string, beforeDay: number): Uint8Array[] {
    return this.#rows<{ summary: ArrayBuffer }>(
      "SELECT summary FROM summaries WHERE metric = ? AND day >= ? AND day < ? ORDER BY day",
      metric,
      beforeDay - THRESHOLD_DAYS * DAY_MS,
      beforeDay,
    ).map(({ summary }) => new Uint8Array(summary));
  }

  /** What is known of each metric from the 30 days before, or of one. */
  learned(beforeDay: number, metric?: string): Learned[] {
    const days = [beforeDay - THRESHOLD_DAYS * DAY_MS, beforeDay];
    const sums =
      "SELECT metric, sum(total) AS total, sum(rises) AS rises, sum(falls) AS falls FROM summaries";
    return metric === undefined
      ? this.#rows<Learned>(`${sums} WHERE day >= ? AND day < ? GROUP BY metric`, ...days)
      : this.#rows<Learned>(
          `${sums} WHERE metric = ? AND day >= ? AND day < ? GROUP BY metric`,
          ...[metric, ...days],
        );
  }

  /** The states at the end of the newest hour before; null where they are not kept, an empty map where none ever were. */
  statesBefore(hourMs: number): UtsStates | null {
    type Row = { hour: number; metrics: string; states: ArrayBuffer };
    if (this.#states !== null && this.#states.hourMs === hourMs) return this.#states.states;
    const [row] = this.#rows<Row>(
      "SELECT hour, metrics, states FROM uts_states WHERE hour < ? ORDER BY hour DESC LIMIT 1",
      hourMs,
    );
    if (!row && this.#rows("SELECT hour FROM uts_states LIMIT 1").length > 0) return null;
    const metrics = row ? (JSON.parse(row.metrics) as string[]) : [];
    const states = new Map(row ? splitStates(metrics, row.states) : []);
    this.#states = { hourMs, states };
    return states;
  }

  /** Part of the caller's transaction. */
  writeStates(hourMs: number, states: UtsStates): void {
    this.#states = null;
    // One of another version begins anew when it is opened, and is not kept meanwhile.
    const kept = [...states]
      .filter(([, { length }]) => length === STATE_BYTES)
      .slice(0, MAX_STATES);
    if (kept.length === 0) return;
    const bytes = new Uint8Array(kept.length * STATE_BYTES);
    kept.forEach(([, state], at) => bytes.set(state, at * STATE_BYTES));
    this.#storage.sql.exec(
      "INSERT OR REPLACE INTO uts_states (hour, metrics, states) VALUES (?, ?, ?)",
      hourMs,
      JSON.stringify(kept.map(([metric]) => metric)),
      bytes,
    );
    this.#storage.sql.exec(
      "DELETE FROM uts_states WHERE hour <= (SELECT hour FROM uts_states ORDER BY hour DESC LIMIT 1 OFFSET ?)",
      KEPT_STATE_HOURS,
    );
  }

  /** The hour's reasons in place of what was known; part of the caller's transaction. */
  writeReasons(hourMs: number, reasons: readonly UtsReason[]): void {
    const { sql } = this.#storage;
    sql.exec("DELETE FROM uts_reasons WHERE time >= ? AND time < ?", hourMs, hourMs + HOUR_MS);
    if (reasons.length === 0) return;
    for (const { metric, timeMs, state, why } of reasons)
      sql.exec(
        "INSERT INTO uts_reasons (metric, time, reason) VALUES (?, ?, ?)",
        ...[metric, timeMs, JSON.stringify({ why, state })],
      );
    sql.exec(
      "DELETE FROM uts_reasons WHERE time <= (SELECT time FROM uts_reasons ORDER BY time DESC LIMIT 1 OFFSET ?)",
      MAX_REASONS,
    );
  }

  /** Of the metric in [startMs, endMs): the newest ones, ascending. */
  reasons(metric: string, startMs: number, endMs: number): UtsReason[] {
    return this.#rows<{ time: number; reason: string }>(
      "SELECT time, reason FROM uts_reasons WHERE metric = ? AND time >= ? AND time < ? ORDER BY time DESC LIMIT ?",
      ...[metric, startMs, endMs, MAX_REASONS_ANSWERED],
    )
      .map(({ time, reason }) => ({
        metric,
        timeMs: time,
        ...(JSON.parse(reason) as Pick<UtsReason, "why" | "state">),
      }))
      .reverse();
  }

  /** Companions that were ever written to a segment. */
  get flagged(): ReadonlySet<string> {
    this.#flagged ??= new Set(
      this.#rows<{ metric: string }>("SELECT metric FROM flagged").map(({ metric }) => metric),
    );
    return this.#flagged;
  }

  /** Part of the caller's transaction. */
  noteFlagged(names: readonly string[]): void {
    const fresh = names.filter((name) => !this.flagged.has(name));
    for (const name of fresh)
      this.#storage.sql.exec("INSERT OR IGNORE INTO flagged (metric) VALUES (?)", name);
    if (fresh.length > 0) this.#flagged = null;
  }

  /** Part of the caller's transaction. */
  forget(metrics: readonly string[]): void {
    const { sql } = this.#storage;
    const gone = new Set(metrics);
    for (const metric of metrics) {
      sql.exec("DELETE FROM summaries WHERE metric = ?", metric);
      sql.exec("DELETE FROM flagged WHERE metric = ?", metric);
      sql.exec("DELETE FROM uts_reasons WHERE metric = ?", metric);
    }
    for (const start of this.starts) {
      const step = this.#step(start, false);
      const bounds = [...step.bounds].filter(([metric]) => !gone.has(metric));
      const uts = [...step.uts].filter((metric) => !gone.has(metric));
      if (bounds.length < step.bounds.size || uts.length < step.uts.size)
        this.writeStep({ fromMs: start, bounds: new Map(bounds), uts: new Set(uts) });
    }
    type Row = { hour: number; metrics: string; states: ArrayBuffer };
    for (const { hour, metrics: names, states } of this.#rows<Row>(
      "SELECT hour, metrics, states FROM uts_states",
    )) {
      const all = JSON.parse(names) as string[];
      if (!all.some((name) => gone.has(name))) continue;
      const left = splitStates(all, states).filter(([name]) => !gone.has(name));
      sql.exec("DELETE FROM uts_states WHERE hour = ?", hour);
      this.writeStates(hour, new Map(left));
    }
    this.#flagged = null;
    this.#states = null;
    this.#unpacked.clear();
  }

  #rows<Row extends Record<string, SqlStorageValue>>(
    query: string,
    ...bindings: SqlStorageValue[]
  ): Row[] {
    return this.#storage.sql.exec<Row>(query, ...bindings).toArray();
  }
}

/** Index of the first start after the time. */
function firstAfter(starts: readonly number[], timeMs: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
