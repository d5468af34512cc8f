/**
 * Derived values and flags for one answer, of hours whose own are behind: made from samples that are sealed and in memory, as
 * sealing these hours would make them, and kept nowhere. So a question waits for no hour to be sealed, and changes nothing.
 */
import { companionsOf, ownerOf } from "#app/domain/detection/companions.ts";
import { ColumnBuffer } from "#app/domain/series/column-buffer.ts";
import { DERIVE_INPUTS, type Carry } from "#app/domain/series/derive.ts";
import { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import { nearestBefore } from "#app/domain/series/hours-before.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import type { SealedHour } from "#app/domain/series/sealed-hours.ts";
import { columnOf, keysOf, type Columns } from "#app/domain/series/types.ts";
import { isUnreadable } from "#app/storage/segment-read.ts";
import type { Across } from "./hours-to-make.ts";
import type { SealedReader } from "./sealed-reader.ts";

/** Sent, derived and judged columns of an hour, by key. */
export type MadeHour = (key: string) => ColumnBuffer | undefined;
/** What was read of a sealed hour, and from which object. */
export type ReadHour = { key: string; columns: Columns };
export type HourToMake = ReadHour & { across: Across };

/** Objects asked for at a time. */
export const READS = 8;
const INPUT_KEYS = [...DERIVE_INPUTS].flatMap((metric) => keysOf(metric, "both"));

/** The columns with those that their flags are judged from. */
const withJudged = (keys: readonly string[]): string[] =>
  keys.flatMap((key) => {
    const owner = ownerOf(key);
    return owner === null ? [key] : [key, owner, ...companionsOf(owner)];
  });

/**
 * What the sealed hours are made from, with the columns that are asked of each. One that can't be read is left out: what is
 * asked of it will say so. null: they hold more samples than that.
 */
export async function readToMake(
  { memory, sealed }: { memory: MachineMemory; sealed: SealedReader },
  hours: ReadonlyMap<number, Across>,
  askedOf: (hourMs: number) => readonly string[],
  maxSamples = Infinity,
): Promise<Map<number, HourToMake> | null> {
  const found = new Map<number, HourToMake>();
  let samples = 0;
  const read = async ([hourMs, across]: [number, Across]): Promise<void> => {
    const segment = memory.sealed.get(hourMs)?.segment;
    if (!segment) return;
    try {
      const keys = [...new Set([...INPUT_KEYS, ...withJudged(askedOf(hourMs))])];
      const columns = await sealed.read(segment, keys);
      for (const { times } of Object.values(columns)) samples += times.length;
      found.set(hourMs, { key: segment.key, columns, across });
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
  };
  const all = [...hours];
  for (let from = 0; from < all.length && samples <= maxSamples; from += READS)
    await Promise.all(all.slice(from, from + READS).map(read));
  return samples > maxSamples ? null : found;
}

/** What a made hour leaves to those after it. */
type Left = { hourMs: number; carry: Carry; whole: HourBuffer };

/** These hours, and those in memory before `endMs` that rest on them. */
export function makeHours(
  memory: MachineMemory,
  read: ReadonlyMap<number, HourToMake>,
  endMs: number,
): Map<number, MadeHour> {
  const made = new Map<number, MadeHour>();
  if (read.size === 0) return made;
  const hours = [...read.keys()].sort((a, b) => a - b);
  const open = memory.hours.within(hours[0] as number, endMs);
  const derive = memory.deriving();
  let left: Left | null = null;
  for (const hourMs of [...new Set([...hours, ...open])].sort((a, b) => a - b)) {
    const own = read.get(hourMs);
    const isNext: boolean = left !== null && nearestBefore(memory, hourMs) === left.hourMs;
    if (!own && !isNext) continue;
    const whole = wholeOf(memory, hourMs, own);
    if (!whole) {
      if (own) left = null;
      continue;
    }
    const before: Carry = isNext
      ? (left as Left).carry
      : over(own?.across, left?.carry, memory.carryBefore(hourMs, true));
    let carry: Carry = whole.derive(before);
    const held = memory.hours.get(hourMs);
    if (held?.complete) {
      // It is judged where it is, as live values are.
      if (memory.judge.isOff) made.set(hourMs, (key) => whole.column(key));
      else {
        carry = { ...carry, ...abnormalOf(derive(hourMs)) };
        made.set(hourMs, (key) => whole.column(key) ?? held.judged.get(key));
      }
    } else {
      if (!memory.judge.isOff) {
        const behind = isNext ? left?.whole : memory.hours.get(nearestBefore(memory, hourMs));
        const states = memory.judge.statesBefore(hourMs, behind?.complete ? behind : undefined);
        carry = memory.judge.judge(whole, { carry: before, states }, carry, true);
      }
      made.set(hourMs, (key) => whole.column(key));
    }
    left = { hourMs, carry, whole: held?.complete ? held : whole };
  }
  return made;
}

const abnormalOf = (carry: Carry | null): Pick<Carry, "abnormal"> =>
  carry?.abnormal ? { abnormal: carry.abnormal } : {};

/** What is recorded of the hours before, but for what the made one told that holds over them. */
const over = (across: Across | undefined, told: Carry | undefined, recorded: Carry): Carry =>
  across && told
    ? {
        ...recorded,
        ...(across.online ? { onlineSinceMs: told.onlineSinceMs } : {}),
        ...(across.sizes ? { sheetSize: told.sheetSize } : {}),
      }
    : recorded;

/** Every sample of the hour that was sent, as far as it was read, to be derived; null when that is not known. */
function wholeOf(
  memory: MachineMemory,
  hourMs: number,
  read: ReadHour | undefined,
): HourBuffer | null {
  const held = memory.hours.get(hourMs);
  const whole = new HourBuffer(hourMs, true);
  if (held?.complete) {
    for (const [key, column] of held.raw) whole.raw.set(key, column);
    return whole;
  }
  const sealed = memory.sealed.get(hourMs);
  if (!read || read.key !== sealed?.segment.key) return null;
  fillFrom(whole, read.columns, sealed);
  if (held) whole.putAll(held);
  return whole;
}

/** The samples of a sealed hour, and beside them the flags as they stand. */
function fillFrom(whole: HourBuffer, columns: Columns, { derived }: SealedHour): void {
  whole.fill(Object.fromEntries(Object.entries(columns).filter(([key]) => !derived.includes(key))));
  for (const name of derived) {
    const column = ownerOf(name) === null ? undefined : columnOf(columns, name);
    if (column) whole.judgedBefore.set(name, ColumnBuffer.from(column));
  }
}
