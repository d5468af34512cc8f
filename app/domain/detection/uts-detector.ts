/**
 * UTS (univariate time series) detection: judges a tag's samples one by one, in the order of their time, by what the
 * tag itself did before. Causal; the whole state is 1,984 bytes. docs/detection.md tells the method and how it was chosen.
 *
 * Values become y = (value − first) / (first other − first), so that a scaled, shifted or mirrored copy of a series
 * gives the same y and the same flags. Eight deviations of y from what was usual are kept, each with its own tail
 * (tail.ts); how rare they are, in powers of ten and against how much past there is, adds up to the score.
 */
import { learnTail, surpriseOf, TAIL_SIZE, wasSeen } from "./tail.ts";
import { findBand } from "./uts-band.ts";
import {
  ASIDE,
  EVIDENCE_FLOOR,
  FAST_RATE,
  FLAG_SCORE,
  HOUR_RATE,
  HOUR_ROWS,
  LEAST_PAST,
  LIMIT,
  LONG,
  MEMORY,
  MOVE_ROWS,
  OVER_SCORE,
  PER_RECENT_FLAG,
  RARE_LONG_ROWS,
  RARE_ROWS,
  RARITY_EVERY_MS,
  RECENT_ROWS,
  REST,
  rowsOf,
  SEEN_BEFORE,
  SHORT_ROWS,
  SLOW,
  WARM_UP,
  WEEK_RATE,
  YOUNG_EXTRA,
  YOUNG_MS,
} from "./uts-constants.ts";
import { learnBin, nearer, offBin } from "./uts-hours.ts";
import { lookForLevels, trustStates } from "./uts-levels.ts";
import { endsOf, inOrder, sideOf } from "./uts-limits.ts";
import { rateOf, takeRun, takeSlot, takeSlotValue, takeTime } from "./uts-intake.ts";
import {
  AT_HOURS,
  AT_WEEK,
  D,
  FEATURES,
  openState,
  TWO_SIDED,
  WEEK_HOURS,
  type UtsState,
} from "./uts-state.ts";
import { REASON_OF, whyOf, type Reason, type ToUnit } from "./uts-reason.ts";
import { countSize, rarityOf, sizeOf } from "./value-rarity.ts";
import type { Why } from "./why.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { NO_LIMITS, type ValueLimits } from "#app/domain/metrics/registry.ts";
import { STATE_OFF } from "#app/domain/metrics/states.ts";

export type Verdict = {
  /** Where a value was to be expected, in the tag's unit; null while too little is known. */
  lower: number | null;
  upper: number | null;
  /** Powers of ten of evidence; from FLAG_SCORE on it is an anomaly. */
  score: number;
  /** An anomaly begins with this sample: what alarms listen to. */
  flag: boolean;
  /** The sample belongs to an anomaly, the first and those after it until it is over. */
  abnormal: boolean;
  /** Of a flag, what made it. */
  why: Why | null;
};

export class UtsDetector {
  private readonly state: UtsState;
  private readonly limits: ValueLimits;
  private readonly deviations = new Float64Array(FEATURES);
  private readonly windows = Float64Array.of(
    1,
    SHORT_ROWS,
    1,
    2,
    HOUR_ROWS,
    MOVE_ROWS,
    RARE_ROWS,
    RARE_LONG_ROWS,
  );
  private readonly band = { lower: 0, upper: 0 };

  /**
   * Goes on from a saved state; begins anew without one, or with one of another version. `limits`: what the tag's values
   * can be, where that is known; what is expected ends there.
   */
  constructor(saved: Uint8Array | null = null, limits: ValueLimits = NO_LIMITS) {
    this.state = openState(saved);
    this.limits = limits;
  }

  /** STATE_BYTES bytes. */
  save(): Uint8Array {
    return this.state.bytes.slice();
  }

  /** When the tag's first sample was, in ms; what is expected was learned since. */
  get sinceMs(): number {
    return this.state.d[D.firstMs]!;
  }

