import { fitPolynomial } from "./least-squares.ts";
import {
  checkPoints,
  finiteOnly,
  isSame,
  isTooLarge,
  noFit,
  rSquared,
  whyNot,
  type Fit,
  type NoFit,
} from "./types.ts";

/** The least-squares line y = a + b·x; parameters [a, b]. */
export function linear(x: readonly number[], y: readonly number[]): Fit | NoFit {
  checkPoints(x, y);
  const reason = whyNot(x, y, 2);
  if (reason !== null) return noFit(reason);
  const line = fitPolynomial(x, y, { degree: 1 });
  if (line === null) return noFit("too_uneven");
  return finiteOnly({ ...line, r2: rSquared(x, y, line.predict) });
}

/** The least-squares line y = b·x; parameters [b]; r2 is taken around 0, as NIST does. */
export function linearThroughOrigin(x: readonly number[], y: readonly number[]): Fit | NoFit {
  checkPoints(x, y);
  if (isTooLarge(x) || isTooLarge(y)) return noFit("too_large");
  if (x.length === 0) return noFit("too_few_points");
  // The origin is a point of every such line.
  if (isSame([0, ...x]) || isSame([0, ...y])) return noFit("all_equal");
  const line = fitPolynomial(x, y, { degree: 1, firstPower: 1 });
  if (line === null) return noFit("too_uneven");
  return finiteOnly({ ...line, r2: rSquared(x, y, line.predict, 0) });
}
