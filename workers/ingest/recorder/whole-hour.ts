/** The columns of one hour that an answer takes from memory, what is sealed of the hour included. */
import { ownerOf } from "#app/domain/detection/companions.ts";
import { ColumnBuffer } from "#app/domain/series/column-buffer.ts";
import { DERIVE_INPUTS, isDerived } from "#app/domain/series/derive.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { columnOf, otherKey, type Column, type Columns } from "#app/domain/series/types.ts";
import type { MadeHour, ReadHour } from "./made-hours.ts";

/** What a recorder says of a metric's samples. */
export const isFlag = (key: string): boolean => ownerOf(key) !== null;
export const isMade = (key: string): boolean => isDerived(key) || isFlag(key);

/** All of an hour in memory, what is sealed of it included; null when that was not read. */
export function wholeHour(
  { memory, derive }: { memory: MachineMemory; derive: (hourMs: number) => void },
  hourMs: number,
  keys: readonly string[],
  under: ReadonlyMap<number, ReadHour>,
): Columns | null {
  const hour = memory.hours.get(hourMs);
  if (!hour) return {};
  const segment = memory.sealed.get(hourMs)?.segment;
  const prepared = under.get(hourMs);
  const sealed = hour.complete
    ? {}
    : prepared !== undefined && prepared.key === segment?.key
      ? prepared.columns
      : null;
  if (!sealed) return null;
  const isDeriving = (): boolean =>
    keys.some(isDerived) && [...hour.raw.keys()].some((metric) => DERIVE_INPUTS.has(metric));
  if (hour.complete && (keys.some(isFlag) || isDeriving())) derive(hourMs);
  const columns = keys.flatMap((key): [string, Column][] => {
    const [below, above] = [columnOf(sealed, key), hour.column(key)];
    const others = hour.raw.get(otherKey(key));
    if (!below) return above ? [[key, above.slice()]] : [];
    if (!above && !others) return [[key, below]];
    const merged = ColumnBuffer.from(below);
    // A sample of the other kind has taken the place of the one that is sealed.
    for (let index = 0; others && index < others.length; index++)
      merged.remove(others.timeAt(index));
    for (let index = 0; above && index < above.length; index++)
      merged.put(above.timeAt(index), above.valueAt(index));
    return [[key, merged.slice()]];
  });
  return Object.fromEntries(columns);
}

export const columnsOf = (made: MadeHour, keys: readonly string[]): Columns =>
  Object.fromEntries(
    keys.flatMap((key): [string, Column][] => {
      const column = made(key);
      return column && column.length > 0 ? [[key, column.slice()]] : [];
    }),
  );
