import { describe, expect, it } from "vitest";
import { limitsOf, NO_LIMITS } from "#app/domain/metrics/registry.ts";
import { STATE_FEEDING, STATE_OFF } from "#app/domain/metrics/states.ts";
import { D, STATE_BYTES, STATE_VERSION } from "./uts-state.ts";
import { UtsDetector, type Verdict } from "./uts-detector.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";

const START_MS = Date.UTC(2026, 2, 2);
const ROWS = 6_000;

/** Chance that is the same in every run: mulberry32, made normal. */
function normals(seed: number): () => number {
  let state = seed >>> 0;
  const even = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  return () => Math.sqrt(-2 * Math.log(1 - even())) * Math.cos(2 * Math.PI * even());
}
const daily = (row: number): number => Math.sin((2 * Math.PI * row) / 1_440);

type Made = { values: number[]; states?: number[]; stepMs?: number };
const make = (value: (row: number, noise: () => number) => number, seed = 1): number[] => {
  const noise = normals(seed);
  return Array.from({ length: ROWS }, (_, row) => value(row, noise));
};
function judge({ values, states, stepMs = MINUTE_MS }: Made, from = new UtsDetector()): Verdict[] {
  return values.map((value, row) =>
    from.judge(START_MS + row * stepMs, value, states?.[row] ?? null),
  );
}
const flagged = (verdicts: readonly Verdict[]): number[] =>
  verdicts.flatMap(({ flag }, row) => (flag ? [row] : []));

describe("a sensor that sticks", () => {
  it("is found although the machine's state changes more often than a run in one state would tell", () => {
    const states = make((row) => (Math.floor(row / 7) % 2 ? 4 : 3));
    const healthy = make((row, noise) =>
      Math.round(10 * (60 + 0.5 * (states[row]! - 3) + noise())),
    );
    const values = healthy.map((value, row) => (row >= 4_000 ? healthy[4_000]! : value));
    expect(flagged(judge({ values: healthy, states })).length).toBeLessThanOrEqual(1);
    const verdicts = judge({ values, states });
    const [first] = flagged(verdicts).filter((row) => row >= 4_000);
    expect(first).toBeLessThan(4_100);
    expect(verdicts[first!]!.why).toMatchObject({ code: "flat", observed: healthy[4_000] });
  });
});

describe("UTS detection leaves alone", () => {
  it.each<[string, Made]>([
    ["noise", { values: make((_, noise) => 20 + noise()) }],
    ["a daily shape", { values: make((row, noise) => 20 + 8 * daily(row) + noise()) }],
    ["a constant", { values: make(() => 7) }],
    ["a counter that starts over each day", { values: make((row) => (row % 1_440) * 150) }],
    ["a switch", { values: make((row) => Math.floor(row / 17) % 2) }],
    [
      "a tag that follows the machine's state",
      {
        values: make((row, noise) => (Math.floor(row / 45) % 3 ? 42 : 3) + 0.5 * noise()),
        states: make((row) => (Math.floor(row / 45) % 3 ? 1 : 2)),
      },
    ],
  ])("%s", (_, series) => {
    expect(flagged(judge(series)).length).toBeLessThanOrEqual(1);
  });

  it("a machine that is off for a long weekend, whose speed rests at 0", () => {
    const isOff = (row: number): boolean => row >= 4_000 || row % 240 >= 200;
    const verdicts = judge({
      values: make((row, noise) => (isOff(row) ? 0 : 180 + noise())),
      states: make((row) => (isOff(row) ? STATE_OFF : STATE_FEEDING)),
    });
    const abnormal = verdicts.flatMap((verdict, row) =>
      verdict.abnormal && row >= 4_000 ? [row] : [],
    );
    expect(abnormal).toEqual([]);
  });

  it("values that are missing, and a gap of half a day", () => {
    const values = make((row, noise) => (row % 50 === 0 ? NaN : 20 + noise()));
    const detector = new UtsDetector();
    const flags = values.map((value, row) => {
      const timeMs = START_MS + (row + (row > 3_000 ? 720 : 0)) * MINUTE_MS;
      return detector.judge(timeMs, value).flag;
    });
    expect(flags.filter(Boolean).length).toBeLessThanOrEqual(1);
  });
});