  /**
   * Judges a sample and learns from it. Samples come in the order of their time (ms since 1970, UTC).
   * `machineState` is a whole number that names what the machine does, 0 where it is off; null where that is not known.
   */
  judge(timeMs: number, value: number, machineState: number | null = null): Verdict {
    if (!Number.isFinite(value)) return unjudged();
    const { d } = this.state;
    const isFirst = d[D.seen] === 0;
    const dt = isFirst ? 0 : Math.max(0, timeMs - d[D.lastMs]!);
    takeTime(this.state, timeMs, dt, isFirst);
    const stepMs = d[D.stepMs]! || 60_000;

    const before = d[D.sides]!;
    d[D.sides] = before | sideOf(value);
    if (isFirst) d[D.origin] = value;
    if (d[D.unit] === 0) d[D.unit] = value - d[D.origin]!;
    const x = Math.max(-LIMIT, Math.min(LIMIT, (value - d[D.origin]!) / (d[D.unit]! || 1)));
    const change = x - d[D.lastX]!;
    d[D.lastX] = x;

    if (machineState !== null) trustStates(this.state);
    else if (d[D.counts] === 0)
      lookForLevels(this.state, x, change, Math.ceil(rowsOf(WARM_UP, stepMs)));
    const slot = takeSlot(this.state, machineState, x, isFirst);
    const rate = rateOf(this.state, change, dt, stepMs);
    if (rate === null) return unjudged();
    const raw = d[D.counts] === 0 ? x : rate;
    // The speed of a machine that is off stands still at 0, for as long as that is off.
    const isAtRest = machineState === STATE_OFF && value === 0 && change === 0;
    const flat = isAtRest ? 0 : takeRun(this.state, x, change, isFirst, slot);
    const [center, spread] = slot === 0 ? ZERO_ONE : takeSlotValue(this.state, slot, raw);
    if (spread === 0) return unjudged();
    const y = (raw - center) / spread;

    d[D.learned]! += 1;
    const learned = d[D.learned]!;
    if (learned === 1) d[D.slow] = d[D.fast] = d[D.short] = d[D.long] = d[D.lastY] = y;
    const isJudged = learned > rowsOf(WARM_UP, stepMs);
    const hour = Math.floor(timeMs / HOUR_MS);
    const size = sizeOf((y - d[D.slow]!) / (d[D.spread]! || 1e-12));
    const longRows = rowsOf(LONG, stepMs);
    const memory = rowsOf(MEMORY, stepMs);
    const past = Math.max(rowsOf(LEAST_PAST, stepMs), Math.min(learned, memory));
    if (isJudged) findBand(this.state, hour, past, this.band);
    this.deviate(y, hour, size, longRows);

    let [rarest, at, sum] = [0, -1, 0];
    for (let k = 0; k < FEATURES; k++) {
      const evidence = isJudged ? this.evidenceOf(k, past) : 0;
      sum += evidence;
      if (evidence > rarest) [rarest, at] = [evidence, k];
      this.learnFeature(k, learned, memory);
    }
    this.learn(timeMs, y, hour, size, dt || stepMs, rowsOf(SLOW, stepMs));
    if (!isJudged) return unjudged();

    let score = rarest + ASIDE * (sum - rarest);
    let reason = at < 0 ? null : REASON_OF[at]!;
    if (flat * FLAG_SCORE > score) [score, reason] = [flat * FLAG_SCORE, "flat"];
    const age = timeMs - d[D.firstMs]!;
    score -= PER_RECENT_FLAG * d[D.recentFlags]! + YOUNG_EXTRA * Math.max(0, 1 - age / YOUNG_MS);
    const flag = this.decide(score, reason, stepMs);
    const toUnit = this.unitOf(center, spread, x - change, dt / stepMs, before);
    const [lower, upper] = this.bounds(toUnit);
    let why: Why | null = null;
    if (flag && reason) {
      const sinceMs = Math.max(d[D.firstMs]!, timeMs - MEMORY.ms);
      why = whyOf(this.state, reason, at, {
        value,
        lower,
        upper,
        sinceMs,
        stepMs,
        hour,
        past,
        longRows,
        toUnit,
      });
    }
    return { lower, upper, score: Math.max(0, score), flag, abnormal: d[D.episode] === 1, why };
  }

  private deviate(y: number, hour: number, size: number, longRows: number): void {
    const { state, deviations, windows } = this;
    const { d, f } = state;
    const learned = d[D.learned]!;
    const hourOff = offBin(f[AT_HOURS + (hour % 24)]!, y);
    const weekLevel = f[AT_WEEK + (hour % WEEK_HOURS)]!;
    const season = Number.isNaN(weekLevel) ? hourOff : nearer(hourOff, y - weekLevel);
    const move = Math.abs(y - d[D.lastY]!);
    const rarity = rarityOf(state.counts, hour, size);
    d[D.short]! += (y - d[D.short]!) / Math.min(SHORT_ROWS, learned);
    d[D.long]! += (y - d[D.long]!) / Math.min(longRows, learned);
    d[D.hour2]! += (season - d[D.hour2]!) / 2;
    d[D.hour10]! += (season - d[D.hour10]!) / HOUR_ROWS;
    d[D.move]! += (move - d[D.move]!) / MOVE_ROWS;
    d[D.rare10]! += (rarity - d[D.rare10]!) / RARE_ROWS;
    d[D.rare40]! += (rarity - d[D.rare40]!) / RARE_LONG_ROWS;
    windows[2] = longRows;
    deviations[0] = y - d[D.fast]!;
    deviations[1] = d[D.short]! - d[D.slow]!;
    deviations[2] = d[D.long]! - d[D.slow]!;
    deviations[3] = d[D.hour2]!;
    deviations[4] = d[D.hour10]!;
    deviations[5] = d[D.move]! - d[D.moveUsual]!;
    deviations[6] = d[D.rare10]!;
    deviations[7] = d[D.rare40]!;
    d[D.moveUsual]! += (move - d[D.moveUsual]!) * Math.max(1 / 1000, 1 / learned);
  }

