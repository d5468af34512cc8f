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

/** As few as tell the line. */
const LEAST_DIGITS = 4;
const MOST_DIGITS = 15;
/** What the equation says may be this share of the line's height beside the line. */
const TRUE_TO = 0.001;
const PLACES = 32;
const POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const raised = (power: number): string =>
  (power < 0 ? "⁻" : "") +
  [...String(Math.abs(power))].map((digit) => POWERS[Number(digit)]).join("");

/** Four digits unless told, with a power of ten where the number is very large or small. */
export function shortNumber(value: number, digits = LEAST_DIGITS): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) {
    const [told, power] = size.toExponential(digits - 1).split("e");
    return `${value < 0 ? "−" : ""}${told} × 10${raised(Number(power))}`;
  }
  return `${value < 0 ? "−" : ""}${Number(size.toPrecision(digits))}`;
}

type Span = { low: number; high: number };
/** A fit as it is written: its numbers, what they say, and their text in so many digits. */
type Form = {
  numbers: number[];
  valueAt: (numbers: readonly number[], x: number) => number;
  text: (digits: number) => string;
};

/**
 * `y = 3 + 0.8·x`, in as many digits as it takes to say what the line says between the ends of its points: terms of a
 * polynomial far from 0 cancel each other.
 */
export function equationOf(kind: RegressionKind, fit: Fit, span: Span): string {
  const form = kind === "exponential" ? exponentialForm(fit) : polynomialForm(fit);
  let digits = LEAST_DIGITS;
  while (digits < MOST_DIGITS && !isTrue(form, fit, span, digits)) digits++;
  return form.text(digits);
}

/** Whether the numbers, cut to so many digits, still give the line. */
function isTrue({ numbers, valueAt }: Form, fit: Fit, { low, high }: Span, digits: number) {
  const told = numbers.map((value) => Number(value.toPrecision(digits)));
  const at = Array.from({ length: PLACES + 1 }, (_, i) => low + ((high - low) * i) / PLACES);
  const line = at.map(fit.predict);
  const height = Math.max(...line) - Math.min(...line);
  return at.every((x, index) => Math.abs(valueAt(told, x) - line[index]!) <= TRUE_TO * height);
}

function polynomialForm({ parameters }: Fit): Form {
  return {
    numbers: parameters,
    valueAt: (numbers, x) => numbers.reduceRight((sum, each) => sum * x + each, 0),
    text: (digits) => {
      const terms = parameters.map((value, power) => {
        const size = shortNumber(Math.abs(value), digits);
        const text = power === 0 ? size : `${size}·x${power === 1 ? "" : raised(power)}`;
        if (power === 0) return (value < 0 ? "−" : "") + text;
        return `${value < 0 ? "−" : "+"} ${text}`;
      });
      return `y = ${terms.join(" ")}`;
    },
  };
}

function exponentialForm({ parameters: [a = 0, b = 0, from] }: Fit): Form {
  return {
    numbers: [a, b, ...(from === undefined ? [] : [from])],
    valueAt: ([y = 0, rate = 0, start = 0], x) => y * Math.exp(rate * (x - start)),
    text: (digits) => {
      const [y, rate, start] = [a, b, from ?? 0].map((each) => shortNumber(each, digits));
      return `y = ${y}·e^(${rate}·${from === undefined ? "x" : `(x − ${start})`})`;
    },
  };
}
