/**
 * A sum of measured numbers without error until it is read. What machines send are decimals (181.5 stands for
 * 1815 tenths), so they are added as the integers they stand for, at the scale of the finest of them; what is no
 * decimal of nine places and fifteen digits is added as the double it is (exact-sum.ts). So it does not matter in
 * which order or in how many parts the values came, a mean of decimals is the double nearest to the true one, and a
 * sum is a short decimal itself, which a column of sums stores in few bits.
 */
import { ExactSum } from "./exact-sum.ts";

/**
 * A sum in numbers that add up to it: two decimals, and two doubles for what was no decimal.
 * NaN when two numbers do not hold it.
 */
export type SumParts = { sum: number; sumLow: number; rest: number; restLow: number };

const MAX_SCALE = 9;
/** Fifteen digits always come back from a double. */
const MAX_DIGITS = 1e15;
/** Below 2^53 by more than one addend, which is at most MAX_DIGITS. */
const MAX_INT = 8e15;
const POWERS = Array.from({ length: MAX_SCALE + 1 }, (_, scale) => 10 ** scale);
const BIG_POWERS = POWERS.map(BigInt);
const LOW_DIGITS = 10n ** 15n;
const NO_PARTS: readonly number[] = [];

export class DecimalSum {
  #scale = 0;
  /** The sum of the decimals is (#int + #big) / 10^#scale. */
  #int = 0;
  #big = 0n;
  #rest: ExactSum | null = null;

  /** As new. */
  clear(): void {
    this.#scale = 0;
    this.#int = 0;
    this.#big = 0n;
    this.#rest = null;
  }

  /** Adds the value `times` times, a whole number below 2^24. */
  add(value: number, times = 1): void {
    const power = POWERS[this.#scale] as number;
    const units = Math.round(value * power);
    if (units <= MAX_DIGITS && units >= -MAX_DIGITS && units / power === value)
      this.#addUnits(units, times);
    else this.#addOther(value, times);
  }

  /** Takes what another sum answered as its parts. */
  addParts({ sum, sumLow, rest, restLow }: SumParts): void {
    this.#addDecimal(sum);
    if (sumLow !== 0) this.#addDecimal(sumLow);
    if (rest === 0 && restLow === 0) return;
    this.#rest ??= new ExactSum();
    this.#rest.add(rest);
    this.#rest.add(restLow);
  }

  parts(): SumParts {
    const others = this.#rest ? this.#rest.split() : [0, 0];
    if (others === null) return { sum: Number.NaN, sumLow: 0, rest: 0, restLow: 0 };
    const [rest, restLow] = others as [number, number];
    const power = POWERS[this.#scale] as number;
    if (this.#big === 0n && Math.abs(this.#int) <= MAX_DIGITS)
      return { sum: this.#int / power, sumLow: 0, rest, restLow };
    const total = this.#big + BigInt(this.#int);
    const low = total % LOW_DIGITS;
    // The high part ends in fifteen zeros, so it is a whole number at every scale.
    const whole = (total - low) / (BIG_POWERS[this.#scale] as bigint);
    const sum = Number(whole);
    if (BigInt(sum) !== whole) return { sum: Number.NaN, sumLow: 0, rest, restLow };
    return { sum, sumLow: Number(low) / power, rest, restLow };
  }

  /** The double nearest to the sum over `count`, a positive whole number. */
  over(count: number): number {
    const power = POWERS[this.#scale] as number;
    const others = this.#rest?.parts() ?? NO_PARTS;
    if (others === NO_PARTS || others.every((part) => part === 0)) {
      const divisor = count * power;
      if (this.#big === 0n && divisor <= Number.MAX_SAFE_INTEGER) return this.#int / divisor;
      return ratio(
        this.#big + BigInt(this.#int),
        BigInt(count) * (BIG_POWERS[this.#scale] as bigint),
      );
    }
    // Large parts may cancel each other: nothing is rounded before all of them are one fraction.
    const scale = BIG_POWERS[this.#scale] as bigint;
    let numerator = this.#big + BigInt(this.#int);
    let denominator = 1n;
    for (const part of others) {
      const [top, bottom] = fractionOf(part);
      // Both denominators are powers of two.
      const common = bottom > denominator ? bottom : denominator;
      numerator = numerator * (common / denominator) + top * scale * (common / bottom);
      denominator = common;
    }
    return ratio(numerator, denominator * scale * BigInt(count));
  }

  #addUnits(units: number, times: number): void {
    const add = units * times;
    if (add > MAX_DIGITS || add < -MAX_DIGITS) this.#big += BigInt(units) * BigInt(times);
    else {
      this.#int += add;
      if (this.#int > MAX_INT || this.#int < -MAX_INT) this.#spill();
    }
  }

  #spill(): void {
    this.#big += BigInt(this.#int);
    this.#int = 0;
  }

  #addOther(value: number, times: number): void {
    for (let scale = 0; scale <= MAX_SCALE; scale++) {
      const power = POWERS[scale] as number;
      const units = Math.round(value * power);
      if (Math.abs(units) > MAX_DIGITS) break;
      if (units / power !== value) continue;
      if (scale > this.#scale) this.#refine(scale);
      if (scale === this.#scale) this.#addUnits(units, times);
      else this.#big += BigInt(units) * BigInt(times) * (BIG_POWERS[this.#scale - scale] as bigint);
      return;
    }
    (this.#rest ??= new ExactSum()).addTimes(value, times);
  }

  #refine(scale: number): void {
    const factor = POWERS[scale - this.#scale] as number;
    if (Math.abs(this.#int) > MAX_INT / factor) this.#spill();
    this.#int *= factor;
    if (this.#big !== 0n) this.#big *= BigInt(factor);
    this.#scale = scale;
  }

  #addDecimal(value: number): void {
    if (Math.abs(value) > MAX_DIGITS && Number.isInteger(value))
      this.#big += BigInt(value) * (BIG_POWERS[this.#scale] as bigint);
    else this.add(value);
  }
}

/** A finite double as the fraction that it is; the denominator is a power of two. */
function fractionOf(value: number): [numerator: bigint, denominator: bigint] {
  let numerator = value;
  let bits = 0;
  // Each step is exact: it moves the binary point.
  for (; !Number.isInteger(numerator); bits++) numerator *= 2;
  return [BigInt(numerator), 1n << BigInt(bits)];
}

/** The double nearest to numerator / denominator; the denominator is positive. */
export function ratio(numerator: bigint, denominator: bigint): number {
  if (numerator < 0n) return -ratio(-numerator, denominator);
  if (numerator === 0n) return 0;
  // At least 66 bits of quotient and a bit that tells whether something is left: then one rounding is the only one.
  const shift = Math.max(0, 66 - (numerator.toString(2).length - denominator.toString(2).length));
  const scaled = numerator << BigInt(shift);
  const quotient = scaled / denominator;
  const sticky = quotient * denominator === scaled ? quotient : quotient | 1n;
  // No double is as large as the divisor of the smallest ones.
  const first = Math.min(shift, 1000);
  return Number(sticky) / 2 ** first / 2 ** (shift - first);
}
