import { describe, expect, it } from "vitest";
import { letGo, ReusedRoom } from "./doubles.ts";

describe("room that is used again", () => {
  it("answers zeros, and after a release the same columns", () => {
    const room = new ReusedRoom();
    const [first, second] = [room.take(4).fill(1), room.take(4).fill(2)];
    expect(first.buffer).not.toBe(second.buffer);
    room.release();
    const again = [room.take(4), room.take(4)];
    expect(new Set(again)).toEqual(new Set([first, second]));
    expect(again.map((column) => [...column])).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
    expect([first, second]).not.toContain(room.take(4));
  });

  it("keeps no more than eight megabytes, and gives the memory of what it had back", () => {
    const room = new ReusedRoom();
    const small = room.take(4);
    room.release();
    const large = room.take(1_100_000);
    room.release();
    expect([small.length, large.length]).toEqual([0, 0]);
    expect(room.take(1_100_000) === large).toBe(false);
  });
});

it("gives a column's memory back, and not that of what it is a part of", () => {
  const whole = new Float64Array(8);
  letGo(whole.subarray(1));
  expect(whole.length).toBe(8);
  letGo(whole);
  expect(whole.length).toBe(0);
  expect(() => letGo(whole)).not.toThrow();
});