describe("UTS detection finds", () => {
  const AT = 4_500;
  const after = (row: number): number => Math.max(0, row - AT);
  it.each<[string, Made, number]>([
    ["a spike", { values: make((row, noise) => 20 + noise() + (row === AT ? 15 : 0)) }, 1],
    ["a level shift", { values: make((row, noise) => 20 + noise() + (row >= AT ? 6 : 0)) }, 60],
    ["a drift", { values: make((row, noise) => 20 + noise() + after(row) / 60) }, 700],
    [
      "a broken daily shape",
      { values: make((row, noise) => 20 + (row < AT ? 8 : -8) * daily(row) + noise()) },
      900,
    ],
    [
      "a sensor that stands still",
      { values: make((row, noise) => (row < AT ? 20 + noise() : 20.5)) },
      60,
    ],
    [
      "a counter that stops",
      { values: make((row) => (row < AT ? row * 150 + (row % 7) : AT * 150)) },
      60,
    ],
    [
      "a vacuum that is low while the machine runs",
      {
        values: make(
          (row, noise) => (Math.floor(row / 45) % 3 ? (row < AT ? 42 : 30) : 3) + 0.5 * noise(),
        ),
        states: make((row) => (Math.floor(row / 45) % 3 ? 1 : 2)),
      },
      120,
    ],
  ])("%s", (_, series, within) => {
    const rows = flagged(judge(series));
    expect(rows.filter((row) => row >= AT && row < AT + within)).not.toEqual([]);
    expect(rows.filter((row) => row < AT).length).toBeLessThanOrEqual(1);
  });
});

describe("a tag with levels, of a machine whose state is not told", () => {
  const AT = 4_500;
  const levelAt = (row: number): number => [2, 24, 38][Math.floor(row / 37) % 3]!;
  const values = make((row, noise) => levelAt(row) + noise());
  const changed = (change: (row: number) => number): number[] =>
    values.map((value, row) => value + (row < AT || row >= AT + 400 ? 0 : change(row)));

  it.each<[string, number[]]>([
    ["is shifted by far less than its levels lie apart", changed(() => 5)],
    ["is restless", changed((row) => 5 * Math.sin(row * 2.399963))],
  ])("is found when it %s", (_, series) => {
    const rows = flagged(judge({ values: series }));
    expect(rows.filter((row) => row >= AT && row < AT + 400)).not.toEqual([]);
    expect(rows.filter((row) => row < AT).length).toBeLessThanOrEqual(1);
  });

  it("is left alone while it goes from one to the other, wherever its state was saved", () => {
    const whole = judge({ values });
    expect(flagged(whole).length).toBeLessThanOrEqual(1);
    let detector = new UtsDetector();
    const resumed = values.map((value, row) => {
      if (row % 130 === 0) detector = new UtsDetector(detector.save());
      return detector.judge(START_MS + row * MINUTE_MS, value);
    });
    expect(resumed).toEqual(whole);
  });

  it("has a band of about one level's width", () => {
    const widths = judge({ values })
      .slice(3_000)
      .map(({ lower, upper }) => (upper ?? Infinity) - (lower ?? -Infinity))
      .sort((a, b) => a - b);
    expect(widths[widths.length >> 1]).toBeLessThan(20);
  });

  it("has such a band too when it was first taken for a counter", () => {
    const detector = new UtsDetector();
    const widths = Array.from({ length: 9_000 }, (_, row) => {
      const value = row < 4_900 ? row / 100 : values[row % ROWS]!;
      const { lower, upper } = detector.judge(START_MS + row * MINUTE_MS, value);
      return (upper ?? Infinity) - (lower ?? -Infinity);
    })
      .slice(7_500)
      .sort((a, b) => a - b);
    expect(widths[widths.length >> 1]).toBeLessThan(20);
  });

  it("is judged by the machine's state from when that is told, once that is learned", () => {
    const TOLD = 3_000;
    const detector = new UtsDetector();
    const verdicts = values.map((value, row) => {
      const state = row < TOLD ? null : Math.floor(row / 37) % 3;
      return detector.judge(START_MS + row * MINUTE_MS, value, state);
    });
    const isJudged = verdicts.map(({ upper }) => upper !== null);
    expect(isJudged.slice(TOLD - 10, TOLD)).toContain(true);
    expect(isJudged.slice(TOLD, TOLD + 1_200)).not.toContain(true);
    expect(isJudged.slice(TOLD + 1_500, TOLD + 1_600)).toContain(true);
    expect(flagged(verdicts).length).toBeLessThanOrEqual(1);
  });
});

