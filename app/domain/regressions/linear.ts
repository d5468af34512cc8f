import { fitPolynomial } from "./least-squares.ts";
import { checkPoints, isTooLarge, noFit, rSquared, whyNot, type Fit, type NoFit } from "./types.ts";

/** The least-squares line y = a + b·x; parameters [a, b]. */
export function linear(x: readonly number[], y: readonly number[]): Fit | NoFit {
  checkPoints(x, y);
  const reason = whyNot(x, y, 2);
  if (reason !== null) return noFit(reason);
  const { parameters, predict } = fitPolynomial(x, y, { degree: 1 });
  return { parameters, predict, r2: rSquared(x, y, predict) };
}

/** The least-squares line y = b·x; parameters [b]; r2 is taken around 0, as NIST does. */
export function linearThroughOrigin(x: readonly number[], y: readonly number[]): Fit | NoFit {
  checkPoints(x, y);
  if (isTooLarge(x) || isTooLarge(y)) return noFit("too_large");
  if (!x.some((value) => value !== 0))
    return noFit(x.length === 0 ? "too_few_points" : "all_equal");
  const { parameters, predict } = fitPolynomial(x, y, { degree: 1, firstPower: 1 });
  return { parameters, predict, r2: rSquared(x, y, predict, 0) };
}
