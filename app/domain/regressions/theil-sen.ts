/**
 * The median of the slopes of all pairs of points with different x, and the median of y − slope·x (Theil 1950, Sen 1968).
 * Exact up to 2,000 points; of more, a million pairs drawn by a fixed sequence stand for all, and the answer says so.
 */
import { checkPoints, finiteOnly, noFit, rSquared, whyNot, type Fit, type NoFit } from "./types.ts";

export const MOST_EXACT_POINTS = 2_000;
export const SAMPLED_PAIRS = 1_000_000;

export type TheilSenFit = Fit & {
  /** `sampled`: the slope is the median of `pairs` pairs, not of all. */
  method: "exact" | "sampled";
  pairs: number;
  /** Median of |y − predict(x)|. */
  mad: number;
};

/** Parameters [intercept, slope]. */
export function theilSen(x: readonly number[], y: readonly number[]): TheilSenFit | NoFit {
  checkPoints(x, y);
  const reason = whyNot(x, y, 2);
  if (reason !== null) return noFit(reason);
  const method = x.length <= MOST_EXACT_POINTS ? "exact" : "sampled";
  const slopes = method === "exact" ? allSlopes(x, y) : sampledSlopes(x, y);
  if (slopes.length === 0) return noFit("all_equal");
  const slope = median(slopes);
  const intercept = median(Float64Array.from(x, (each, index) => y[index]! - slope * each));
  const predict = (value: number) => intercept + slope * value;
  return finiteOnly({
    parameters: [intercept, slope],
    predict,
    r2: rSquared(x, y, predict),
    method,
    pairs: slopes.length,
    mad: median(Float64Array.from(x, (each, index) => Math.abs(y[index]! - predict(each)))),
  });
}

function allSlopes(xs: readonly number[], ys: readonly number[]): Float64Array {
  const [x, y] = [Float64Array.from(xs), Float64Array.from(ys)];
  const slopes = new Float64Array((x.length * (x.length - 1)) / 2);
  let count = 0;
  for (let i = 0; i < x.length; i++)
    for (let j = i + 1; j < x.length; j++)
      if (x[i] !== x[j]) slopes[count++] = (y[j]! - y[i]!) / (x[j]! - x[i]!);
  return slopes.subarray(0, count);
}

function sampledSlopes(x: readonly number[], y: readonly number[]): Float64Array {
  const slopes = new Float64Array(SAMPLED_PAIRS);
  const next = sequence();
  let count = 0;
  for (let pair = 0; pair < SAMPLED_PAIRS; pair++) {
    const [i, j] = [Math.floor(next() * x.length), Math.floor(next() * x.length)];
    if (x[i] !== x[j]) slopes[count++] = (y[j]! - y[i]!) / (x[j]! - x[i]!);
  }
  return slopes.subarray(0, count);
}

/** Numbers in [0, 1), always the same ones (mulberry32): the same points give the same line. */
function sequence(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The middle, or the mean of both middles. Orders what it is given. */
function median(values: Float64Array): number {
  const middle = values.length >> 1;
  const high = select(values, middle);
  if (values.length % 2 === 1) return high;
  let low = -Infinity;
  for (let index = 0; index < middle; index++) low = Math.max(low, values[index]!);
  return low / 2 + high / 2;
}

/** The k-th smallest; what is before it is not greater afterwards (Hoare's quickselect, middle of three). */
function select(values: Float64Array, k: number): number {
  let [left, right] = [0, values.length - 1];
  while (left < right) {
    const pivot = middleOf(values[left]!, values[(left + right) >> 1]!, values[right]!);
    let [i, j] = [left, right];
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const held = values[i]!;
      values[i++] = values[j]!;
      values[j--] = held;
    }
    if (k <= j) right = j;
    else if (k >= i) left = i;
    else return values[k]!;
  }
  return values[k]!;
}

const middleOf = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
