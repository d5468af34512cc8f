import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Gathering } from "./gathering.ts";
import { Outgoing } from "./outgoing.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_000 }));
afterEach(() => void vi.useRealTimers());

/** As many sockets that each wait for one event, and how many have it. */
function gatherFor(size: number, sendsAtOnce = 64) {
  let [turns, sent] = [0, 0];
  const turn = () => Promise.resolve(void (turns += 1));
  const gathering = new Gathering({ turn, sendsAtOnce });
  const outs = Array.from(
    { length: size },
    () => new Outgoing({ send: () => void (sent += 1) }, true),
  );
  const event = () => {
    for (const out of outs)
      if (out.sendEvents(["event"], Date.now(), gathering.windowMs) === "gathered")
        gathering.add(out);
  };
  return { gathering, event, turns: () => turns, sent: () => sent };
}

it.each([
  [1, 10],
  [40, 10],
  [300, 75],
  [5_000, 100],
])("%i sockets: the next events are gathered for %i ms", async (size, windowMs) => {
  const { gathering, event, sent } = gatherFor(size);
  event();
  event();
  expect(sent()).toBe(size);
  await vi.advanceTimersByTimeAsync(10);
  expect([sent(), gathering.windowMs]).toEqual([2 * size, windowMs]);
  await vi.advanceTimersByTimeAsync(1);
  event();
  event();
  expect(sent()).toBe(2 * size);
  await vi.advanceTimersByTimeAsync(windowMs);
  expect(sent()).toBe(3 * size);
});

it("gives others their turn, and holds no timer when nothing waits", async () => {
  const { event, turns } = gatherFor(130, 64);
  event();
  expect(vi.getTimerCount()).toBe(0);
  event();
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(10);
  expect([turns(), vi.getTimerCount()]).toEqual([2, 0]);
});
