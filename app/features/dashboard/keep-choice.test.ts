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
  ask.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const kept = keepChoice("view", "list");
  await vi.advanceTimersByTimeAsync(0);
  void keepChoice("view", "carousel");
  void keepChoice("order", "name");
  window.dispatchEvent(new Event("online"));
  await kept;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toEqual([{ view: "list" }, { view: "carousel", order: "name" }]);
});

it("sends what is chosen while another choice is on its way after it", async () => {
  const held = Promise.withResolvers<Response>();
  ask.mockReturnValueOnce(held.promise);
  const kept = keepChoice("view", "list");
  void keepChoice("view", "grid");
  await vi.advanceTimersByTimeAsync(0);
  expect(sent()).toEqual([{ view: "list" }]);
  held.resolve(new Response());
  await kept;
  expect(sent()).toEqual([{ view: "list" }, { view: "grid" }]);
});
