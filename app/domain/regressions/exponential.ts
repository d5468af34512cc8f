/**
 * y = a·e^(b·x) by non-linear least squares: the sum of squares of y itself is least, not that of its logarithm. The best a
 * of each b is known (variable projection, Golub and Pereyra 1973), so that b alone is searched: first at every steepness
 * at which the curve still changes, then to the last digit between the neighbours of the best. Without a start, no wild
 * value leads astray. x is centred and scaled, so that times and counts do not overflow.
 */
import { checkPoints, finiteOnly, noFit, rSquared, whyNot, type Fit, type NoFit } from "./types.ts";

/** Between two values of b: so far may the curve turn, an angle among all curves; and so much may b grow, a share of it. */
const TURN = 0.1;
const GROWTH = 0.2;
/** So many powers of e below the last point, the next one is no part of the curve any more. */
const ALONE = 25;
/** Of the best values of b, so many are searched to the last digit. */
const MOST_PLACES = 3;
/** Of b, scaled: where the search has settled. */
const SETTLED = 1e-15;

/**
 * Parameters [a, b]; where a, the value at x = 0, is no number, as of times: [a, b, c] of y = a·e^(b·(x − c)). Refused
 * where no two points of different x lie on one side of 0 (`not_positive`), and where the steeper the curve the better
 * it fits (`not_converged`).
 */
export function exponential(x: readonly number[], y: readonly number[]): Fit | NoFit {
  checkPoints(x, y);
  const reason = whyNot(x, y, 2);
  if (reason !== null) return noFit(reason);
  const isOn = (side: 1 | -1) => new Set(x.filter((_, index) => y[index]! * side > 0)).size > 1;
  if (!isOn(1) && !isOn(-1)) return noFit("not_positive");
  const [low, high] = [lowest(x), highest(x)];
  const [centre, scale] = [low / 2 + high / 2, high / 2 - low / 2];
  const height = Math.max(-lowest(y), highest(y));
  const found = search({
    t: Float64Array.from(x, (value) => (value - centre) / scale),
    y: Float64Array.from(y, (value) => value / height),
  });
  if (found === null) return noFit("not_converged");
  const { b, end } = found;
  const atEnd = found.a * height;
  const predict = (value: number) => atEnd * Math.exp(b * ((value - centre) / scale - end));
  const atZero = predict(0);
  const isNumber = atZero !== 0 && Number.isFinite(atZero);
  return finiteOnly({
    parameters: isNumber ? [atZero, b / scale] : [atEnd, b / scale, end > 0 ? high : low],
    predict,
    r2: rSquared(x, y, predict),
  });
}

const lowest = (values: readonly number[]): number =>
  values.reduce((a, b) => Math.min(a, b), Infinity);
const highest = (values: readonly number[]): number =>
  values.reduce((a, b) => Math.max(a, b), -Infinity);

/** t lies within [−1, 1], y as well. */
type Points = { t: Float64Array; y: Float64Array };
/** The best curve of one b: `a` is its value at `end`, the end of t where it is furthest from 0. */
type Curve = {
  b: number;
  a: number;
  end: number;
  /** What it takes off the sum of squares. */
  gain: number;
  /** How fast its direction turns with b. */
  turning: number;
};

function curveAt({ t, y }: Points, b: number, end: number): Curve {
  let [weight, first, second, sum] = [0, 0, 0, 0];
  for (let index = 0; index < t.length; index++) {
    const from = t[index]! - end;
    const grown = Math.exp(b * from);
    const square = grown * grown;
    weight += square;
    first += from * square;
    second += from * from * square;
    sum += grown * y[index]!;
  }
  const turning = Math.sqrt(Math.max(0, second / weight - (first / weight) ** 2));
  return { b, a: sum / weight, end, gain: (sum * sum) / weight, turning };
}

/** Of which sign the gain's slope is at b: from what the curve leaves over, so that no digits are lost. */
function risesAt({ t, y }: Points, { a, b, end }: Curve): boolean {
  let [slope, first, weight] = [0, 0, 0];
  for (let index = 0; index < t.length; index++) {
    const square = Math.exp(2 * b * (t[index]! - end));
    weight += square;
    first += t[index]! * square;
  }
  const middle = first / weight;
  for (let index = 0; index < t.length; index++) {
    const grown = Math.exp(b * (t[index]! - end));
    slope += (t[index]! - middle) * grown * (y[index]! - a * grown);
  }
  return slope * a > 0;
}

/** null where curves fit the better the steeper they are. */
function search(points: Points): Curve | null {
  const [low, high] = [
    points.t.reduce((a, b) => Math.min(a, b)),
    points.t.reduce((a, b) => Math.max(a, b)),
  ];
  const curves = [
    ...lookAlong(points, -1, low).reverse().slice(0, -1),
    ...lookAlong(points, 1, high),
  ];
  const places = curves
    .map((_, index) => index)
    .slice(1, -1)
    .filter((at) => Math.max(curves[at - 1]!.gain, curves[at + 1]!.gain) <= curves[at]!.gain)
    .sort((one, other) => curves[other]!.gain - curves[one]!.gain)
    .slice(0, MOST_PLACES);
  let best: Curve | null = null;
  for (const at of places) {
    const isUp = risesAt(points, curves[at]!);
    const found = climb(points, { from: curves[at]!, to: curves[at + (isUp ? 1 : -1)]!.b, isUp });
    if (best === null || found.gain > best.gain) best = found;
  }
  const steepest = Math.max(gainOfEnd(points, low), gainOfEnd(points, high));
  return best !== null && best.gain > steepest ? best : null;
}

/** Of the curves from the level one to the steepest, that of the points at one end alone, as many as differ. */
function lookAlong(points: Points, direction: 1 | -1, end: number): Curve[] {
  const gap = points.t.reduce((least, each) => {
    const far = Math.abs(end - each);
    return far > 0 ? Math.min(least, far) : least;
  }, Infinity);
  const curves: Curve[] = [];
  for (let steepness = 0; ;) {
    const curve = curveAt(points, steepness * direction, end);
    curves.push(curve);
    if (steepness * gap > ALONE) return curves;
    steepness += Math.min(TURN / curve.turning, GROWTH * (1 + steepness));
  }
}

/** From a place that rises towards `to`, which is not higher, to the top between them. */
function climb(
  points: Points,
  { from, to, isUp }: { from: Curve; to: number; isUp: boolean },
): Curve {
  let [held, far] = [from, to];
  while (Math.abs(far - held.b) > SETTLED * (1 + Math.abs(held.b))) {
    const next = curveAt(points, held.b / 2 + far / 2, held.end);
    if (next.b === held.b || next.b === far) break;
    const isOnTheWay = next.gain > held.gain * (1 - 1e-12) && risesAt(points, next) === isUp;
    if (isOnTheWay) held = next;
    else far = next.b;
  }
  return held;
}

/** Of a curve so steep that it takes in the points at this end and no others. */
function gainOfEnd({ t, y }: Points, end: number): number {
  let [sum, count] = [0, 0];
  for (let index = 0; index < t.length; index++) {
    if (t[index] !== end) continue;
    sum += y[index]!;
    count++;
  }
  return (sum * sum) / count;
}
