import { describe, expect, it } from "vitest";
import { toFrames } from "./line-frames.ts";
import { parseLineProtocol } from "./line-protocol.ts";
import type { Series } from "./line-types.ts";

const read = (text: string) =>
  toFrames(parseLineProtocol(text, { precision: "ms", nowMs: 9, maxSamples: 50_000 }).lines);
const frames = (text: string) => read(text).frames;

/** What a recorder would hold after them, last write wins. */
function samples(text: string): Record<string, unknown> {
  const held: Record<string, unknown> = {};
  for (const { times, tags } of frames(text)) {
    for (const [tag, values] of Object.entries(tags)) {
      expect(values).toHaveLength(times.length);
      values.forEach((value, i) => value !== null && (held[`${tag}@${times[i]}`] = value));
    }
  }
  return held;
}

describe("line protocol as tags", () => {
  it("keeps lines of like fields in one frame", () => {
    expect(frames("m,h=a f=1,g=2 1\nm,h=a f=3,g=4 2")).toEqual([
      { times: [1, 2], tags: { f: [1, 3], g: [2, 4] } },
    ]);
  });

  it("ignores measurement and tags while a field key alone says which", () => {
    expect(samples("m,h=a f=1 1\nn,h=b g=2 1")).toEqual({ "f@1": 1, "g@1": 2 });
    expect(samples("m,order=A f=1 1\nm,order=B f=2 2")).toEqual({ "f@1": 1, "f@2": 2 });
  });

  it("names measurement and tag values where two series give a field at the same time", () => {
    expect(
      samples(
        "cpu,cpu=0,host=p idle=1,only=7 1\ncpu,cpu=1,host=p idle=2 1\ncpu,host=p,cpu=1 idle=3 2",
      ),
    ).toEqual({
      "cpu_0_p_idle@1": 1,
      "only@1": 7,
      "cpu_1_p_idle@1": 2,
      "cpu_1_p_idle@2": 3,
    });
  });

  it("lets the later line win within a series, whatever the fields beside it", () => {
    expect(samples("m a=1 1\nm a=2,b=1 1\nm a=3 1")).toEqual({ "a@1": 3, "b@1": 1 });
    expect(samples("m a=1 1\nm a=2 1")).toEqual({ "a@1": 2 });
  });

  it("takes a field called __proto__ as a tag", () => {
    expect(Object.keys(frames("m __proto__=1 1")[0]!.tags)).toEqual(["__proto__"]);
  });

  it("lets the later line win where names of several series come out the same", () => {
    expect(samples("a_b f=1 1\na,t=b f=2 1\na_b f=3 2")).toEqual({ "a_b_f@1": 2, "a_b_f@2": 3 });
    expect(samples("m_x,t=1 f=1 1\nm,t=x f=2 1\nn m_x_f=3 1")).toEqual({
      "m_x_1_f@1": 1,
      "m_x_f@1": 3,
    });
  });

  it("reads a series' tags once, however many fields need them", () => {
    let reads = 0;
    const series = (measurement: string): Series => ({
      measurement,
      get tags() {
        reads += 1;
        return [{ key: "t", value: "x".repeat(100) }];
      },
    });
    const names = Array.from({ length: 1_000 }, (_, i) => `f${i}`);
    const line = (of: Series, at: number) => ({
      series: of,
      names,
      values: names.map(() => 1),
      timeMs: 1,
      line: at,
    });
    expect(toFrames([line(series("a"), 1), line(series("b"), 2)]).frames).toHaveLength(2);
    expect(reads).toBe(2);
  });

  it("leaves out a field whose name with measurement and tags cannot be stored, and names the line", () => {
    const long = "x".repeat(260);
    expect(read(`m,t=${long} f=1,g=1 1\nm,t=b f=2 1`)).toEqual({
      frames: [
        { times: [1], tags: { g: [1] } },
        { times: [1], tags: { m_b_f: [2] } },
      ],
      faults: [{ line: 1, reason: expect.stringMatching(/^field "f" .* longer than 256/) }],
    });
    expect(read("m\u0001 f=1 1\nn f=2 1").faults).toEqual([
      { line: 1, reason: expect.stringMatching(/control character/) },
    ]);
    // A body of 8 MiB: 100 GB, were every name put together.
    const tags = "y".repeat(2_000_000);
    const wide = Array.from({ length: 24_000 }, (_, i) => `f${i}=1`).join(",");
    expect(read(`a,t=${tags} ${wide} 1\nb,t=${tags} ${wide} 1`).faults).toHaveLength(48_000);
  });

  it("keeps all of many fields, series and groups", () => {
    const wide = Array.from({ length: 24_000 }, (_, i) => `f${i}=1`).join(",");
    expect(frames(`a ${wide} 1\nb ${wide} 1`)).toHaveLength(2);
    const lines = (line: (i: number) => string) =>
      Array.from({ length: 50_000 }, (_, i) => line(i)).join("\n");
    expect(frames(lines((i) => `m f${i}=1 1`))).toHaveLength(50_000);
    expect(frames(lines((i) => `m,s=${i} f=1 1`))).toHaveLength(50_000);
  });
});
