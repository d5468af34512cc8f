import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Turns } from "./turns.ts";

/** Turns whose timers all end when they are told to. */
function timed(most: number) {
  let waiting: (() => void)[] = [];
  let rests = 0;
  const turns = new Turns(() => {
    rests += 1;
    return new Promise((resolve) => waiting.push(resolve));
  }, most);
  return {
    turns,
    rests: () => rests,
    waiting: () => waiting.length,
    ring: async () => {
      const ended = waiting;
      waiting = [];
      for (const end of ended) end();
      await nextTurn();
    },
  };
}

describe("turns", () => {
  it("let work go on until a stretch is used up, then wait for a timer", async () => {
    const { turns, rests, ring, waiting } = timed(100);
    await turns.take(0);
    await turns.take(40);
    await turns.take(40);
    expect(rests()).toBe(0);
    const after = turns.take(20);
    expect(waiting()).toBe(1);
    await ring();
    await after;
    await turns.take(80);
    expect(rests()).toBe(1);
  });

  it("share one stretch among all who come back from the same timer", async () => {
    const { turns, ring, waiting } = timed(100);
    const done: number[] = [];
    let sinceTurn = 0;
    let mostAtOnce = 0;
    const work = async (who: number) => {
      await turns.take(0);
      for (let piece = 0; piece < 3; piece++) {
        sinceTurn += 5;
        mostAtOnce = Math.max(mostAtOnce, sinceTurn);
        await turns.take(5);
      }
      done.push(who);
    };
    const all = Promise.all(Array.from({ length: 60 }, (_, who) => work(who)));
    for (let turn = 0; turn < 200 && done.length < 60; turn++) {
      await nextTurn();
      if (waiting() === 0) continue;
      sinceTurn = 0;
      await ring();
    }
    await all;
    expect(done).toHaveLength(60);
    expect(mostAtOnce).toBeLessThanOrEqual(105);
  });

  it("go on for others when one that waits never comes back", async () => {
    const ends: (() => void)[] = [];
    const turns = new Turns(() => new Promise((resolve) => ends.push(resolve)), 1);
    await turns.take(0);
    void turns.take(1);
    const second = turns.take(0);
    expect(ends).toHaveLength(2);
    ends[1]!();
    await second;
  });
});
