import { describe, expect, it, vi } from "vitest";
import { HubQueue } from "./hub-queue.ts";

const frames = (firstSeq: number, count: number) => ({
  firstSeq,
  frames: Array.from({ length: count }, (_, index) => `e${firstSeq + index}`),
});
const ignore = () => undefined;

describe("the queue to a hub", () => {
  it("makes one call at a time, and one of all that waited", async () => {
    const calls: [number, number][] = [];
    let release: () => void = ignore;
    const queue = new HubQueue(1, async (firstSeq, list) => {
      calls.push([firstSeq, list.length]);
      await new Promise<void>((resolve) => (release = resolve));
      return "ok";
    });
    queue.push(frames(1, 2));
    const run = queue.run(ignore);
    queue.push(frames(3, 1));
    queue.push(frames(4, 2));
    queue.push(frames(9, 1));
    expect(await queue.run(ignore)).toBe("running");
    expect(calls).toEqual([[1, 2]]);
    for (const expected of [2, 3]) {
      release();
      await vi.waitFor(() => expect(calls).toHaveLength(expected));
    }
    release();
    expect(await run).toBe("empty");
    expect(calls).toEqual([
      [1, 2],
      [3, 3],
      [9, 1],
    ]);
  });

  it("drops the oldest when a hub does not keep up", async () => {
    const first: number[] = [];
    const queue = new HubQueue(1, async (firstSeq) => (first.push(firstSeq), "ok"));
    for (let seq = 1; seq <= 2_000; seq += 10) queue.push(frames(seq, 10));
    expect(await queue.run(ignore)).toBe("empty");
    expect(first).toEqual([2_001 - 510]);
  });

  it("gives up a hub that is gone, unless it subscribed again meanwhile", async () => {
    const gone = new HubQueue(1, async () => "gone");
    gone.push(frames(1, 1));
    expect(await gone.run(ignore)).toBe("lost");
    const back: HubQueue = new HubQueue(1, async () => {
      back.since = 2;
      return "gone";
    });
    back.push(frames(1, 1));
    expect(await back.run(ignore)).toBe("empty");
  });

  it("bears two failures in a row, not three", async () => {
    let answers: ("ok" | "fail")[] = ["fail", "fail", "ok", "fail", "fail"];
    const errors: unknown[] = [];
    const queue = new HubQueue(1, async () => {
      if (answers.shift() === "fail") throw new Error("away");
      return "ok";
    });
    for (let seq = 1; seq <= 5; seq++) {
      queue.push(frames(seq, 1));
      expect(await queue.run((error) => errors.push(error))).toBe("empty");
    }
    answers = ["fail"];
    queue.push(frames(6, 1));
    expect(await queue.run((error) => errors.push(error))).toBe("lost");
    expect(errors).toHaveLength(5);
  });
});
