import { expect, it } from "vitest";
import { spanText } from "./span-text.ts";

const formats = {
  dateTime: (timeMs: number) => `at ${timeMs}`,
  zone: (timeMs: number) => (timeMs < 10 ? "EDT" : "EST"),
};

it("names the zone once, and of both ends where the clock was set in between", () => {
  expect(spanText(formats, { startMs: 1, endMs: 2 }, "America/New_York")).toBe("at 1 – at 2 EDT");
  expect(spanText(formats, { startMs: 1, endMs: 10 }, "America/New_York")).toBe(
    "at 1 EDT – at 10 EST",
  );
});