describe("a UTS detector", () => {
  const values = make((row, noise) => 20 + 8 * daily(row) + noise() + (row > 5_000 ? 15 : 0));

  it("has a state of at most 2 KiB and goes on from it exactly as one that was not saved", () => {
    expect(STATE_BYTES).toBeLessThanOrEqual(2_048);
    const whole = judge({ values });
    let detector = new UtsDetector();
    const resumed = values.map((value, row) => {
      if (row % 500 === 0) detector = new UtsDetector(detector.save());
      return detector.judge(START_MS + row * MINUTE_MS, value);
    });
    expect(flagged(whole)).not.toEqual([]);
    expect(resumed).toEqual(whole);
  });

  it("begins anew with what another version learned, and with a state of another length", () => {
    const learned = new UtsDetector();
    judge({ values }, learned);
    const expected = judge({ values });
    expect(judge({ values }, new UtsDetector(learned.save()))).not.toEqual(expected);
    const other = learned.save();
    new Float64Array(other.buffer)[D.version] = STATE_VERSION - 1;
    expect(judge({ values }, new UtsDetector(other))).toEqual(expected);
    for (const length of [10, STATE_BYTES - 40])
      expect(judge({ values }, new UtsDetector(learned.save().slice(0, length)))).toEqual(expected);
  });

  it.each([
    ["scaled", (value: number) => value * 1_024],
    ["shifted", (value: number) => value + 4_096],
    ["mirrored", (value: number) => -value],
    ["in other units", (value: number) => value * -1.8 + 32],
  ])("flags a copy that is %s at the same rows", (_, map) => {
    const quarters = values.map((value) => Math.round(value * 64) / 64);
    expect(flagged(judge({ values: quarters.map(map) }))).toEqual(
      flagged(judge({ values: quarters })),
    );
  });

  it("puts nearly all usual values inside of its band, and a flagged spike outside", () => {
    const spiked = make((row, noise) => 20 + noise() + (row === 5_000 ? 30 : 0));
    const verdicts = judge({ values: spiked });
    const outside = verdicts
      .slice(2_000, 5_000)
      .filter(
        ({ lower, upper }, at) => !(spiked[at + 2_000]! >= lower! && spiked[at + 2_000]! <= upper!),
      );
    expect(outside.length).toBeLessThan(15);
    const spike = verdicts[5_000]!;
    expect(spike).toMatchObject({ flag: true, abnormal: true });
    expect(spiked[5_000]).toBeGreaterThan(spike.upper!);
    expect(spike.lower!).toBeGreaterThan(5);
    expect(spike.upper!).toBeLessThan(35);
  });

  it("has a band about as wide as where a tag with two levels has been", () => {
    const values = make((row, noise) => (Math.floor(row / 45) % 3 ? 31 : 4) + noise());
    const widths = judge({ values })
      .slice(3_000)
      .map(({ lower, upper }) => (upper ?? Infinity) - (lower ?? -Infinity))
      .sort((a, b) => a - b);
    expect(widths[widths.length >> 1]).toBeLessThan(
      3.2 * (Math.max(...values) - Math.min(...values)),
    );
  });

  describe("expects no value beyond where the tag ends", () => {
    // Stands still for a while in each hour, and is near 0 when it does.
    const speed = make((row, noise) => (row % 60 < 20 ? 0 : Math.abs(90 + 30 * noise())));
    const least = (verdicts: readonly Verdict[]) =>
      Math.min(...verdicts.flatMap(({ lower }) => (lower === null ? [] : [lower])));

    it("as its own samples tell: it rested at 0 and was never beyond", () => {
      const lifted = speed.map((value) => value + 0.001);
      expect(least(judge({ values: lifted }))).toBeLessThan(-1);
      expect(least(judge({ values: speed }))).toBe(0);
      const mirrored = judge({ values: speed.map((value) => -value) });
      expect(Math.max(...mirrored.flatMap(({ upper }) => upper ?? []))).toBe(0);
      const below = speed.map((value, row) => (row === 200 ? -5 : value));
      expect(least(judge({ values: below }))).toBeLessThan(-1);
    });

    it("as its unit tells, even to a value that is beyond", () => {
      const limits = limitsOf("machine_speed");
      const values = speed.map((value, row) => (row === 5_000 ? -400 : value + 0.001));
      const verdicts = judge({ values }, new UtsDetector(null, limits));
      expect(least(verdicts)).toBe(0);
      expect(verdicts[5_000]!.flag).toBe(true);
      expect(flagged(verdicts)).toEqual(flagged(judge({ values })));
      expect(limitsOf("side_guide_left").least).toBe(-Infinity);
      expect(limitsOf("uptime")).toEqual({ least: 0, most: 100 });
      expect(limitsOf("some_tag")).toEqual(NO_LIMITS);
    });
  });

  it("says why: the value, and what was expected since when", () => {
    const spiked = make((row, noise) => 20 + noise() + (row === 5_000 ? 30 : 0));
    const { why } = judge({ values: spiked })[5_000]!;
    expect(why).toMatchObject({ observed: spiked[5_000], sinceMs: START_MS });
    const still = judge({ values: make((row, noise) => (row < 4_500 ? noise() : 0.1)) });
    expect(still.find(({ flag }, row) => flag && row >= 4_500)!.why).toMatchObject({
      code: "flat",
      observed: 0.1,
    });
  });
});
