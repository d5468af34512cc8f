import { describe, expect, it } from "vitest";
import { BASE_TYPES } from "./base-types.ts";
import { byNeed, judgeTag, type Stretch, type TagFacts } from "./tag-health.ts";
import { isWithin, rangeOfType } from "./type-range.ts";

const NOW = Date.UTC(2026, 2, 4, 12, 30);
const times = (n: number, stretch: Stretch): Stretch[] => Array.from({ length: n }, () => stretch);
const moving = (count: number): Stretch => ({ count, min: 1, max: 9 });
const resting = (count: number): Stretch => ({ count, min: 5, max: 5 });
const NOTHING: Stretch = { count: 0, min: null, max: null };

/** A tag of one sample a second that moves, but for what the test says. */
const facts = (change: Partial<TagFacts> = {}): TagFacts => ({
  liveHours: change.hours ?? times(24, moving(3_600)),
  latest: { timeMs: NOW - 1_000, value: 5 },
  minutes: times(60, moving(60)),
  hours: times(24, moving(3_600)),
  hasRun: true,
  kind: "number",
  range: null,
  ...change,
});
const codes = (change: Partial<TagFacts>) =>
  judgeTag(facts(change), NOW).findings.map(({ code }) => code);

describe("a tag", () => {
  it("that comes as it does is well, and tells its rates", () => {
    expect(judgeTag(facts(), NOW)).toEqual({ perMinute: 60, usualPerMinute: 60, findings: [] });
  });

  it("that never came says that alone", () => {
    expect(codes({ latest: null, minutes: [], hours: [], kind: "text" })).toEqual(["never"]);
  });

  it("is silent after a quarter of an hour, which is no matter of rate", () => {
    const old = (ageMs: number) => ({
      latest: { timeMs: NOW - ageMs, value: 5 },
      minutes: times(60, NOTHING),
    });
    expect(judgeTag(facts(old(900_001)), NOW).findings).toEqual([
      { code: "silent", ageMs: 900_001 },
    ]);
    expect(codes(old(900_000))).toEqual(["slow"]);
  });

  it("comes less than half as often as usual, or more than four times", () => {
    const at = (perMinute: number) => ({
      minutes: [...times(50, moving(60)), ...times(10, moving(perMinute))],
    });
    expect([29, 30, 240, 241].map((n) => codes(at(n)))).toEqual([["slow"], [], [], ["fast"]]);
  });

  it("has no usual rate with less than six hours of it, or when it comes on change", () => {
    const lately = { minutes: times(60, moving(1)) };
    const hours = (n: number) => [...times(24 - n, NOTHING), ...times(n, moving(3_600))];
    expect(codes({ ...lately, hours: hours(5) })).toEqual([]);
    expect(codes({ ...lately, hours: hours(6) })).toEqual(["slow"]);
    expect(codes({ minutes: times(60, moving(10)), hours: times(24, moving(59)) })).toEqual([]);
  });

  it("is compared with hours that came live, not with a history that was sent later", () => {
    const hours = [...times(18, moving(60)), ...times(6, moving(3_600))];
    expect(codes({ hours })).toEqual(["fast"]);
    expect(judgeTag(facts({ hours, liveHours: hours.slice(18) }), NOW)).toMatchObject({
      ...{ usualPerMinute: 60, findings: [] },
    });
    expect(judgeTag(facts({ hours, liveHours: hours.slice(19) }), NOW)).toMatchObject({
      ...{ usualPerMinute: null, findings: [] },
    });
  });

  it("is a flat line when it rests for an hour and usually moves, unless the machine did not run", () => {
    const flat = { minutes: times(60, resting(60)) };
    expect(judgeTag(facts(flat), NOW).findings).toEqual([{ code: "flat", value: 5 }]);
    expect(codes({ ...flat, hasRun: null })).toEqual(["flat"]);
    expect(codes({ ...flat, hasRun: false })).toEqual([]);
    const setPoint = [...times(12, moving(3_600)), ...times(12, resting(3_600))];
    expect(codes({ ...flat, hours: setPoint })).toEqual([]);
    expect(codes({ minutes: [...times(59, resting(60)), { count: 60, min: 5, max: 6 }] })).toEqual(
      [],
    );
  });

  it("is out of its type with its newest value, or with any of the hour", () => {
    const range = { min: 0, max: 9, isWhole: true };
    const last = (value: number | string) => ({ latest: { timeMs: NOW, value } });
    expect(codes({ range })).toEqual([]);
    expect(judgeTag(facts({ range, ...last(10) }), NOW).findings).toEqual([
      { code: "range", value: 10 },
    ]);
    expect(codes({ range, ...last(4.5) })).toEqual(["range"]);
    const once = [...times(59, moving(60)), { count: 60, min: -1, max: 9 }];
    expect(judgeTag(facts({ range, minutes: once }), NOW).findings).toEqual([
      { code: "range", value: -1 },
    ]);
    expect(codes(last("A-17"))).toEqual(["kind"]);
    expect(codes({ ...last(17), kind: "text" })).toEqual(["kind"]);
    expect(codes({ ...last("A-17"), kind: null, range })).toEqual([]);
  });

  it("that needs somebody most comes first", () => {
    const all = [{}, { minutes: times(60, resting(60)) }, { latest: null }].map((change) =>
      judgeTag(facts(change), NOW),
    );
    expect(all.sort(byNeed).map(({ findings }) => findings[0]?.code)).toEqual([
      "never",
      "flat",
      undefined,
    ]);
  });
});

describe("the range of a type", () => {
  const baseType = (name: string) => BASE_TYPES.find((type) => type.name === name)!;
  const holds = (type: Parameters<typeof rangeOfType>[0], key: string, value: number) => {
    const range = rangeOfType(type, key);
    return range && isWithin(value, range);
  };

  it("is that of its name, of what it is made of, or of the member", () => {
    expect(holds(baseType("SINT"), "A", 127)).toBe(true);
    expect(holds(baseType("SINT"), "A", 128)).toBe(false);
    expect(holds(baseType("INT"), "A", -32_769)).toBe(false);
    expect(holds(baseType("DINT"), "A", 2_147_483_647)).toBe(true);
    expect(holds(baseType("BOOL"), "A", 2)).toBe(false);
    expect(holds({ name: "Level", type: "UINT", members: [] }, "A[3]", 65_536)).toBe(false);
    expect(holds(baseType("TIMER"), "T1.DN", 2)).toBe(false);
    expect(holds(baseType("TIMER"), "T1.ACC", 99_999)).toBe(true);
  });

  it("of a bit is 0 and 1, and none is known of a number with decimals", () => {
    expect(holds(baseType("DINT"), "Status|3", 1)).toBe(true);
    expect(holds(baseType("DINT"), "Status|3", 8)).toBe(false);
    expect(rangeOfType(baseType("REAL"), "A")).toBeNull();
    expect(rangeOfType(baseType("TIMER"), "T1")).toBeNull();
    expect(rangeOfType({ name: "toString", type: "constructor", members: [] }, "A")).toBeNull();
  });
});
