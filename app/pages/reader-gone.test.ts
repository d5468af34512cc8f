import { expect, it } from "vitest";
import { isReaderGone } from "./reader-gone.ts";

it("a part that the left page's stream refuses is no failure; every other error is", () => {
  expect(isReaderGone(new TypeError("This ReadableStream is closed."))).toBe(true);
  expect(isReaderGone(new TypeError("x is not a function"))).toBe(false);
  expect(isReaderGone(new Error("This ReadableStream is closed."))).toBe(false);
  expect(isReaderGone("This ReadableStream is closed.")).toBe(false);
});
