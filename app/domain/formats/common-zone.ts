import { wallClock } from "./local-days.ts";

/**
 * The zone that tells the time of most of these, and of what share of them, 0 to 1. Zones whose clocks say the same at
 * `nowMs` count together, by the name that most of them have: two names of one time are one time. null of nothing.
 */
export function commonZone(
  zones: readonly string[],
  nowMs: number,
): { timezone: string; share: number } | null {
  const byName = new Map<string, number>();
  for (const zone of zones) byName.set(zone, (byName.get(zone) ?? 0) + 1);
  const byClock = new Map<number, { timezone: string; most: number; count: number }>();
  for (const [timezone, count] of byName) {
    const clock = wallClock(nowMs, timezone);
    const before = byClock.get(clock);
    const isFirst = before === undefined || count > before.most;
    byClock.set(clock, {
      ...(isFirst ? { timezone, most: count } : before),
      count: (before?.count ?? 0) + count,
    });
  }
  const [first] = [...byClock.values()].sort((a, b) => b.count - a.count);
  if (first === undefined) return null;
  return { timezone: first.timezone, share: first.count / zones.length };
}
