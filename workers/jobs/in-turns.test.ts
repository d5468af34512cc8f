import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { inPieces, inTurn, inTurns } from "./in-turns.ts";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

it("works on so many at a time, and rests for as long as they took, up to a bound", async () => {
  const begun: number[] = [];
  const done = inTurns([100, 30, 5_000, 10], 2, async (tookMs) => {
    begun.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, tookMs));
  });
  await vi.runAllTimersAsync();
  await done;
  expect(begun).toEqual([0, 0, 200, 200]);
  expect(Date.now()).toBe(200 + 5_000 + 200);
});

it("lets others have a turn though it took no time at all", async () => {
  let isDone = false;
  void inTurn(async () => {}).then(() => (isDone = true));
  for (let turns = 0; turns < 10; turns++) await Promise.resolve();
  expect([isDone, vi.getTimerCount()]).toEqual([false, 1]);
  await vi.runAllTimersAsync();
  expect(isDone).toBe(true);
});

it("begins nothing after a failure", async () => {
  const begun: number[] = [];
  const done = inTurns([1, 2, 3], 1, async (item) => {
    begun.push(item);
    if (item === 2) throw new Error("away");
  });
  const failed = expect(done).rejects.toThrow("away");
  await vi.runAllTimersAsync();
  await failed;
  expect(begun).toEqual([1, 2]);
});

it("rests after each piece of a long work", async () => {
  const done: string[] = [];
  function* work() {
    done.push("first");
    yield;
    done.push("second");
    yield;
    return "whole";
  }
  const whole = inPieces(work());
  for (const pieces of [["first"], ["first", "second"]]) {
    for (let turns = 0; turns < 10; turns++) await Promise.resolve();
    expect([done, vi.getTimerCount()]).toEqual([pieces, 1]);
    await vi.runOnlyPendingTimersAsync();
  }
  await vi.runAllTimersAsync();
  expect(await whole).toBe("whole");
});
