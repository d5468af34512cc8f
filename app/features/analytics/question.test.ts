import { describe, expect, it } from "vitest";
import {
  addressOf,
  isValidSpan,
  parseQuestion,
  questionAt,
  spanOf,
  toSearch,
  whyOff,
  type Asker,
} from "./question.ts";

const asker: Asker = {
  timezone: "America/Chicago",
  known: ["machine_speed", "uptime", "msf_hr", "a", "b", "c", "d"],
  isUnlimited: true,
  hasXy: true,
  compare: { peers: [{ id: 4, name: "FFG 4" }], lastMaintenanceAt: null },
};
const parse = (text: string, over: Partial<Asker> = {}) =>
  parseQuestion(new URLSearchParams(text), { ...asker, ...over });
const NOW = Date.UTC(2026, 10, 19, 12);

describe("the question in the address", () => {
  it("is the same again once written", () => {
    for (const text of [
      "date_range=24h&metrics=machine_speed%2Cuptime",
      "timezone=Europe%2FMadrid&date_range=2026-11-01T00%3A00%3A00.000Z..2026-11-02T00%3A00%3A00.000Z&metrics=a&datapoints=1000",
      "date_range=7d&metrics=a&compare=1d%2Cmachine-4&align=job",
      "type=xy&date_range=1y&xy-metrics=a%2Cb&regressions=linear%2Ctheil_sen&feeding=true",
    ])
      expect(toSearch(parse(text), asker).toString()).toBe(text);
  });

  it("below a measure's address has that measure until it is taken out", () => {
    const at = (text: string) => questionAt(new URLSearchParams(text), asker, "uptime");
    const first = at("");
    expect(first.metrics).toEqual(["uptime"]);
    expect(at("timezone=UTC").metrics).toEqual(["uptime"]);
    const without = addressOf({ ...first, metrics: [], type: "xy" }, asker, "uptime");
    expect(at(without.toString())).toEqual({ ...first, metrics: [], type: "xy" });
    expect(at(addressOf({ ...first, metrics: ["a"] }, asker, "uptime").toString()).metrics).toEqual(
      ["a"],
    );
    expect(addressOf({ ...first, metrics: [] }, asker, null).has("metrics")).toBe(false);
  });

  it("keeps names with commas and percent signs, as samplers may send them", () => {
    const known = ["flow, north", "fill%", "a%2Cb", "a,b"];
    const metrics = [...known];
    const question = { ...parse("", { known }), metrics, xy: { x: "flow, north", y: "fill%" } };
    const read = parse(toSearch(question, asker).toString(), { known });
    expect([read.metrics, read.xy]).toEqual([known, question.xy]);
  });

  it("keeps the zone, 24 hours and 300 points at first", () => {
    expect(parse("")).toEqual({
      type: "timeseries",
      timezone: "America/Chicago",
      range: "24h",
      metrics: [],
      xy: { x: "", y: "" },
      regressions: [],
      datapoints: 300,
      feeding: false,
      compare: [],
      align: "clock",
    });
  });

  it("leaves out what is unknown, and replaces what is wrong", () => {
    const odd = parse(
      "type=pie&timezone=Mars/Base&date_range=forever&metrics=a,nope,a,,b&xy-metrics=a,nope&regressions=cubic,linear&datapoints=301",
    );
    expect(odd).toMatchObject({
      type: "timeseries",
      timezone: "America/Chicago",
      range: "24h",
      metrics: ["a", "b"],
      xy: { x: "a", y: "" },
      regressions: ["linear"],
      datapoints: 300,
    });
    for (const range of [
      "__proto__",
      "..",
      "2026-11-01..2026-11-02",
      "2026-13-01T00:00Z..x",
      "a..b..c",
    ])
      expect(parse(`date_range=${range}`).range, range).toBe("24h");
    expect(parse(`metrics=${"a,".repeat(100_000)}`).metrics).toEqual(["a"]);
  });

  it("has long and custom ranges for unlimited reports alone", () => {
    const custom = "date_range=2026-11-01T00:00:00Z..2026-11-02T00:00:00Z";
    for (const text of ["date_range=3m", "date_range=1y", custom]) {
      expect(parse(text).range).not.toBe("24h");
      expect(parse(text, { isUnlimited: false }).range).toBe("24h");
    }
    expect(parse("date_range=30d", { isUnlimited: false }).range).toBe("30d");
  });

  it("gives the XY plot to admins alone, whatever the address says", () => {
    expect(parse("type=xy&xy-metrics=a,b", { hasXy: false })).toMatchObject({
      type: "timeseries",
      xy: { x: "", y: "" },
    });
  });
});

describe("generate", () => {
  const off = (text: string, over: { isBusy?: boolean; isUnlimited?: boolean } = {}) =>
    whyOff(parse(text), { nowMs: NOW, isBusy: false, isUnlimited: true, ...over });

  it("is off without a metric, with the end before the start, beyond now, and while it runs", () => {
    expect(off("metrics=a")).toBeNull();
    expect(off("")).toBe("noMetric");
    expect(off("metrics=a&date_range=2026-11-02T00:00:00Z..2026-11-01T00:00:00Z")).toBe("range");
    expect(off("metrics=a&date_range=2026-11-02T00:00:00Z..2026-11-20T00:00:00Z")).toBe("range");
    expect(off("metrics=a", { isBusy: true })).toBe("busy");
  });

  it("takes 5 metrics, 15 with unlimited reports", () => {
    expect(off("metrics=machine_speed,uptime,a,b,c", { isUnlimited: false })).toBeNull();
    expect(off("metrics=machine_speed,uptime,a,b,c,d", { isUnlimited: false })).toBe("tooMany");
    expect(off("metrics=machine_speed,uptime,a,b,c,d")).toBeNull();
  });

  it("of the XY plot wants both axes", () => {
    expect(off("type=xy&xy-metrics=a,b")).toBeNull();
    expect(off("type=xy&xy-metrics=a,")).toBe("noAxes");
  });

  it("reads a preset back from now", () => {
    expect(spanOf("24h", NOW)).toEqual({ startMs: NOW - 86_400_000, endMs: NOW });
    expect(isValidSpan(spanOf("1y", NOW), NOW)).toBe(true);
  });
});
