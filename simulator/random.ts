/**
 * Seeded chance: everything that looks random in the plant comes from here, so that the same
 * machine at the same time always reads the same, in any process and after any restart.
 */

/** 32-bit FNV-1a with an avalanche, so that "…-1" and "…-2" differ in every bit. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash);
}

function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** In [0, 1), from a seed and a whole number (a time in seconds, an index). */
export function fraction(seed: number, index: number): number {
  return (
    mix(mix(seed) ^ mix(index | 0) ^ Math.imul(Math.floor(index / 4294967296), 0x9e3779b9)) /
    4294967296
  );
}

export type Random = {
  between(low: number, high: number): number;
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Waiting time until something that happens once per `mean` on average. */
  wait(mean: number): number;
};

/** A stream of chance (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
  return {
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => Math.floor(low + (high - low + 1) * next()),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    wait: (mean) => -Math.log(1 - next()) * mean,
  };
}

/** A smooth wave between -1 and 1 that wanders over about `periodMs`. */
export function drift(seed: number, timeMs: number, periodMs: number): number {
  const position = timeMs / periodMs;
  const cell = Math.floor(position);
  const blend = (1 - Math.cos((position - cell) * Math.PI)) / 2;
  return (fraction(seed, cell) * (1 - blend) + fraction(seed, cell + 1) * blend) * 2 - 1;
}

/** Measuring noise between -1 and 1, another one each second. */
export const jitter = (seed: number, timeMs: number): number =>
  fraction(seed, Math.floor(timeMs / 1000)) * 2 - 1;
