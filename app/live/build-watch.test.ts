import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BuildWatch } from "./build-watch.ts";
import { systemClock } from "./clock.ts";

let served: string | null;
let asked = 0;

const open = (own: string | null = "a") =>
  new BuildWatch({
    own: () => own,
    served: async () => ((asked += 1), served),
    clock: systemClock,
    random: () => 0.5,
  });

beforeEach(() => {
  vi.useFakeTimers();
  [served, asked] = ["a", 0];
});
afterEach(() => void vi.useRealTimers());

it("asks every five minutes until there is another build, tells it once, and asks no more", async () => {
  const watch = open();
  let told = 0;
  watch.watch(() => (told += 1));
  watch.start();
  await vi.advanceTimersByTimeAsync(3 * 310_000);
  expect([asked, told, watch.isNew()]).toEqual([3, 0, false]);
  served = "b";
  await vi.advanceTimersByTimeAsync(10 * 310_000);
  expect([asked, told, watch.isNew()]).toEqual([4, 1, true]);
  expect(vi.getTimerCount()).toBe(0);
});

it("asks soon when something may have happened, and goes on when it is not answered", async () => {
  const watch = open();
  watch.start();
  served = null;
  watch.nudge();
  watch.nudge();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([asked, watch.isNew()]).toEqual([1, false]);
  served = "b";
  await vi.advanceTimersByTimeAsync(310_000);
  expect([asked, watch.isNew()]).toEqual([2, true]);
});

it("asks nothing once it is stopped, or on a page that does not know its build", async () => {
  const [stopped, unknown] = [open(), open(null)];
  stopped.start();
  stopped.stop();
  stopped.nudge();
  unknown.start();
  unknown.nudge();
  await vi.advanceTimersByTimeAsync(700_000);
  expect(asked).toBe(0);
});

it("asks again when it is nudged while an older answer is on its way", async () => {
  let answer: (build: string) => void = () => {};
  const watch = new BuildWatch({
    own: () => "a",
    served: () => ((asked += 1), new Promise((resolve) => (answer = resolve))),
    clock: systemClock,
    random: () => 0.5,
  });
  watch.start();
  watch.nudge();
  await vi.advanceTimersByTimeAsync(5_000);
  watch.nudge();
  answer("a");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toBe(2);
  answer("b");
  await vi.advanceTimersByTimeAsync(0);
  expect([watch.isNew(), vi.getTimerCount()]).toEqual([true, 0]);
});
