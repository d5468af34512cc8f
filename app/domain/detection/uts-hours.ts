/** Levels of the hours of the day and of the week: NaN until the first value. */
export const offBin = (level: number, y: number): number => (Number.isNaN(level) ? 0 : y - level);
/** A value is explained by the usual day or by the usual week, whichever is nearer; by both if it lies between them. */
export const nearer = (a: number, b: number): number =>
  Math.abs(b) >= Math.abs(a) ? a : a * b > 0 ? b : 0;

export function learnBin(f: Float32Array, at: number, y: number, rate: number): void {
  f[at] = Number.isNaN(f[at]!) ? y : f[at]! + (y - f[at]!) * rate;
}
