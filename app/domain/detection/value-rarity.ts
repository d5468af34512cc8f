/** How often a value of about this size came at this hour of the day: twelve sizes, finer near the usual level. */
import { HOURS, SYMBOLS } from "./uts-state.ts";

const FINENESS = 1.5;
/** Sizes above the middle begin at these many spreads. */
const BOUNDS = Array.from({ length: SYMBOLS / 2 }, (_, k) => Math.sinh(k / FINENESS) / FINENESS);
/** What an hour has counted fades by half when there is more. A byte holds 255. */
const MAX_COUNT = 250;

/** Which of the sizes a value is; `spreads` is its distance from the usual level. */
export function sizeOf(spreads: number): number {
  const size = Math.abs(spreads);
  let above = 0;
  while (above < SYMBOLS / 2 - 1 && size >= BOUNDS[above + 1]!) above++;
  return spreads < 0 ? SYMBOLS / 2 - 1 - above : SYMBOLS / 2 + above;
}

/** −ln of the chance of this size at this hour; what came next to it counts a little. */
export function rarityOf(counts: Uint8Array, hour: number, size: number): number {
  const from = (hour % HOURS) * SYMBOLS;
  let total = 0;
  for (let k = from; k < from + SYMBOLS; k++) total += counts[k]!;
  const below = size > 0 ? counts[from + size - 1]! : 0;
  const above = size < SYMBOLS - 1 ? counts[from + size + 1]! : 0;
  const chance = (counts[from + size]! + 0.15 * (below + above) + 0.05) / (total + 0.6);
  return chance < 1 ? -Math.log(chance) : 0;
}

export function countSize(counts: Uint8Array, hour: number, size: number): void {
  const from = (hour % HOURS) * SYMBOLS;
  counts[from + size]! += 1;
  let total = 0;
  for (let k = from; k < from + SYMBOLS; k++) total += counts[k]!;
  if (total > MAX_COUNT) for (let k = from; k < from + SYMBOLS; k++) counts[k]! >>= 1;
}
