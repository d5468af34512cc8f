/** Why there is no line. */
export type NoFitReason =
  /** Fewer different x than the line has parameters, or no point at all. */
  | "too_few_points"
  /** All x, or all y, are the same, or differ by less than anything that anybody measures. */
  | "all_equal"
  /** No value of y is on the side of 0 where an exponential could begin. */
  | "not_positive"
  /** A value of x or y, or of what follows from them, is beyond what can be squared and raised to powers: nothing that anybody measures. */
  | "too_large"
  /** Some x lie so far from the others that the others are one to the digits of a number. */
  | "too_uneven"
  /** Of exponentials there is no best: the steeper, the better. */
  | "not_converged";

export type Fit = {
  /** In the units of x and y; linear and Theil–Sen [intercept, slope], exponential [a, b] or [a, b, c], polynomial by rising power. */
  parameters: number[];
  /** The line's y at an x. */
  predict: (x: number) => number;
  /** 1 − SSE / SST. */
  r2: number;
};
export type NoFit = { parameters: null; predict: null; r2: null; reason: NoFitReason };

export const noFit = (reason: NoFitReason): NoFit => ({
  parameters: null,
  predict: null,
  r2: null,
  reason,
});

/** x and y of one length, of finite numbers; anything else is a mistake of who calls. */
export function checkPoints(x: readonly number[], y: readonly number[]): void {
  if (x.length !== y.length)
    throw new RangeError(`${x.length} values of x and ${y.length} of y: they come in pairs`);
  const isBad = (value: number) => !Number.isFinite(value);
  if (x.some(isBad) || y.some(isBad)) throw new RangeError("x and y are finite numbers");
}

/** The reason why nothing can be fitted to so few different values; null when it can. */
export function whyNot(
  x: readonly number[],
  y: readonly number[],
  leastDifferent: number,
): NoFitReason | null {
  if (x.length < 2) return "too_few_points";
  if (isTooLarge(x) || isTooLarge(y)) return "too_large";
  if (isSame(x) || isSame(y)) return "all_equal";
  return new Set(x).size < leastDifferent ? "too_few_points" : null;
}

/** Beyond what a line is fitted to: its fifth power, and its square with twice the digits, are no numbers any more. */
export const isTooLarge = (values: readonly number[]): boolean =>
  values.some((value) => Math.abs(value) > LARGEST);
const LARGEST = 1e50;

/** Within so much of each other all values are the same: the fifth power of less is no number any more. */
const SAME = 1e-40;
export const isSame = (values: readonly number[]): boolean =>
  values.every((value) => Math.abs(value - values[0]!) <= SAME);

/** The fit, or that it is none where numbers ended on the way. */
export const finiteOnly = <Found extends Fit>(fit: Found): Found | NoFit =>
  [...fit.parameters, fit.r2].every(Number.isFinite) ? fit : noFit("too_large");

/** 1 − SSE / SST, around the mean of y, or around 0 for a line that goes through the origin. */
export function rSquared(
  x: readonly number[],
  y: readonly number[],
  predict: (x: number) => number,
  centre = meanOf(y),
): number {
  let [error, total] = [0, 0];
  for (let index = 0; index < x.length; index++) {
    error += (y[index]! - predict(x[index]!)) ** 2;
    total += (y[index]! - centre) ** 2;
  }
  return 1 - error / total;
}

/** The mean, corrected by the mean of what it leaves over. */
export function meanOf(values: readonly number[]): number {
  const rough = values.reduce((sum, value) => sum + value, 0) / values.length;
  return rough + values.reduce((sum, value) => sum + (value - rough), 0) / values.length;
}
