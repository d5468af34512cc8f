import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepChoice } from "./keep-choice.ts";

const ask = vi.fn<typeof fetch>();
const sent = () =>
  ask.mock.calls.map(([, call]) => Object.fromEntries([...(call?.body as FormData)]));

beforeEach(() => {
  vi.useFakeTimers();
  ask.mockReset().mockResolvedValue(new Response());
  vi.stubGlobal("fetch", ask);
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("sends what was chosen last without a connection, once it is back, and once", async () => {
  const lost = () => Promise.reject(new TypeError("Failed to fetch"));
  ask.mockImplementationOnce(lost).mockImplementationOnce(lost).mockImplementationOnce(lost);
  void keepChoice("view", "list");
  void keepChoice("view", "carousel");
  const kept = keepChoice("order", "name");
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(3);
  window.dispatchEvent(new Event("online"));
  await kept;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent().slice(3)).toEqual([{ view: "carousel", order: "name" }]);
});

it("sends at once what is chosen while another choice is on its way, which gives way", async () => {
  const held = Promise.withResolvers<Response>();
  ask.mockReturnValueOnce(held.promise);
  void keepChoice("view", "list");
  await keepChoice("view", "grid");
  expect(sent()).toEqual([{ view: "list" }, { view: "grid" }]);
  expect(ask.mock.calls.map(([, call]) => call?.signal?.aborted)).toEqual([true, false]);
  held.resolve(new Response());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(2);
});
