import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { UNANSWERED, untilAnswered } from "./until-answered.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failing = (times: number) => {
  const ask = vi.fn(() => Promise.resolve());
  for (let i = 0; i < times; i++) ask.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  return ask;
};

it("asks again until there is an answer", async () => {
  const ask = failing(2);
  const answered = untilAnswered(ask, undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  await answered;
  expect(ask).toHaveBeenCalledTimes(3);
});

it("asks at once when the browser is online again", async () => {
  const ask = failing(1);
  const answered = untilAnswered(ask, undefined);
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event("online"));
  await answered;
  expect(ask).toHaveBeenCalledTimes(2);
});

it("takes an answer that says no", async () => {
  const ask = vi.fn(() => Promise.reject(new Response(null, { status: 404 })));
  await expect(untilAnswered(ask, undefined)).rejects.toHaveProperty("status", 404);
  expect(ask).toHaveBeenCalledTimes(1);
});

it("says nothing of what was given up while it was on its way", async () => {
  const wanted = new AbortController();
  const told = vi.fn();
  window.addEventListener(UNANSWERED, told);
  const answered = untilAnswered(() => {
    wanted.abort();
    return Promise.reject(new DOMException("left", "AbortError"));
  }, wanted.signal);
  expect(await answered).toBeUndefined();
  expect(told).not.toHaveBeenCalled();
});

it("asks no more when nobody wants it", async () => {
  const ask = failing(100);
  const wanted = new AbortController();
  const answered = untilAnswered(ask, wanted.signal);
  await vi.advanceTimersByTimeAsync(0);
  wanted.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  await answered;
  expect(ask).toHaveBeenCalledTimes(1);
});
