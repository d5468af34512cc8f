import { toStateCode } from "../metrics/states.ts";
import { clipColumn } from "./clip.ts";
import { HOUR_MS, type Column, type Sample } from "./types.ts";

export type StateChange = { timeMs: number; code: number };

/** Gathers the states of [startMs, endMs), machine_state columns added in any order, disjoint by hours. */
export class StateChanges {
  readonly #startMs: number;
  readonly #endMs: number;
  readonly #kept: StateChange[] = [];

  constructor({ startMs, endMs }: { startMs: number; endMs: number }) {
    this.#startMs = startMs;
    this.#endMs = endMs;
  }

  /** Keeps the first state of every hour and every change: another column may fill the hours between. */
  add(column: Column): void {
    const { times, values } = clipColumn(column, this.#startMs, this.#endMs);
    let last: StateChange | null = null;
    for (let i = 0; i < times.length; i++) {
      const next: StateChange = { timeMs: times[i] as number, code: toStateCode(values[i] as number | string) };
      if (last === null || last.code !== next.code || hourOf(last) !== hourOf(next)) this.#kept.push(next);
      last = next;
    }
  }

  /** The state held at the range's start, at that time, and then every change. */
  changes(before: Sample | null): StateChange[] {
    const ascending = this.#kept.sort((a, b) => a.timeMs - b.timeMs);
    const held = before && ascending[0]?.timeMs !== this.#startMs ? [{ timeMs: this.#startMs, code: toStateCode(before.value) }] : [];
    const states = [...held, ...ascending];
    return states.filter(({ code }, i) => states[i - 1]?.code !== code);
  }
}

const hourOf = ({ timeMs }: StateChange): number => Math.floor(timeMs / HOUR_MS);
