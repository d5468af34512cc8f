/** A fit in words, in the units of its axes. */
import { exponential } from "#app/domain/regressions/exponential.ts";
import { linear } from "#app/domain/regressions/linear.ts";
import { polynomial } from "#app/domain/regressions/polynomial.ts";
import { theilSen } from "#app/domain/regressions/theil-sen.ts";
import type { Fit, NoFit } from "#app/domain/regressions/types.ts";
import type { RegressionKind } from "./question.ts";

export const FITS: Record<
  RegressionKind,
  (x: readonly number[], y: readonly number[]) => (Fit & { mad?: number; method?: string }) | NoFit
> = { linear, exponential, polynomial: (x, y) => polynomial(x, y), theil_sen: theilSen };

const DIGITS = 4;
const POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const raised = (power: number): string =>
  (power < 0 ? "⁻" : "") +
  [...String(Math.abs(power))].map((digit) => POWERS[Number(digit)]).join("");

/** Four digits, with a power of ten where the number is very large or small. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) {
    const [digits, power] = size.toExponential(DIGITS - 1).split("e");
    return `${value < 0 ? "−" : ""}${digits} × 10${raised(Number(power))}`;
  }
  return `${value < 0 ? "−" : ""}${Number(size.toPrecision(DIGITS))}`;
}

/** `y = 3 + 0.8·x`; an exponential far from 0 is told from the middle of its points. */
export function equationOf(kind: RegressionKind, fit: Fit, middleX: number): string {
  const { parameters } = fit;
  if (kind === "exponential") {
    const [a = 0, b = 0] = parameters;
    const isFar = a === 0 || !Number.isFinite(a);
    return isFar
      ? `y = ${shortNumber(fit.predict(middleX))}·e^(${shortNumber(b)}·(x − ${shortNumber(middleX)}))`
      : `y = ${shortNumber(a)}·e^(${shortNumber(b)}·x)`;
  }
  const terms = parameters.map((value, power) => {
    const size = shortNumber(Math.abs(value));
    const text = power === 0 ? size : `${size}·x${power === 1 ? "" : raised(power)}`;
    if (power === 0) return (value < 0 ? "−" : "") + text;
    return `${value < 0 ? "−" : "+"} ${text}`;
  });
  return `y = ${terms.join(" ")}`;
}
