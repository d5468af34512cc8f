import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { beginAlarm, judgeAlarm, MAX_GAP_MS, type AlarmSample } from "./judge.ts";
import type { Numbers } from "#app/domain/series/all-samples.ts";
import { tryOnPast, type Span, type TrialHour, type TrialRule } from "./trial.ts";
import { COMPARATORS } from "./types.ts";

const START = Date.UTC(2026, 10, 1);
const HOURS = 48;
const END = START + HOURS * HOUR_MS;
type Pairs = [timeMs: number, value: number][];

const numbers = (pairs: Pairs): Numbers => ({
  times: Float64Array.from(pairs, ([timeMs]) => timeMs),
  values: Float64Array.from(pairs, ([, value]) => value),
});
const hoursOf = (metric: Pairs): TrialHour[] =>
  Array.from({ length: HOURS }, (_, n) => {
    const startMs = START + n * HOUR_MS;
    const values = metric
      .filter(([timeMs]) => timeMs >= startMs && timeMs < startMs + HOUR_MS)
      .map(([, value]) => value);
    const [min, max] = values.length ? [Math.min(...values), Math.max(...values)] : [null, null];
    return { startMs, endMs: startMs + HOUR_MS, min, max, count: values.length };
  });
const within = (pairs: Pairs, spans: readonly Span[]): Pairs =>
  pairs.filter(([timeMs]) => spans.some((span) => timeMs >= span.startMs && timeMs < span.endMs));

function trial(rule: TrialRule, metric: Pairs, state: Pairs = [], most = Infinity) {
  const asked: number[] = [];
  const read = async (spans: readonly Span[]) => {
    const found = within(metric, spans);
    asked.push(found.length);
    return { metric: numbers(found), state: numbers(within(state, spans)) };
  };
  return { asked, answer: tryOnPast(rule, hoursOf(metric), read, most) };
}

/** Every sample, one after the other. */
function plainly(rule: TrialRule, metric: Pairs, state: Pairs) {
  const samples = metric.map(([timeMs, value]): AlarmSample => {
    const held = state.findLast(([at]) => at <= timeMs);
    return { timeMs, value, state: held && timeMs - held[0] <= MAX_GAP_MS ? held[1] : null };
  });
  const { changes } = judgeAlarm(rule, beginAlarm({ inAlarm: false }), samples, -Infinity);
  const spans: { startMs: number; endMs: number | null }[] = [];
  for (const { inAlarm, atMs } of changes)
    if (inAlarm) spans.push({ startMs: atMs, endMs: null });
    else spans.at(-1)!.endMs = atMs;
  return spans;
}

const rule = (more: object = {}): TrialRule => ({
  function: "value_threshold_for_time_period_in_state",
  arguments: { tag_name: "x", period: 10 * MINUTE_MS, comp: ">", threshold: 8, ...more },
});
/** A sample a minute; `high`: hours in which it is 9, else 1. */
const minutes = (high: readonly number[]): Pairs =>
  Array.from({ length: HOURS * 60 }, (_, n) => [
    START + n * MINUTE_MS,
    high.includes(Math.floor(n / 60)) ? 9 : 1,
  ]);

describe("an alarm tried on the past", () => {
  it("says how often it would have been raised and for how long, and reads only where it matters", async () => {
    const { asked, answer } = trial(rule(), minutes([5, 20, 21]));
    const at = (hour: number, minute: number) => START + hour * HOUR_MS + minute * MINUTE_MS;
    expect(await answer).toEqual({
      fromMs: START,
      untilMs: END,
      raised: 2,
      onMs: (50 + 110) * MINUTE_MS,
      spans: [
        { startMs: at(5, 10), endMs: at(6, 0) },
        { startMs: at(20, 10), endMs: at(22, 0) },
      ],
    });
    // Three hours with a quarter before each stretch, then with the hour after each.
    expect(asked).toEqual([3 * 60 + 2 * 15, 5 * 60 + 2 * 15]);
  });

  it("is still on at the end, and never was where nothing meets it", async () => {
    const { answer } = trial(rule(), minutes([47]));
    expect(await answer).toMatchObject({
      raised: 1,
      onMs: 50 * MINUTE_MS,
      spans: [{ endMs: null }],
    });
    const none = trial(rule({ threshold: 9 }), minutes([5]));
    expect([(await none.answer).raised, none.asked]).toEqual([0, []]);
  });

  it("reads no more samples than it may, the newest, and says since when", async () => {
    const { asked, answer } = trial(rule(), minutes([1, 2, 3, 40]), [], 60);
    expect(await answer).toMatchObject({ fromMs: START + 4 * HOUR_MS, raised: 1 });
    expect(Math.max(...asked)).toBeLessThanOrEqual(60 + 60 + 15);
  });

  it("is what judging every sample says, whatever the rule", async () => {
    const value = fc.integer({ min: 0, max: 10 });
    const stretch = fc.record({
      value,
      count: fc.integer({ min: 1, max: 60 }),
      stepMs: fc.constantFrom(MINUTE_MS, 4 * MINUTE_MS, 20 * MINUTE_MS),
      state: fc.integer({ min: 2, max: 4 }),
    });
    const rules = fc.record({
      comp: fc.constantFrom(...COMPARATORS),
      threshold: value,
      period: fc.constantFrom(MINUTE_MS, 10 * MINUTE_MS, 90 * MINUTE_MS),
      deadband: fc.constantFrom(0, 2),
      delay_off: fc.constantFrom(0, 5 * MINUTE_MS, 100 * MINUTE_MS),
      machine_states: fc.constantFrom([], [3], [3, 4]),
    });
    let raisedOnce = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(stretch, { minLength: 1, maxLength: 30 }),
        rules,
        async (all, wanted) => {
          const metric: Pairs = [];
          const state: Pairs = [];
          let timeMs = START;
          for (const { value: held, count, stepMs, state: code } of all)
            for (let n = 0; n < count && timeMs < END; n++, timeMs += stepMs) {
              metric.push([timeMs, held]);
              if (n % 5 === 0) state.push([timeMs, code]);
            }
          const tried = rule(wanted);
          const expected = plainly(tried, metric, state);
          raisedOnce += expected.length > 0 ? 1 : 0;
          expect((await trial(tried, metric, state).answer).spans).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
    expect(raisedOnce).toBeGreaterThan(20);
  });
});
