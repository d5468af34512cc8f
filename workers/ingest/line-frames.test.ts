import { describe, expect, it } from "vitest";
import { toFrames } from "./line-frames.ts";
import { parseLineProtocol } from "./line-protocol.ts";

const frames = (text: string) =>
  toFrames(parseLineProtocol(text, { precision: "ms", nowMs: 9, maxSamples: 50_000 }).lines);

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

  it("stays fast with many fields, series and groups", () => {
    const started = performance.now();
    const wide = Array.from({ length: 24_000 }, (_, i) => `f${i}=1`).join(",");
    frames(`a ${wide} 1\nb ${wide} 1`);
    frames(Array.from({ length: 50_000 }, (_, i) => `m f${i}=1 1`).join("\n"));
    frames(Array.from({ length: 50_000 }, (_, i) => `m,s=${i} f=1 1`).join("\n"));
    expect(performance.now() - started).toBeLessThan(4000);
  });
});
