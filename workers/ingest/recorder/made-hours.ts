/**
 * Derived values for one answer, of hours whose own are behind: made from samples that are sealed and in memory, as sealing
 * these hours would make them, and kept nowhere. So a question waits for no hour to be sealed, and changes nothing.
 */
import { ColumnBuffer } from "#app/domain/series/column-buffer.ts";
import { Deriver, DERIVE_INPUTS } from "#app/domain/series/derive.ts";
import { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import { nearestBefore, type ToldHour } from "#app/domain/series/hours-before.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { keysOf, type Columns } from "#app/domain/series/types.ts";
import { isUnreadable } from "#app/storage/segment-read.ts";
import type { SealedReader } from "./sealed-reader.ts";

/** Sent and derived columns of an hour, by key. */
export type MadeHour = (key: string) => ColumnBuffer | undefined;
/** What was read of a sealed hour, and from which object. */
export type ReadHour = { key: string; columns: Columns };

/** Objects asked for at a time. */
const READS = 8;
const INPUT_KEYS = [...DERIVE_INPUTS].flatMap((metric) => keysOf(metric, "both"));

/**
 * What the sealed hours are made from, with the columns that are asked of each. One that can't be read is left out: what is
 * asked of it will say so. null: they hold more samples than that.
 */
export async function readToMake(
  { memory, sealed }: { memory: MachineMemory; sealed: SealedReader },
  hours: readonly number[],
  askedOf: (hourMs: number) => readonly string[],
  maxSamples = Infinity,
): Promise<Map<number, ReadHour> | null> {
  const found = new Map<number, ReadHour>();
  let samples = 0;
  const read = async (hourMs: number): Promise<void> => {
    const segment = memory.sealed.get(hourMs)?.segment;
    if (!segment) return;
    try {
      const keys = [...new Set([...INPUT_KEYS, ...askedOf(hourMs)])];
      const columns = await sealed.read(segment, keys);
      for (const { times } of Object.values(columns)) samples += times.length;
      found.set(hourMs, { key: segment.key, columns });
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
  };
  for (let from = 0; from < hours.length && samples <= maxSamples; from += READS)
    await Promise.all(hours.slice(from, from + READS).map(read));
  return samples > maxSamples ? null : found;
}

/** These hours, and those in memory before `endMs` that rest on them. */
export function makeHours(
  memory: MachineMemory,
  read: ReadonlyMap<number, ReadHour>,
  endMs: number,
): Map<number, MadeHour> {
  const made = new Map<number, MadeHour>();
  if (read.size === 0) return made;
  const hours = [...read.keys()].sort((a, b) => a - b);
  const open = memory.hours.within(hours[0] as number, endMs);
  let told: ToldHour | null = null;
  for (const hourMs of [...new Set([...hours, ...open])].sort((a, b) => a - b)) {
    const isNext: boolean = told !== null && nearestBefore(memory, hourMs) === told.hourMs;
    if (!read.has(hourMs) && !isNext) continue;
    const raw = rawOf(memory, hourMs, read.get(hourMs));
    if (!raw) continue;
    const deriver: Deriver = new Deriver(
      isNext && told ? told.carry : memory.carryBefore(hourMs, true),
    );
    const derived = new Map<string, ColumnBuffer>();
    deriver.advance(raw, (metric, timeMs, value) => {
      let column = derived.get(metric);
      if (!column) derived.set(metric, (column = new ColumnBuffer("number")));
      column.put(timeMs, value);
    });
    made.set(hourMs, (key) => raw.get(key) ?? derived.get(key));
    told = { hourMs, carry: deriver.carry() };
  }
  return made;
}

/** Every sample of the hour that was sent, as far as it was read; null when that is not known. */
function rawOf(
  memory: MachineMemory,
  hourMs: number,
  read: ReadHour | undefined,
): ReadonlyMap<string, ColumnBuffer> | null {
  const held = memory.hours.get(hourMs);
  if (held?.complete) return held.raw;
  const sealed = memory.sealed.get(hourMs);
  if (!read || read.key !== sealed?.segment.key) return null;
  const whole = new HourBuffer(hourMs, true);
  const { derived } = sealed;
  whole.fill(
    Object.fromEntries(Object.entries(read.columns).filter(([key]) => !derived.includes(key))),
  );
  if (held) whole.putAll(held);
  return whole.raw;
}