  /** Powers of ten by which this deviation is rarer than what a past of this length shows once in a hundred. */
  private evidenceOf(k: number, past: number): number {
    const { f } = this.state;
    const deviation = this.deviations[k]!;
    if (deviation <= 0 && k >= TWO_SIDED) return 0;
    const at = (deviation > 0 ? k : FEATURES + k) * TAIL_SIZE;
    const surprise = surpriseOf(f, at, Math.abs(deviation));
    if (surprise === 0) return 0;
    const evidence = surprise - Math.log10(past / this.windows[k]!) + EVIDENCE_FLOOR;
    if (evidence <= 0) return 0;
    return evidence > SEEN_BEFORE && wasSeen(f, at, Math.abs(deviation)) ? SEEN_BEFORE : evidence;
  }

  private learnFeature(k: number, learned: number, memory: number): void {
    const { f } = this.state;
    const deviation = this.deviations[k]!;
    learnTail(f, k * TAIL_SIZE, deviation > 0 ? deviation : 0, learned, memory);
    if (k < TWO_SIDED)
      learnTail(f, (FEATURES + k) * TAIL_SIZE, deviation < 0 ? -deviation : 0, learned, memory);
  }

  private learn(
    timeMs: number,
    y: number,
    hour: number,
    size: number,
    dt: number,
    slowRows: number,
  ): void {
    const { d, f, counts } = this.state;
    const learned = d[D.learned]!;
    d[D.slow]! += (y - d[D.slow]!) * Math.max(1 / slowRows, 1 / learned);
    d[D.fast]! += (y - d[D.fast]!) * FAST_RATE;
    d[D.spread]! += (Math.abs(y - d[D.slow]!) - d[D.spread]!) * Math.max(1 / 1000, 1 / learned);
    d[D.lastY] = y;
    const share = Math.min(dt, HOUR_MS) / HOUR_MS;
    learnBin(f, AT_HOURS + (hour % 24), y, Math.max(1e-4, Math.min(0.3, HOUR_RATE * share)));
    learnBin(f, AT_WEEK + (hour % WEEK_HOURS), y, Math.max(1e-4, Math.min(0.5, WEEK_RATE * share)));
    if (timeMs - d[D.rarityMs]! < RARITY_EVERY_MS) return;
    d[D.rarityMs] = timeMs;
    countSize(counts, hour, size);
  }

  private decide(score: number, reason: Reason | null, stepMs: number): boolean {
    const { d } = this.state;
    d[D.recentFlags]! *= 1 - 1 / RECENT_ROWS;
    if (score < OVER_SCORE) d[D.episode] = 0;
    if (score < FLAG_SCORE) return false;
    const isTold = reason === "flat" && d[D.runTold] === 1;
    if (reason === "flat") d[D.runTold] = 1;
    if (isTold || d[D.seen]! <= d[D.restUntil]!) return false;
    d[D.restUntil] = d[D.seen]! + rowsOf(REST, stepMs);
    d[D.recentFlags]! += 1;
    d[D.episode] = 1;
    return true;
  }

  /** From y to the tag's unit; a counter's y is its rate, so a bound of it is one for its next value. */
  private unitOf(
    center: number,
    spread: number,
    lastX: number,
    steps: number,
    sides: number,
  ): ToUnit {
    const { d } = this.state;
    const isCounter = d[D.counts] !== 0;
    const [unit, origin] = [d[D.unit]! || 1, d[D.origin]!];
    const end = endsOf(this.limits, sides);
    return (y) => {
      const raw = y * spread + center;
      return end((isCounter ? lastX + raw * steps : raw) * unit + origin);
    };
  }

  private bounds(toUnit: ToUnit): [number | null, number | null] {
    const { lower, upper } = this.band;
    // During an anomaly the rules may leave no value in common: then there is no band.
    if (lower > upper) return [null, null];
    return inOrder(toUnit(lower), toUnit(upper), this.state.d[D.unit]!);
  }
}

const ZERO_ONE: [number, number] = [0, 1];
const unjudged = (): Verdict => ({
  lower: null,
  upper: null,
  score: 0,
  flag: false,
  abnormal: false,
  why: null,
});
