/**
 * Logistic regression with a ridge penalty on standardised features, fitted by Newton's method. An unknown feature (NaN)
 * stands at its mean, so it says nothing. The intercept is not penalised: the mean of the fitted chances is the rate.
 */
import { atOnce, type Pieces } from "#app/domain/pieces.ts";

export type LogisticModel = {
  means: number[];
  /** Deviations; 1 for a feature that never changes. */
  scales: number[];
  /** Intercept first. */
  weights: number[];
};

const MAX_STEPS = 50;
const CLOSE = 1e-8;
/** Looked at in one piece. */
const ROWS_A_PIECE = 4_000;

/** `rows` of one length, at least one of either label; `ridge` in units of one example. Throws without. */
export const fitLogistic = (
  rows: readonly (readonly number[])[],
  labels: readonly boolean[],
  ridge: number,
): LogisticModel => atOnce(fittingLogistic(rows, labels, ridge));

/** As `fitLogistic`, in pieces. */
export function* fittingLogistic(
  rows: readonly (readonly number[])[],
  labels: readonly boolean[],
  ridge: number,
): Pieces<LogisticModel> {
  const width = rows[0]?.length ?? 0;
  if (rows.length !== labels.length || !labels.includes(true) || !labels.includes(false))
    throw new RangeError(
      `a model needs examples of both outcomes: ${rows.length} rows, ${labels.filter(Boolean).length} of them true`,
    );
  const { means, scales } = yield* momentsOf(rows, width);
  const standard: number[][] = [];
  for (const [from, to] of piecesOf(rows)) {
    for (let at = from; at < to; at++)
      standard.push(standardise(rows[at] as readonly number[], means, scales));
    yield;
  }
  const rate = labels.filter(Boolean).length / labels.length;
  let weights = [Math.log(rate / (1 - rate)), ...Array.from({ length: width }, () => 0)];
  for (let step = 0; step < MAX_STEPS; step++) {
    const change = yield* newtonStep(standard, labels, weights, ridge);
    weights = weights.map((weight, index) => weight + (change[index] as number));
    if (change.every((value) => Math.abs(value) < CLOSE)) break;
  }
  return { means, scales, weights };
}

/** The chance, inside (0, 1). */
export const chanceOf = (
  { means, scales, weights }: LogisticModel,
  row: readonly number[],
): number => sigmoid(dot(weights, standardise(row, means, scales)));

const piecesOf = (rows: readonly unknown[]): [from: number, to: number][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_A_PIECE) }, (_, piece) => [
    piece * ROWS_A_PIECE,
    Math.min(rows.length, (piece + 1) * ROWS_A_PIECE),
  ]);

function* momentsOf(
  rows: readonly (readonly number[])[],
  width: number,
): Pieces<Pick<LogisticModel, "means" | "scales">> {
  const means: number[] = [];
  const scales: number[] = [];
  for (let index = 0; index < width; index++) {
    const known = rows.map((row) => row[index] as number).filter(Number.isFinite);
    const mean =
      known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length;
    const deviation = Math.sqrt(
      known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, known.length),
    );
    means.push(mean);
    scales.push(deviation > 1e-9 ? deviation : 1);
    yield;
  }
  return { means, scales };
}

/** With a leading 1 for the intercept. */
const standardise = (
  row: readonly number[],
  means: readonly number[],
  scales: readonly number[],
): number[] => [
  1,
  ...row.map((value, index) =>
    Number.isFinite(value) ? (value - (means[index] as number)) / (scales[index] as number) : 0,
  ),
];

/** Solves (XᵀWX + ridge) step = Xᵀ(y - p) - ridge · weights. */
function* newtonStep(
  rows: readonly number[][],
  labels: readonly boolean[],
  weights: readonly number[],
  ridge: number,
): Pieces<number[]> {
  const size = weights.length;
  const matrix = weights.map((_, at) =>
    Array.from({ length: size }, (_unused, to) => (at === to && at > 0 ? ridge : 0)),
  );
  const slope = weights.map((weight, at) => (at > 0 ? -ridge * weight : 0));
  const addRow = (row: readonly number[], isTrue: boolean): void => {
    const chance = sigmoid(dot(weights, row));
    const curve = Math.max(1e-9, chance * (1 - chance));
    const missed = (isTrue ? 1 : 0) - chance;
    for (let at = 0; at < size; at++) {
      const value = row[at] as number;
      slope[at] = (slope[at] as number) + value * missed;
      const line = matrix[at] as number[];
      for (let to = 0; to <= at; to++)
        line[to] = (line[to] as number) + curve * value * (row[to] as number);
    }
  };
  for (const [from, to] of piecesOf(rows)) {
    for (let at = from; at < to; at++) addRow(rows[at] as number[], labels[at] as boolean);
    yield;
  }
  return solve(matrix, slope);
}

/** Cholesky; the matrix is given by its lower half, symmetric and positive. */
function solve(matrix: readonly number[][], right: readonly number[]): number[] {
  const size = right.length;
  const lower = matrix.map((line) => [...line]);
  const at = (row: number, column: number): number => (lower[row] as number[])[column] as number;
  const put = (row: number, column: number, value: number): void =>
    void ((lower[row] as number[])[column] = value);
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) {
      let value = at(row, column);
      for (let k = 0; k < column; k++) value -= at(row, k) * at(column, k);
      put(
        row,
        column,
        row === column ? Math.sqrt(Math.max(value, 1e-12)) : value / at(column, column),
      );
    }
  const solution = [...right];
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++)
      solution[row] = (solution[row] as number) - at(row, k) * (solution[k] as number);
    solution[row] = (solution[row] as number) / at(row, row);
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++)
      solution[row] = (solution[row] as number) - at(k, row) * (solution[k] as number);
    solution[row] = (solution[row] as number) / at(row, row);
  }
  return solution;
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] as number) * (b[index] as number);
  return sum;
}
const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
