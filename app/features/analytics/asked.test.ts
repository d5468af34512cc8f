import { describe, expect, it } from "vitest";
import { askedOf, isSameQuestion } from "./asked.ts";
import { parseQuestion, type Asker } from "./question.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const asker: Asker = {
  timezone: "America/Chicago",
  known: ["machine_speed", "a,b", "a", "b", "machine_feeding"],
  isUnlimited: true,
  hasXy: true,
  compare: { peers: [], lastMaintenanceAt: null },
};
const ask = (text: string, nowMs = NOW) =>
  askedOf(parseQuestion(new URLSearchParams(text), asker), { deviceId: 1, nowMs, asker });
const same = (a: string, b: string, laterMs = 0) => isSameQuestion(ask(a)!, ask(b, NOW + laterMs)!);

const DAY_19 = "date_range=2026-11-19T06:00:00Z..2026-11-20T06:00:00Z";
const DAY_18 = "date_range=2026-11-18T06:00:00Z..2026-11-19T06:00:00Z";
const SPEED = "&metrics=machine_speed";

describe("what a question asks", () => {
  it("is nothing where it cannot be generated", () => {
    expect(ask("metrics=nope")).toBeNull();
    expect(ask("type=xy&xy-metrics=a,")).toBeNull();
    expect(ask(`date_range=2026-11-20T06:00:00Z..2026-11-19T06:00:00Z${SPEED}`)).toBeNull();
  });

  it("is each measure of an XY plot once, with feeding where only that counts", () => {
    expect(ask("type=xy&xy-metrics=a,a")?.metrics).toEqual(["a"]);
    expect(ask("type=xy&xy-metrics=a,b&feeding=true")?.metrics).toEqual([
      "a",
      "b",
      "machine_feeding",
    ]);
  });
});

describe("the same question", () => {
  it("is a preset at another now", () => {
    expect(same(SPEED, SPEED, 3_600_000)).toBe(true);
  });

  it("is not another day of the same length, nor what a preset named then", () => {
    expect(same(DAY_19 + SPEED, DAY_18 + SPEED)).toBe(false);
    const lastDay = "date_range=2026-11-19T12:00:00Z..2026-11-20T12:00:00Z";
    expect(same(`date_range=24h${SPEED}`, lastDay + SPEED)).toBe(false);
  });

  it("is not other measures, whatever their names hold, nor another resolution", () => {
    expect(same("metrics=a%252Cb", "metrics=a,b")).toBe(false);
    expect(same(SPEED, `${SPEED}&datapoints=1000`)).toBe(false);
  });
});
