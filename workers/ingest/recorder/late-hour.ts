import type { MachineMemory } from "#app/domain/series/machine-memory.ts";

/**
 * The oldest hour before the time that must be sealed before sealed derived values can be believed: one in memory that was
 * among the first `opened`, with late samples or with sealed hours after it that rest on it, or one that rests on an hour
 * that changed.
 */
export function lateHour(
  memory: MachineMemory,
  endMs: number,
  opened: number,
  settled: ReadonlySet<number>,
): number | null {
  const { hours, sealed } = memory;
  const isLeft = (hourMs: number): boolean => !settled.has(hourMs);
  const isKnown = (hourMs: number): boolean => isLeft(hourMs) && hours.wasOpened(hourMs, opened);
  const oldest = Math.min(
    firstOf(sealed.late(), endMs, isLeft),
    firstOf(hours.patches(), endMs, isKnown),
    firstOf(hours.starts(), Math.min(endMs, sealed.before(endMs)), isKnown),
  );
  return oldest < endMs ? oldest : null;
}

/** The first that is `wanted` of ascending hours before the time; Infinity without. */
function firstOf(
  hours: Iterable<number>,
  endMs: number,
  isWanted: (hourMs: number) => boolean,
): number {
  for (const hourMs of hours) {
    if (hourMs >= endMs) break;
    if (isWanted(hourMs)) return hourMs;
  }
  return Infinity;
}
