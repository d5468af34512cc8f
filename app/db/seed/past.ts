/** What the demo's machines did before the demo begins: what people tell of them must be seen in their states. */
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";
import type { DemoMachine } from "./machines.ts";

/** Why a machine stands: "other" is set-up, a break, the change of a crew. */
export type StopCause = "jam" | "e_stop" | "breakdown" | "other";
/** It was on, and neither ran nor fed. */
export type Stop = { cause: StopCause; startMs: number; endMs: number };
/** `spells`: while it was on, with the stops in them. Both ascending. */
export type MachinePast = { stops: readonly Stop[]; spells: readonly Span[] };
/** null where nobody knows what the machine did. */
export type PastOf = (machine: DemoMachine) => MachinePast | null;

type Span = { startMs: number; endMs: number };
type Wanted = {
  aboutMs: number;
  cause: StopCause;
  /** Minutes that it would last. */
  minutes: number;
  /** Of that cause, whatever its length. */
  isNearest?: boolean;
};

/** How far from its wanted moment a stop may lie. */
const NEAR_MS = DAY_MS;

/** The whole minutes inside of a stop: what people write down. */
const wholeMinutes = ({ startMs, endMs }: Span): Span => ({
  startMs: Math.ceil(startMs / MINUTE_MS) * MINUTE_MS,
  endMs: Math.floor(endMs / MINUTE_MS) * MINUTE_MS,
});

const distanceMs = ({ startMs, endMs }: Span, aboutMs: number): number =>
  Math.max(0, startMs - aboutMs, aboutMs - endMs);

/**
 * A stop near that moment, in whole minutes: of that cause where there is one, then that of the most fitting length. None is
 * found twice: those in `taken` are left out, and the one that is found is put there.
 */
export function findStop(
  { stops }: MachinePast,
  { aboutMs, cause, minutes, isNearest = false }: Wanted,
  taken: Set<Stop>,
): Span | null {
  const fits = (stop: Stop): number[] => {
    const { startMs, endMs } = wholeMinutes(stop);
    const farMs = distanceMs(stop, aboutMs);
    const other = stop.cause === cause ? 0 : stop.cause === "other" ? 2 : 1;
    if (isNearest) return [other, farMs];
    return [farMs <= NEAR_MS ? 0 : farMs, other, Math.abs((endMs - startMs) / MINUTE_MS - minutes)];
  };
  const [best] = stops
    .filter((stop) => !taken.has(stop) && wholeMinutes(stop).endMs > wholeMinutes(stop).startMs)
    .map((stop) => ({ stop, fits: fits(stop) }))
    .sort((a, b) => firstDifference(a.fits, b.fits));
  if (best === undefined) return null;
  taken.add(best.stop);
  return wholeMinutes(best.stop);
}

const firstDifference = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, place) => value - (b[place] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** As many minutes near that moment in which the machine was on; fewer where it never was on for so long. */
export function findSpell(
  { spells }: MachinePast,
  { aboutMs, minutes }: Omit<Wanted, "cause">,
): Span | null {
  const [best] = spells
    .map(wholeMinutes)
    .filter(({ startMs, endMs }) => endMs > startMs)
    .sort((a, b) => distanceMs(a, aboutMs) - distanceMs(b, aboutMs));
  if (best === undefined) return null;
  const lengthMs = Math.min(minutes * MINUTE_MS, best.endMs - best.startMs);
  const startMs = Math.max(best.startMs, Math.min(aboutMs, best.endMs - lengthMs));
  return { startMs, endMs: startMs + lengthMs };
}
