import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changesWithin,
  MAX_STATES,
  packStates,
  statesOf,
  unpackStates,
  withSilences,
  type KeptState,
  type StateChange,
} from "./state-changes.ts";
import type { Column } from "./types.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { STATE_HOLD_MS } from "#app/domain/metrics/states.ts";

const column = (samples: [number, number][]): Column => ({
  kind: "number",
  times: Float64Array.from(samples, ([at]) => at),
  values: Float64Array.from(samples, ([, code]) => code),
});
const state = (timeMs: number, code: number): StateChange => ({ timeMs, code });
const last = (timeMs: number, code: number): KeptState => ({ timeMs, code, isLast: true });
const silent = (timeMs: number): StateChange => ({ timeMs, code: -1, isSilent: true });

describe("states of hours", () => {
  it("are the first and the last of each hour, every change, and both sides of a silence", () => {
    const states = statesOf(
      column([
        [50, 1],
        [60, 1],
        [70, 3],
        [HOUR_MS, 3],
        [HOUR_MS + 1, 3],
        [HOUR_MS + 2, 3],
        [HOUR_MS + 3 + STATE_HOLD_MS, 3],
        [HOUR_MS + 4 + STATE_HOLD_MS, 0],
      ]),
    );
    expect(states).toEqual([
      ...[state(50, 1), last(70, 3), state(HOUR_MS, 3), last(HOUR_MS + 2, 3)],
      ...[state(HOUR_MS + 3 + STATE_HOLD_MS, 3), last(HOUR_MS + 4 + STATE_HOLD_MS, 0)],
    ]);
    expect(statesOf(undefined)).toEqual([]);
  });

  it("come back from their bytes", () => {
    const states = fc.array(
      fc.record({
        timeMs: fc.nat(DAY_MS - 1),
        code: fc.integer({ min: -1, max: 6 }),
        isLast: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(states, (list) => {
        const day = 20_000 * DAY_MS;
        const shifted = list.map(({ timeMs, code, isLast }) =>
          (isLast ? last : state)(day + timeMs, code),
        );
        expect(unpackStates(packStates(shifted, day).buffer as ArrayBuffer, day)).toEqual(shifted);
      }),
    );
  });
});

describe("state changes of a range", () => {
  it("begin with the state held at the start and tell every change once", () => {
    const states = [state(170, 4), state(150, 3), state(160, 3), state(50, 1), state(999, 0)];
    expect(changesWithin(states, state(20, 3), 100, 900)).toEqual([state(100, 3), state(170, 4)]);
  });

  it("let a sample at the very start stand for itself", () => {
    expect(changesWithin([state(100, 2), state(120, 4)], state(20, 3), 100, 900)).toEqual([
      state(100, 2),
      state(120, 4),
    ]);
  });

  it("begin with the first sample where nothing was known", () => {
    expect(changesWithin([state(500, 2)], null, 100, 900)).toEqual([state(500, 2)]);
    expect(changesWithin([], null, 100, 900)).toEqual([]);
  });

  it("of more than an answer holds are the ones at the end of each minute, the first of all kept", () => {
    const states = Array.from({ length: 3 * MAX_STATES }, (_, i) => state(i * 10_000, i % 7));
    const changes = changesWithin(states, null, 0, Infinity);
    expect(changes.length).toBeLessThanOrEqual(MAX_STATES);
    expect(changes[0]).toEqual(state(0, 0));
    expect(changes[1]).toEqual(state(50_000, 5));
    expect(changes.at(-1)).toEqual(states.at(-1));
  });
});

describe("a silence", () => {
  it("begins when the last sample before it has held its time, in an hour and between hours", () => {
    const end = 4 * HOUR_MS;
    expect(withSilences([state(0, 3), last(MINUTE_MS, 3), last(3 * HOUR_MS, 3)], end)).toEqual([
      ...[state(0, 3), state(MINUTE_MS, 3), silent(MINUTE_MS + STATE_HOLD_MS)],
      ...[state(3 * HOUR_MS, 3), silent(3 * HOUR_MS + STATE_HOLD_MS)],
    ]);
    const justHeld = [last(0, 3), last(STATE_HOLD_MS, 3)];
    expect(withSilences(justHeld, 2 * STATE_HOLD_MS)).toEqual([
      state(0, 3),
      state(15 * MINUTE_MS, 3),
    ]);
  });

  it("of hours that did not keep their last sample begins when they may have been heard last", () => {
    const old = [state(5, 3), state(MINUTE_MS, 4), state(HOUR_MS, 4), state(4 * HOUR_MS, 0)];
    const after = [state(4 * HOUR_MS, 0)];
    expect(withSilences(old, 5 * HOUR_MS)).toEqual([
      ...[...old.slice(0, 3), silent(2 * HOUR_MS + STATE_HOLD_MS), ...after],
    ]);
    const heardMs = (hourMs: number) => (hourMs === HOUR_MS ? HOUR_MS + MINUTE_MS : undefined);
    expect(withSilences(old, 5 * HOUR_MS, heardMs)).toEqual([
      ...[...old.slice(0, 3), silent(HOUR_MS + MINUTE_MS + STATE_HOLD_MS), ...after],
    ]);
  });
});

/** What holds at each sample, and 15 minutes after one that no other follows. */
function plainChanges(samples: [number, number][], startMs: number, endMs: number): StateChange[] {
  const all = samples.flatMap(([timeMs, code], i): StateChange[] => {
    const silentMs = timeMs + 15 * MINUTE_MS;
    return silentMs < (samples[i + 1]?.[0] ?? Infinity)
      ? [state(timeMs, code), silent(silentMs)]
      : [state(timeMs, code)];
  });
  const held = all.findLast(({ timeMs }) => timeMs <= startMs);
  const inside = all.filter(({ timeMs }) => timeMs > startMs && timeMs < endMs);
  return [...(held ? [{ ...held, timeMs: startMs }] : []), ...inside].filter(
    ({ code }, i, list) => list[i - 1]?.code !== code,
  );
}

it("of any samples the changes of a range are what a plain list of them says", () => {
  const gap = fc.oneof(
    fc.integer({ min: 1, max: 20 * MINUTE_MS }),
    fc.constantFrom(STATE_HOLD_MS - 1, STATE_HOLD_MS, STATE_HOLD_MS + 1, HOUR_MS, 5 * HOUR_MS),
  );
  const samples = fc.array(fc.tuple(gap, fc.integer({ min: -1, max: 6 })), { maxLength: 40 });
  const edge = fc.oneof(
    fc.nat(20 * HOUR_MS),
    fc.nat(20).map((hour) => hour * HOUR_MS),
  );
  fc.assert(
    fc.property(samples, edge, edge, (gaps, one, other) => {
      const [startMs, endMs] = one < other ? [one, other] : [other, one + 1];
      let at = 0;
      const list = gaps.map(([ms, code]): [number, number] => [(at += ms), code]);
      const hours = new Set(list.map(([timeMs]) => Math.floor(timeMs / HOUR_MS)));
      const kept = [...hours].flatMap((hour) =>
        statesOf(column(list.filter(([timeMs]) => Math.floor(timeMs / HOUR_MS) === hour))),
      );
      const changes = withSilences(
        unpackStates(packStates(kept, 0).buffer as ArrayBuffer, 0),
        endMs,
      );
      const held = changes.findLast(({ timeMs }) => timeMs <= startMs) ?? null;
      expect(changesWithin(changes, held, startMs, endMs)).toEqual(
        plainChanges(list, startMs, endMs),
      );
    }),
    { numRuns: 1_000 },
  );
});
