/**
 * The polynomial of least squares, by Householder QR of powers of x that was centred and scaled to [−1, 1]. What the normal
 * equations leave over is taken with twice the digits and solved again by the same R (Björck's corrected seminormal
 * equations, 1987), so that large residuals cost no digits; the units of x come back with twice the digits too.
 */
import { add, multiply, toNumber, type Double } from "./double-double.ts";
import { meanOf } from "./types.ts";

const REFINEMENTS = 2;

export type Polynomial = {
  /** In the units of x, by rising power. */
  parameters: number[];
  predict: (x: number) => number;
};

/** Of the squares of y: a line that leaves over so much more than the least is not the line. */
const WORSE = 1e-6;

/**
 * `firstPower` 1 leaves out the constant: the line goes through the origin. Wants more different x than powers. null where
 * x lie so unevenly, one very far from many, that their powers cannot be told apart by the digits of a number.
 */
export function fitPolynomial(
  x: readonly number[],
  y: readonly number[],
  { degree, firstPower = 0 }: { degree: number; firstPower?: 0 | 1 },
): Polynomial | null {
  const { centre, scale } = firstPower === 1 ? { centre: 0, scale: scaleOf(x, 0) } : frameOf(x);
  const powers = Array.from({ length: degree + 1 - firstPower }, (_, index) => index + firstPower);
  // Exact for what people measure: centre has few digits, and scale is a power of 2.
  const t = x.map((value) => (value - centre) / scale);
  const rows = t.map((each) => powers.map((power) => each ** power));
  const qr = decompose(rows);
  const { found, rest } = qr.solve(y);
  let coefficients = found.map((each): Double => [each, 0]);
  for (let round = 0; round < REFINEMENTS; round++) {
    const step = qr.solveNormal(gradientAt(t, y, coefficients, powers));
    coefficients = coefficients.map((held, index) => add(held, [step[index]!, 0]));
  }
  const inT = coefficients.map(toNumber);
  const predict = (value: number) => {
    const at = (value - centre) / scale;
    let sum = 0;
    for (let index = inT.length - 1; index >= 0; index--) sum = sum * at + inT[index]!;
    return firstPower === 1 ? sum * at : sum;
  };
  const middle = firstPower === 1 ? 0 : meanOf(y);
  const [left, whole] = [squaresBeside(y, (at) => predict(x[at]!)), squaresBeside(y, () => middle)];
  // What is left over at least is known whatever the coefficients are worth.
  if (!(left <= rest + WORSE * whole)) return null;
  return { parameters: expand(coefficients, powers, { centre, scale }), predict };
}

const squaresBeside = (y: readonly number[], lineAt: (index: number) => number): number =>
  y.reduce((sum, value, index) => sum + (value - lineAt(index)) ** 2, 0);

/** The middle of x to 20 bits, and a power of 2 that holds half its width. */
function frameOf(x: readonly number[]): { centre: number; scale: number } {
  const [low, high] = [x.reduce((a, b) => Math.min(a, b)), x.reduce((a, b) => Math.max(a, b))];
  const step = 2 ** Math.max(-1000, Math.floor(Math.log2(high - low)) - 20);
  const centre = Math.round((low / 2 + high / 2) / step) * step;
  return { centre, scale: scaleOf(x, centre) };
}

function scaleOf(x: readonly number[], centre: number): number {
  const far = x.reduce((most, value) => Math.max(most, Math.abs(value - centre)), 0);
  return 2 ** Math.ceil(Math.log2(far));
}

/** Aᵀ(y − A·c): what the normal equations leave over. */
function gradientAt(
  t: readonly number[],
  y: readonly number[],
  coefficients: readonly Double[],
  powers: readonly number[],
): number[] {
  let gradient: Double[] = powers.map(() => [0, 0]);
  t.forEach((each, row) => {
    let sum: Double = [0, 0];
    for (let index = coefficients.length - 1; index >= 0; index--)
      sum = add(multiply(sum, [each, 0]), coefficients[index]!);
    if (powers[0] === 1) sum = multiply(sum, [each, 0]);
    let term = add([y[row]!, 0], [-sum[0], -sum[1]]);
    if (powers[0] === 1) term = multiply(term, [each, 0]);
    gradient = gradient.map((held) => {
      const next = add(held, term);
      term = multiply(term, [each, 0]);
      return next;
    });
  });
  return gradient.map(toNumber);
}

