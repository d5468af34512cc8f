/** How good told chances were. A judgement pairs a chance (0 to 1) with what happened. */
export type Judgement = { chance: number; isDown: boolean };

/** The mean of (chance - outcome)²: 0 is perfect, lower is better. NaN without judgements. */
export const brier = (judged: readonly Judgement[]): number =>
  judged.reduce((sum, { chance, isDown }) => sum + (chance - (isDown ? 1 : 0)) ** 2, 0) /
  judged.length;

/** How often it happened where such a chance was told. */
export type CalibrationRow = {
  from: number;
  to: number;
  count: number;
  told: number;
  happened: number;
};

/** Bands of the told chance of equal width; empty ones are left out. */
export function calibration(judged: readonly Judgement[], bands = 10): CalibrationRow[] {
  const groups = Map.groupBy(judged, ({ chance }) =>
    Math.min(bands - 1, Math.floor(chance * bands)),
  );
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([band, rows]) => ({
      from: band / bands,
      to: (band + 1) / bands,
      count: rows.length,
      told: mean(rows.map(({ chance }) => chance)),
      happened: mean(rows.map(({ isDown }) => (isDown ? 1 : 0))),
    }));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
