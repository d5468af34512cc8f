/**
 * y = a·e^(b·x) by non-linear least squares: the sum of squares of y itself is least, not that of its logarithm. Levenberg
 * and Marquardt's steps from the log-linear line through the points on one side of 0; x is centred and scaled, so that
 * times and counts do not overflow.
 */
import { fitPolynomial } from "./least-squares.ts";
import { checkPoints, noFit, rSquared, whyNot, type Fit, type NoFit } from "./types.ts";

/** Of a step against the parameters: where the search has settled. */
const SETTLED = 1e-12;
const MOST_STEPS = 500;

/** Parameters [a, b]. Refused where no two points of different x lie on one side of 0. */
export function exponential(x: readonly number[], y: readonly number[]): Fit | NoFit {
  checkPoints(x, y);
  const reason = whyNot(x, y, 2);
  if (reason !== null) return noFit(reason);
  const above = y.filter((value) => value > 0).length;
  const sign = above * 2 >= y.length || above >= y.filter((value) => value < 0).length ? 1 : -1;
  const [low, high] = [x.reduce((a, b) => Math.min(a, b)), x.reduce((a, b) => Math.max(a, b))];
  const [centre, scale] = [low / 2 + high / 2, high / 2 - low / 2];
  const t = x.map((value) => (value - centre) / scale);
  const start = startOf(
    t,
    y.map((value) => value * sign),
  );
  if (start === null) return noFit("not_positive");
  const found = search(t, y, [start[0] * sign, start[1]]);
  if (found === null) return noFit("not_converged");
  const [a, b] = found;
  const predict = (value: number) => a * Math.exp((b * (value - centre)) / scale);
  return {
    parameters: [a * Math.exp((-b * centre) / scale), b / scale],
    predict,
    r2: rSquared(x, y, predict),
  };
}

type Pair = [a: number, b: number];

/** The line through ln y of the points above 0; null where there are too few. */
function startOf(t: readonly number[], y: readonly number[]): Pair | null {
  const held = t.map((each, index) => [each, y[index]!] as const).filter(([, value]) => value > 0);
  const times = held.map(([each]) => each);
  if (new Set(times).size < 2) return null;
  const logs = held.map(([, value]) => Math.log(value));
  const [a = 0, b = 0] = fitPolynomial(times, logs, { degree: 1 }).parameters;
  return [Math.exp(a), b];
}

function search(t: readonly number[], y: readonly number[], start: Pair): Pair | null {
  let [a, b] = start;
  let error = squares(t, y, a, b);
  let damping = 1e-3;
  for (let step = 0; step < MOST_STEPS; step++) {
    let [aa, ab, bb, ra, rb] = [0, 0, 0, 0, 0];
    for (let index = 0; index < t.length; index++) {
      const grown = Math.exp(b * t[index]!);
      const slope = a * t[index]! * grown;
      const rest = y[index]! - a * grown;
      aa += grown * grown;
      ab += grown * slope;
      bb += slope * slope;
      ra += grown * rest;
      rb += slope * rest;
    }
    const [p, q] = [aa * (1 + damping), bb * (1 + damping)];
    const determinant = p * q - ab * ab;
    if (!Number.isFinite(determinant) || determinant === 0) return null;
    const [byA, byB] = [(ra * q - rb * ab) / determinant, (rb * p - ra * ab) / determinant];
    const next = squares(t, y, a + byA, b + byB);
    const isSmall =
      Math.abs(byA) <= SETTLED * Math.abs(a) && Math.abs(byB) <= SETTLED * (1 + Math.abs(b));
    if (next <= error) {
      [a, b, error] = [a + byA, b + byB, next];
      damping = Math.max(1e-15, damping / 10);
      if (isSmall) return [a, b];
    } else {
      // Nothing better within the digits of a number: this is the place.
      if (isSmall) return [a, b];
      damping *= 10;
      if (damping > 1e20) return null;
    }
  }
  return null;
}

function squares(t: readonly number[], y: readonly number[], a: number, b: number): number {
  let sum = 0;
  for (let index = 0; index < t.length; index++)
    sum += (y[index]! - a * Math.exp(b * t[index]!)) ** 2;
  return Number.isFinite(sum) ? sum : Infinity;
}
