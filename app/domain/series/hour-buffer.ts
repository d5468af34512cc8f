/**
 * One UTC hour of one machine in memory: its raw samples and, walked from them, its derived ones.
 * A complete hour holds every sample of the hour; a patch holds only what came after the hour was sealed.
 */
import { ColumnBuffer, type PutResult } from "./column-buffer.ts";
import { DERIVE_INPUTS, Deriver, sameCarry, type Carry, type Emit } from "./derive.ts";
import { isTextKey, otherKey, type Columns, type SampleValue } from "./types.ts";
import { maxOf } from "#app/domain/extremes.ts";

const GROUPS: Record<string, readonly string[]> = {
  state: ["machine_state"],
  signal: ["signal_dbm"],
  sheets: ["sheet_count", "sheets_per_hour", "sheet_size"],
};
const GROUP_OF = new Map(
  Object.entries(GROUPS).flatMap(([group, metrics]) =>
    metrics.map((metric) => [metric, group] as const),
  ),
);

export class HourBuffer {
  readonly hourMs: number;
  readonly complete: boolean;
  /** By column key. */
  readonly raw = new Map<string, ColumnBuffer>();
  readonly derived = new Map<string, ColumnBuffer>();
  /** Flags and bounds of what was judged (domain/detection/hour-judge.ts). */
  readonly judged = new Map<string, ColumnBuffer>();
  /** Of a sealed hour that was read again: its flags and bounds as they stood. */
  readonly judgedBefore = new Map<string, ColumnBuffer>();
  /** Metrics of which a sample came, changed or went that is older than the newest one then. */
  readonly disturbed = new Set<string>();
  /** Told of every change in how many raw samples are held. */
  onCount: ((change: number) => void) | null = null;
  /** Grows with every put that changed something. */
  version = 0;
  #samples = 0;
  #deriver: Deriver | null = null;
  #carryIn: Carry | null = null;
  #carryOut: Carry | null = null;
  #stale = false;
  readonly #walkedMs = new Map<string, number>();

  constructor(hourMs: number, complete: boolean) {
    this.hourMs = hourMs;
    this.complete = complete;
  }

  /** Raw samples held. */
  get samples(): number {
    return this.#samples;
  }

  #count(change: number): void {
    this.#samples += change;
    this.onCount?.(change);
  }

  /** A sample of the metric's other kind at that time gives way. */
  put(metric: string, timeMs: number, value: SampleValue): PutResult {
    let column = this.raw.get(metric);
    if (!column) {
      column = new ColumnBuffer(isTextKey(metric) ? "text" : "number");
      this.raw.set(metric, column);
      if (this.derived.has(metric) || metric === "sheets_per_hour") this.#stale = true;
    }
    let result = column.put(timeMs, value);
    if (result === "same") return result;
    this.version++;
    if (timeMs < column.lastMs || result === "changed") this.disturbed.add(metric);
    if (result === "new") {
      const other = otherKey(metric);
      if (this.raw.get(other)?.remove(timeMs)) {
        result = "changed";
        this.disturbed.add(other);
      } else this.#count(1);
    }
    if (DERIVE_INPUTS.has(metric)) {
      this.#carryOut = null;
      if (timeMs <= (this.#walkedMs.get(GROUP_OF.get(metric) as string) ?? -Infinity))
        this.#stale = true;
    }
    return result;
  }

  /**
   * Appends a column of numbers whose times ascend and are all newer than what is held: the usual case, without
   * a search per sample. Answers how many it took; -1, and nothing is taken, when the case is another one.
   */
  append(
    metric: string,
    times: Float64Array,
    valueAt: (row: number) => SampleValue | null,
  ): number {
    const column = this.raw.get(metric);
    if (!this.complete || column?.kind !== "number" || !((times[0] as number) > column.lastMs))
      return -1;
    const taken = column.append(times, valueAt as (row: number) => number | null);
    if (taken === 0) return 0;
    this.version++;
    this.#count(taken);
    if (DERIVE_INPUTS.has(metric)) {
      this.#carryOut = null;
      if ((times[0] as number) <= (this.#walkedMs.get(GROUP_OF.get(metric) as string) ?? -Infinity))
        this.#stale = true;
    }
    return taken;
  }

  /** Takes whole raw columns, as read from a sealed segment. */
  fill(columns: Columns): void {
    for (const [metric, column] of Object.entries(columns)) {
      const filled = ColumnBuffer.from(column);
      this.#count(filled.length);
      this.raw.set(metric, filled);
    }
    this.version++;
    this.#stale = true;
    this.#carryOut = null;
  }

  /** Puts all raw samples of another buffer of the hour here. */
  putAll({ raw }: Pick<HourBuffer, "raw">): void {
    for (const [metric, column] of raw)
      for (let index = 0; index < column.length; index++)
        this.put(metric, column.timeAt(index), column.valueAt(index));
  }

  /** As if the columns had never come, with what was judged of them. */
  drop(keys: readonly string[]): void {
    for (const key of keys) {
      this.#count(-(this.raw.get(key)?.length ?? 0));
      this.raw.delete(key);
      this.judged.delete(key);
      this.judgedBefore.delete(key);
      this.disturbed.delete(key);
    }
    this.version++;
  }

  /** Names of the columns that were computed, not sent. */
  computed(): string[] {
    return [...this.derived.keys(), ...this.judged.keys()].filter((name) => !this.raw.has(name));
  }

  /** Brings the derived columns up to date; answers what the next hour must know. A patch cannot be derived. */
  derive(carryIn: Carry, onSample?: Emit): Carry {
    if (!this.complete) throw new Error("a patch is derived when it is merged with its segment");
    const rebuilt =
      this.#deriver === null ||
      this.#stale ||
      (carryIn !== this.#carryIn && !sameCarry(carryIn, this.#carryIn as Carry));
    if (!rebuilt && this.#carryOut) return this.#carryOut;
    if (rebuilt) {
      this.derived.clear();
      this.#walkedMs.clear();
      this.#deriver = new Deriver(carryIn);
      this.#stale = false;
    }
    this.#carryIn = carryIn;
    const deriver = this.#deriver as Deriver;
    deriver.advance(this.raw, (metric, timeMs, value) => {
      if (this.raw.has(metric)) return;
      let column = this.derived.get(metric);
      if (!column) this.derived.set(metric, (column = new ColumnBuffer("number")));
      column.put(timeMs, value);
      onSample?.(metric, timeMs, value);
    });
    for (const [group, metrics] of Object.entries(GROUPS)) {
      const walked = maxOf(metrics.map((metric) => this.raw.get(metric)?.lastMs ?? -Infinity));
      if (walked > -Infinity) this.#walkedMs.set(group, walked);
    }
    return (this.#carryOut = deriver.carry());
  }

  /** The carry with what judging adds to it, for as long as it stands. */
  keepCarry(carry: Carry): Carry {
    return (this.#carryOut = carry);
  }

  /** Raw, derived and judged columns, as a segment holds them: what was sent stands above what was computed. */
  columns(): Columns {
    return Object.fromEntries(
      [...this.judged, ...this.derived, ...this.raw].map(([metric, column]) => [
        metric,
        column.slice(),
      ]),
    );
  }

  column(metric: string): ColumnBuffer | undefined {
    return this.raw.get(metric) ?? this.derived.get(metric) ?? this.judged.get(metric);
  }
}
