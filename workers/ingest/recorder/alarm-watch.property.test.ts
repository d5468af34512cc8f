/**
 * A recorder's alarms against a plain model that keeps all samples and works out each period from nothing: the same
 * transitions, however the samples are shuffled, split and repeated over batches, and over restarts.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  FRESH_MS,
  MAX_GAP_MS,
  type AlarmChange,
  type AlarmRule,
} from "#app/domain/alarms/judge.ts";
import { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import { OpenHours } from "#app/domain/series/open-hours.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { AlarmWatch, type AlarmTransition } from "./alarm-watch.ts";

const START = Date.UTC(2026, 10, 19, 12);
type Sample = { metric: "current" | "machine_state"; minute: number; value: number };
type Step = { samples: Sample[]; repeats: boolean; restarts: boolean };

const sample: fc.Arbitrary<Sample> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      metric: fc.constant("current" as const),
      minute: fc.integer({ min: 0, max: 120 }),
      value: fc.constantFrom(1, 7, 9, 9, 9, 9, 9, 9),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      metric: fc.constant("machine_state" as const),
      minute: fc.integer({ min: 0, max: 120 }),
      value: fc.constantFrom(0, 3, 3, 3),
    }),
  },
);
/** Mostly in the order of time, as samplers send: the batches of one run lie side by side, some samples late. */
const steps: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.uniqueArray(sample, {
      minLength: 40,
      maxLength: 160,
      selector: ({ metric, minute }) => `${metric} ${minute}`,
    }),
    fc.array(
      fc.record({
        size: fc.integer({ min: 1, max: 8 }),
        repeats: fc.boolean(),
        restarts: fc.boolean(),
      }),
      {
        minLength: 160,
        maxLength: 160,
      },
    ),
    fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 160, maxLength: 160 }),
  )
  .map(([samples, cuts, delays]) => {
    const arriving = samples
      .map((one, index) => ({ one, at: one.minute + (delays[index]! > 15 ? delays[index]! : 0) }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one);
    const found: Step[] = [];
    for (let from = 0; from < arriving.length;) {
      const { size, ...rest } = cuts[found.length]!;
      found.push({ samples: arriving.slice(from, from + size), ...rest });
      from += size;
    }
    return found;
  });
const rules = fc
  .record({
    period: fc.constantFrom(1, 5, 20, 40),
    delayOff: fc.constantFrom(0, 0, 10),
    deadband: fc.constantFrom(0, 0, 2),
    inStates: fc.boolean(),
    definedMinute: fc.constantFrom(null, null, 30),
  })
  .map(({ period, delayOff, deadband, inStates, definedMinute }): AlarmRule => ({
    id: 5,
    function: "value_threshold_for_time_period_in_state",
    inAlarm: false,
    definedAtMs: definedMinute === null ? 0 : START + definedMinute * MINUTE_MS,
    arguments: {
      tag_name: "current",
      period: period * MINUTE_MS,
      comp: ">",
      threshold: 8,
      machine_states: inStates ? [3] : [],
      deadband,
      delay_off: delayOff * MINUTE_MS,
    },
  }));

/** Keeps everything, and looks at each new sample from nothing. */
function plainModel(rule: AlarmRule) {
  const { period, delay_off = 0, deadband = 0, machine_states = [] } = rule.arguments;
  const values = new Map<number, number>();
  const states = new Map<number, number>();
  let inAlarm = false;
  let judgedMs = rule.definedAtMs || -Infinity;
  /** Before this no time is counted: the alarm went off then. */
  let clearedMs = -Infinity;
  let onMs = -Infinity;
  const changes: AlarmChange[] = [];
  const verdict = (timeMs: number): "met" | "unmet" | "uncounted" => {
    if (machine_states.length > 0) {
      const at = [...states.keys()].filter((each) => each <= timeMs).sort((a, b) => b - a)[0];
      if (at === undefined || timeMs - at > MAX_GAP_MS) return "uncounted";
      if (!machine_states.includes(states.get(at)!)) return "uncounted";
    }
    return values.get(timeMs)! > 8 - (inAlarm ? deadband : 0) ? "met" : "unmet";
  };
  /** How long what is said of the sample was said of every one before it. */
  const lasted = (timeMs: number, wanted: "met" | "unmet"): number => {
    const before = [...values.keys()]
      .filter((each) => each <= timeMs && each > (rule.definedAtMs || -Infinity))
      .filter((each) => each > (wanted === "met" ? clearedMs : onMs))
      .sort((a, b) => b - a);
    let sinceMs = timeMs;
    for (const each of before) {
      if (sinceMs - each > MAX_GAP_MS || verdict(each) !== wanted) break;
      sinceMs = each;
    }
    return timeMs - sinceMs;
  };
  return {
    changes,
    take(samples: readonly Sample[], nowMs: number): void {
      for (const { metric, minute, value } of samples)
        (metric === "current" ? values : states).set(START + minute * MINUTE_MS, value);
      const fresh = [...values.keys()].filter((each) => each > judgedMs).sort((a, b) => a - b);
      for (const timeMs of fresh) {
        judgedMs = timeMs;
        const said = verdict(timeMs);
        if (!inAlarm && said === "met" && lasted(timeMs, "met") >= period) {
          if (nowMs - timeMs > FRESH_MS) continue;
          inAlarm = true;
          onMs = timeMs;
          changes.push({ inAlarm, atMs: timeMs });
        } else if (inAlarm && said === "unmet" && lasted(timeMs, "unmet") >= delay_off) {
          inAlarm = false;
          clearedMs = timeMs;
          changes.push({ inAlarm, atMs: timeMs });
        }
      }
    },
  };
}

function recorder(rule: AlarmRule) {
  const hours = new OpenHours();
  const told: AlarmTransition[] = [];
  let kept = "null";
  const open = () =>
    new AlarmWatch({
      hours,
      heardMs: () => null,
      upSinceMs: Infinity,
      isUsual: () => false,
      read: () => JSON.parse(kept) as null,
      write: (next) => void (kept = JSON.stringify(next)),
      tell: async (transitions) => void told.push(...transitions),
    });
  let watch = open();
  return {
    told,
    restart(nowMs: number): void {
      watch = open();
      watch.resume([rule], nowMs);
    },
    async take(samples: readonly Sample[], nowMs: number): Promise<void> {
      for (const { metric, minute, value } of samples) {
        const timeMs = START + minute * MINUTE_MS;
        const hourMs = Math.floor(timeMs / HOUR_MS) * HOUR_MS;
        const hour = hours.get(hourMs) ?? new HourBuffer(hourMs, true);
        hours.set(hourMs, hour);
        hour.put(metric, timeMs, value);
      }
      await watch.look([rule], nowMs);
    },
  };
}

it("finds the transitions that the plain model finds", async () => {
  await fc.assert(
    fc.asyncProperty(rules, steps, async (rule, list) => {
      const [model, tested] = [plainModel(rule), recorder(rule)];
      let nowMs = START;
      for (const { samples, repeats, restarts } of list) {
        nowMs = Math.max(nowMs, ...samples.map(({ minute }) => START + minute * MINUTE_MS));
        model.take(samples, nowMs);
        await tested.take(samples, nowMs);
        if (repeats) await tested.take([...samples].reverse(), nowMs);
        if (restarts) tested.restart(nowMs);
      }
      expect(tested.told.map(({ inAlarm, atMs }) => ({ inAlarm, atMs }))).toEqual(model.changes);
    }),
    { numRuns: 400 },
  );
});

it("compares runs in which alarms come and go", () => {
  let changes = 0;
  for (const [rule, list] of fc.sample(fc.tuple(rules, steps), { numRuns: 200, seed: 7 })) {
    const model = plainModel(rule);
    let nowMs = START;
    for (const { samples } of list) {
      nowMs = Math.max(nowMs, ...samples.map(({ minute }) => START + minute * MINUTE_MS));
      model.take(samples, nowMs);
    }
    changes += model.changes.length;
  }
  expect(changes).toBeGreaterThan(100);
});
