import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { afterPress } from "./after-press.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function begin() {
  const target = new EventTarget();
  const then = vi.fn();
  const stop = afterPress(target, then);
  const hear = (type: string) => target.dispatchEvent(new Event(type));
  return { then, stop, hear };
}

it("a press is over with its click, also where the click comes after the release", () => {
  const { then, hear } = begin();
  hear("pointerup");
  expect(then).not.toHaveBeenCalled();
  hear("click");
  expect(then).toHaveBeenCalledOnce();
  hear("click");
  vi.runAllTimers();
  expect(then).toHaveBeenCalledOnce();
});

it.each(["pointerup", "keyup"])("without a click it is over a moment after the %s", (type) => {
  const { then, hear } = begin();
  vi.runAllTimers();
  expect(then).not.toHaveBeenCalled();
  hear(type);
  expect(then).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(then).toHaveBeenCalledOnce();
});

it.each(["pointercancel", "blur"])("%s ends it: no click will come", (type) => {
  const { then, hear } = begin();
  hear(type);
  expect(then).toHaveBeenCalledOnce();
});

it("is not heard of again once waiting was stopped", () => {
  const { then, stop, hear } = begin();
  hear("pointerup");
  stop();
  hear("click");
  vi.runAllTimers();
  expect(then).not.toHaveBeenCalled();
});
