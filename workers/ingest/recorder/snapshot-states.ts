/** The state changes of an answer: of the hours in memory, and of what the list of kept states knows of the others. */
import { hourOf } from "#app/domain/series/batch-window.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import {
  changesWithin,
  MAX_STATES,
  statesOf,
  withSilences,
  type KeptState,
  type StateChange,
} from "#app/domain/series/state-changes.ts";
import { columnOf, type Columns } from "#app/domain/series/types.ts";
import type { ManifestStore } from "./manifest-store.ts";

export const STATE = "machine_state";
/** Kept states read for one answer; of more, only each day's last. */
const MAX_STATES_READ = 4 * MAX_STATES;

type Kept = { memory: MachineMemory; manifest: ManifestStore };

/** The changes within [startMs, endMs), with the state that held when it began. `whole`: hours in memory, what is sealed of them included. */
export function statesIn(
  { memory, manifest }: Kept,
  whole: ReadonlyMap<number, Columns>,
  startMs: number,
  endMs: number,
): StateChange[] {
  const sealed = (states: readonly KeptState[]): KeptState[] =>
    states.filter(({ timeMs }) => !whole.has(hourOf(timeMs)));
  const kept = manifest.states.within(startMs, endMs, MAX_STATES_READ);
  let known = [
    ...sealed(kept.states),
    ...[...whole.values()].flatMap((hour) => statesOf(columnOf(hour, STATE))),
  ];
  // Days further back are asked only while nothing nearer is known.
  for (let day = manifest.states.before(startMs + 1); day; day = manifest.states.before(day.day)) {
    const { day: dayMs } = day;
    known = [...known, ...sealed(day.states).filter(({ timeMs }) => timeMs <= startMs)];
    if (known.some(({ timeMs }) => timeMs >= dayMs && timeMs <= startMs)) break;
  }
  known.sort((a, b) => a.timeMs - b.timeMs);
  // Of a range with too many states only some are known: what lies between them is no silence.
  const changes = kept.isWhole
    ? withSilences(known, endMs, (hourMs) => memory.sealed.get(hourMs)?.segment.lastMs)
    : known.map(({ timeMs, code }) => ({ timeMs, code }));
  const held = changes.findLast(({ timeMs }) => timeMs <= startMs) ?? null;
  return changesWithin(changes, held, startMs, endMs);
}
