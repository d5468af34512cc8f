import { fitPolynomial } from "./least-squares.ts";
import { checkPoints, finiteOnly, noFit, rSquared, whyNot, type Fit, type NoFit } from "./types.ts";

const DEGREE = 5;

/** The least-squares polynomial, of degree 5 unless told; parameters by rising power of x. Wants degree + 1 different x. */
export function polynomial(
  x: readonly number[],
  y: readonly number[],
  degree = DEGREE,
): Fit | NoFit {
  checkPoints(x, y);
  const reason = whyNot(x, y, degree + 1);
  if (reason !== null) return noFit(reason);
  const line = fitPolynomial(x, y, { degree });
  if (line === null) return noFit("too_uneven");
  return finiteOnly({ ...line, r2: rSquared(x, y, line.predict) });
}
