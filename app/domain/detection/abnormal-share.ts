/** How much of a time a measure was abnormal, and when: out of steps of a range, each with what held and what was abnormal. */
import { maxOf, minOf } from "#app/domain/extremes.ts";

/** [startMs, endMs), Unix ms. */
export type AbnormalSlot = { startMs: number; endMs: number; heldMs: number; abnormalMs: number };

/** A step counts to a stretch from this share on. */
const STRETCH = 0.5;

/** 0 to 1; null where nothing held. */
export function shareOf(slots: readonly AbnormalSlot[]): number | null {
  const held = slots.reduce((sum, { heldMs }) => sum + heldMs, 0);
  const abnormal = slots.reduce((sum, { abnormalMs }) => sum + abnormalMs, 0);
  return held === 0 ? null : Math.min(1, abnormal / held);
}

/**
 * The abnormal time of the longest stretch, as far as steps tell: neighbours that were abnormal for at least half of what
 * held, with what spills over to either side; of shorter ones the most that one step has.
 */
export function longestMs(slots: readonly AbnormalSlot[]): number {
  let longest = Math.max(0, maxOf(slots.map(({ abnormalMs }) => abnormalMs)));
  for (let from = 0, to = 0; from < slots.length; from = Math.max(to, from + 1)) {
    for (to = from; to < slots.length && isAbnormal(slots[to] as AbnormalSlot); to++);
    if (to === from) continue;
    const own = slots.slice(Math.max(0, from - 1), to + 1);
    longest = Math.max(
      longest,
      own.reduce((sum, { abnormalMs }) => sum + abnormalMs, 0),
    );
  }
  return longest;
}

const isAbnormal = ({ heldMs, abnormalMs }: AbnormalSlot): boolean =>
  abnormalMs > 0 && abnormalMs >= heldMs * STRETCH;

/** Shares of at most so many equal parts, in order; null where nothing held. */
export function sparklineOf(slots: readonly AbnormalSlot[], most: number): (number | null)[] {
  const each = Math.max(1, Math.ceil(slots.length / most));
  return Array.from({ length: Math.ceil(slots.length / each) }, (_, part) =>
    shareOf(slots.slice(part * each, (part + 1) * each)),
  );
}

/** Measures of one section that were abnormal in the same steps. */
export type Together = { startMs: number; endMs: number; section: string | null; tags: string[] };
export type TagSlots = { tag: string; section: string | null; slots: readonly AbnormalSlot[] };

/** Stretches of steps in each of which two measures or more of a section were abnormal; the ones with the most first. */
export function togetherOf(tags: readonly TagSlots[], most: number): Together[] {
  const found: (Together & { weight: number })[] = [];
  for (const section of new Set(tags.map((tag) => tag.section))) {
    const own = tags.filter((tag) => tag.section === section);
    if (own.length < 2) continue;
    const length = minOf(own.map(({ slots }) => slots.length));
    const abnormalIn = (at: number) =>
      own.filter(({ slots }) => {
        const { heldMs, abnormalMs } = slots[at] as AbnormalSlot;
        return abnormalMs > 0 && abnormalMs >= heldMs * TOGETHER;
      });
    for (let from = 0, to = 0; from < length; from = Math.max(to, from + 1)) {
      const inside = new Map<string, number>();
      for (to = from; to < length; to++) {
        const both = abnormalIn(to);
        if (both.length < 2) break;
        for (const { tag, slots } of both)
          inside.set(tag, (inside.get(tag) ?? 0) + (slots[to] as AbnormalSlot).abnormalMs);
      }
      const first = own[0]?.slots[from];
      const last = own[0]?.slots[to - 1];
      if (to === from || !first || !last) continue;
      const ordered = [...inside].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      found.push({
        startMs: first.startMs,
        endMs: last.endMs,
        section,
        tags: ordered.map(([tag]) => tag),
        weight: ordered.reduce((sum, [, ms]) => sum + ms, 0),
      });
    }
  }
  return found
    .sort((a, b) => b.weight - a.weight || a.startMs - b.startMs)
    .slice(0, most)
    .map(({ weight: _weight, ...group }) => group);
}
/** Less than this share of a step is chance: one value in a thousand lies beyond its bounds on a usual day. */
const TOGETHER = 0.02;
