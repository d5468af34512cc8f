/**
 * Numbers of some 32 digits as an unevaluated sum of two (Dekker 1971): for the few sums in which digits would be lost.
 * Within 1e±290; beyond, a product's split overflows.
 */
export type Double = readonly [high: number, low: number];

const SPLIT = 134_217_729; // 2^27 + 1

export function twoSum(a: number, b: number): Double {
  const sum = a + b;
  const part = sum - a;
  return [sum, a - (sum - part) + (b - part)];
}

export function twoProduct(a: number, b: number): Double {
  const product = a * b;
  const [x, y] = [SPLIT * a, SPLIT * b];
  const [aHigh, bHigh] = [x - (x - a), y - (y - b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  return [product, aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow];
}

export function add(a: Double, b: Double): Double {
  const [sum, rest] = twoSum(a[0], b[0]);
  return twoSum(sum, rest + a[1] + b[1]);
}

export function multiply(a: Double, b: Double): Double {
  const [product, rest] = twoProduct(a[0], b[0]);
  return twoSum(product, rest + a[0] * b[1] + a[1] * b[0]);
}

export const toNumber = ([high, low]: Double): number => high + low;