/** Σ cₖ·((x − centre) / scale)ᵏ as a polynomial in x, by Horner's rule on coefficients. */
function expand(
  coefficients: readonly Double[],
  powers: readonly number[],
  { centre, scale }: { centre: number; scale: number },
): number[] {
  const all: Double[] = [...(powers[0] === 1 ? [[0, 0] as const] : []), ...coefficients];
  // cₖ / scaleᵏ is exact: scale is a power of 2.
  const scaled = all.map(([high, low], power): Double => [
    high / scale ** power,
    low / scale ** power,
  ]);
  let found: Double[] = [[0, 0]];
  for (let power = scaled.length - 1; power >= 0; power--) {
    const shifted: Double[] = [[0, 0], ...found];
    found = shifted.map((each, index) => {
      const down = found[index];
      return down === undefined ? each : add(each, multiply(down, [-centre, 0]));
    });
    found[0] = add(found[0]!, scaled[power]!);
  }
  return found.slice(powers[0], scaled.length).map(toNumber);
}

type Decomposed = {
  /** The least-squares solution for a right side, and the squares of what it leaves over. */
  solve: (right: readonly number[]) => { found: number[]; rest: number };
  /** Of AᵀA·z = g. */
  solveNormal: (gradient: readonly number[]) => number[];
};

/** Householder reflections of a tall matrix. */
function decompose(rows: readonly number[][]): Decomposed {
  const height = rows.length;
  const width = rows[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, column) =>
    Float64Array.from(rows, (row) => row[column]!),
  );
  const reflectors: { vector: Float64Array; squared: number }[] = [];
  const diagonal: number[] = [];
  const reflect = (target: Float64Array, from: number, vector: Float64Array, squared: number) => {
    let dot = 0;
    for (let row = from; row < height; row++) dot += vector[row]! * target[row]!;
    const factor = (2 * dot) / squared;
    for (let row = from; row < height; row++) target[row] = target[row]! - factor * vector[row]!;
  };
  columns.forEach((column, index) => {
    let squares = 0;
    for (let row = index; row < height; row++) squares += column[row]! ** 2;
    const length = column[index]! > 0 ? -Math.sqrt(squares) : Math.sqrt(squares);
    const vector = Float64Array.from(column);
    vector[index] = vector[index]! - length;
    let squared = 0;
    for (let row = index; row < height; row++) squared += vector[row]! ** 2;
    reflectors.push({ vector, squared: squared || 1 });
    diagonal.push(length);
    for (let next = index + 1; next < width; next++)
      reflect(columns[next]!, index, vector, squared || 1);
  });
  /** R·z = right. */
  const back = (right: ArrayLike<number>): number[] => {
    const found = new Array<number>(width).fill(0);
    for (let row = width - 1; row >= 0; row--) {
      let sum = right[row]!;
      for (let column = row + 1; column < width; column++)
        sum -= columns[column]![row]! * found[column]!;
      found[row] = sum / diagonal[row]!;
    }
    return found;
  };
  return {
    solve(right) {
      const turned = Float64Array.from(right);
      reflectors.forEach(({ vector, squared }, index) => reflect(turned, index, vector, squared));
      const rest = turned.subarray(width).reduce((sum, each) => sum + each * each, 0);
      return { found: back(turned), rest };
    },
    solveNormal(gradient) {
      // Rᵀ·w = gradient, then R·z = w.
      const forward: number[] = [];
      for (let row = 0; row < width; row++) {
        let sum = gradient[row]!;
        for (let column = 0; column < row; column++)
          sum -= columns[row]![column]! * forward[column]!;
        forward.push(sum / diagonal[row]!);
      }
      return back(forward);
    },
  };
}
