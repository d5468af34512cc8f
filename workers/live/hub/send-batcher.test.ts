import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SendBatcher } from "./send-batcher.ts";
import { Outgoing } from "./outgoing.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_000 }));
afterEach(() => void vi.useRealTimers());

/** As many sockets that each wait for one event, and how many have it. */
function batcherFor(size: number, sendsAtOnce = 64) {
  let [turns, sent] = [0, 0];
  const turn = () => Promise.resolve(void (turns += 1));
  const batcher = new SendBatcher({ turn, sendsAtOnce });
  const outs = Array.from(
    { length: size },
    () => new Outgoing({ send: () => void (sent += 1) }, true),
  );
  const event = () => {
    for (const out of outs)
      if (out.sendEvents(["event"], Date.now(), batcher.windowMs) === "gathered") batcher.add(out);
  };
  return { batcher, event, turns: () => turns, sent: () => sent };
}

it.each([
  [1, 10],
  [40, 10],
  [300, 75],
  [5_000, 100],
])("%i sockets: the next events are gathered for %i ms", async (size, windowMs) => {
  const { batcher, event, sent } = batcherFor(size);
  event();
  event();
  expect(sent()).toBe(size);
  await vi.advanceTimersByTimeAsync(10);
  expect([sent(), batcher.windowMs]).toEqual([2 * size, windowMs]);
  await vi.advanceTimersByTimeAsync(1);
  event();
  event();
  expect(sent()).toBe(2 * size);
  await vi.advanceTimersByTimeAsync(windowMs);
  expect(sent()).toBe(3 * size);
});

it("gives others their turn, and holds no timer when nothing waits", async () => {
  const { event, turns } = batcherFor(130, 64);
  event();
  expect(vi.getTimerCount()).toBe(0);
  event();
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(10);
  expect([turns(), vi.getTimerCount()]).toEqual([2, 0]);
});
