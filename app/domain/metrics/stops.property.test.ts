import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/domain/durations.ts";
import { stateShares, toStateSpans } from "./spans.ts";
import { toMachineState, type MachineState } from "./states.ts";
import { planStops, type Stop } from "./stops.ts";

/** Every second of a window for itself: slow, and plain enough to be believed. */
type Second = MachineState;
type Change = { timeMs: number; code: number };

const RUNS = ["running", "running_and_feeding"];
const isDown = (state: Second | undefined): boolean =>
  state !== undefined && state !== "unknown" && !RUNS.includes(state);

function secondsOf(changes: readonly Change[], startMs: number, endMs: number): Second[] {
  const seconds: Second[] = [];
  for (let at = startMs; at < endMs; at += SECOND_MS)
    seconds.push(toMachineState(changes.findLast(({ timeMs }) => timeMs <= at)?.code));
  return seconds;
}

/** The stops that a person with a stop-watch would write down, the oldest first. */
function stopsOf(seconds: readonly Second[], startMs: number): Omit<Stop, "state">[] {
  const at = (index: number) => startMs + index * SECOND_MS;
  const stops: Omit<Stop, "state">[] = [];
  seconds.forEach((state, i) => {
    if (!isDown(state) || isDown(seconds[i - 1])) return;
    let end = i;
    while (isDown(seconds[end])) end++;
    stops.push({
      ...{ startMs: at(i), endMs: at(end), isOpen: end === seconds.length },
      isOlder: i === 0 || seconds[i - 1] === "unknown",
      isUnheard: seconds[end] === "unknown",
    });
  });
  return stops;
}

const LIMIT_MS = 90 * SECOND_MS;
/** Not a whole day, nor at midnight; the day on which Chicago's clocks go back is like any other. */
const START_MS = Date.UTC(2026, 10, 1, 5, 59, 30);
const LENGTH_S = 600;
/** Seconds around the limit are likely, and so are codes that are no state. */
const history = fc
  .array(
    fc.record({
      wait: fc.oneof(fc.constantFrom(1, 89, 90, 91), fc.integer({ min: 1, max: 200 })),
      code: fc.constantFrom(-1, 0, 1, 2, 3, 4, 5, 6, 99),
    }),
    { maxLength: 12 },
  )
  .chain((steps) =>
    fc.record({ steps: fc.constant(steps), from: fc.integer({ max: 5, min: -300 }) }),
  )
  .map(({ steps, from }) => {
    let second = from;
    return steps.map(({ wait, code }) => {
      const change = { timeMs: START_MS + second * SECOND_MS, code };
      second += wait;
      return change;
    });
  });

test("strip, shares and stops of any history are what the seconds say one by one", () => {
  fc.assert(
    fc.property(history, (changes) => {
      const endMs = START_MS + LENGTH_S * SECOND_MS;
      const spans = toStateSpans(changes, START_MS, endMs);
      const seconds = secondsOf(changes, START_MS, endMs);

      expect(secondsOfSpans(spans)).toEqual(seconds);
      for (const [i, span] of spans.entries()) {
        expect(span.startMs).toBe(spans[i - 1]?.endMs ?? START_MS);
        expect(span.state).not.toBe(spans[i - 1]?.state);
      }
      const shares = Object.fromEntries(stateShares(spans).map((each) => [each.state, each.share]));
      for (const state of new Set(seconds))
        expect(shares[state]).toBeCloseTo(
          seconds.filter((each) => each === state).length / LENGTH_S,
          9,
        );

      const isShort = ({ startMs, endMs: until, ...seen }: Omit<Stop, "state">) =>
        !seen.isOlder && !seen.isUnheard && until - startMs < LIMIT_MS;
      const expected = stopsOf(seconds, START_MS);
      const { stops, micro, young } = planStops(spans, LIMIT_MS);
      expect(stops.map(({ state: _, ...stop }) => stop)).toEqual(
        expected.filter((stop) => !isShort(stop)).reverse(),
      );
      expect(young?.startMs).toBe(expected.find((stop) => isShort(stop) && stop.isOpen)?.startMs);
      const short = expected.filter((stop) => isShort(stop) && !stop.isOpen);
      expect(micro).toEqual({
        count: short.length,
        totalMs: short.reduce((sum, stop) => sum + stop.endMs - stop.startMs, 0),
      });
      for (const { startMs, endMs: until, state } of stops) {
        const inside = seconds.slice(
          (startMs - START_MS) / SECOND_MS,
          (until - START_MS) / SECOND_MS,
        );
        const count = (of: Second) => inside.filter((each) => each === of).length;
        expect(count(state)).toBe(Math.max(...inside.map(count)));
      }
    }),
    { numRuns: 500 },
  );
});

const secondsOfSpans = (spans: ReturnType<typeof toStateSpans>): Second[] =>
  spans.flatMap(({ state, startMs, endMs }) =>
    Array.from({ length: (endMs - startMs) / SECOND_MS }, () => state),
  );

test("a machine that only stopped, all month or never told, has one stop or none", () => {
  const [start, end] = [START_MS, START_MS + 30 * DAY_MS];
  const plan = (changes: Change[]) => planStops(toStateSpans(changes, start, end), LIMIT_MS);
  expect(plan([{ timeMs: start - HOUR_MS, code: 0 }]).stops).toEqual([
    { startMs: start, endMs: end, state: "off", isOlder: true, isOpen: true, isUnheard: false },
  ]);
  expect(plan([{ timeMs: start + MINUTE_MS, code: 0 }]).stops).toMatchObject([
    { startMs: start + MINUTE_MS, endMs: end, isOlder: true, isOpen: true },
  ]);
  expect(plan([])).toEqual({ stops: [], micro: { count: 0, totalMs: 0 }, young: null });
});
