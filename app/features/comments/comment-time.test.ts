import { describe, expect, it } from "vitest";
import { commentTimeIn, withoutTime, withTimeInWords } from "./comment-time.ts";

const MADRID = "Europe/Madrid";
const read = (text: string) => {
  const found = commentTimeIn(text, MADRID);
  return (
    found && [found.token, found.timeMs === null ? null : new Date(found.timeMs).toISOString()]
  );
};

describe("the time that a comment points to", () => {
  it("is on the plant's clock unless it has a zone of its own", () => {
    expect(read("Belt slipped #t=2026-11-22T10:15")).toEqual([
      "#t=2026-11-22T10:15",
      "2026-11-22T09:15:00.000Z",
    ]);
    expect(read("#t=2026-07-01T10:15:30 warm")?.[1]).toBe("2026-07-01T08:15:30.000Z");
    expect(read("#t=2026-11-22T10:15Z")?.[1]).toBe("2026-11-22T10:15:00.000Z");
    expect(read("#t=2026-11-22T10:15-06:00")?.[1]).toBe("2026-11-22T16:15:00.000Z");
  });

  it("ends before the sentence's own punctuation, and stands where it was written", () => {
    const text = "See\n#t=2026-11-22T10:15).";
    const found = commentTimeIn(text, MADRID);
    expect(found?.token).toBe("#t=2026-11-22T10:15");
    expect(text.slice(found?.at).startsWith("#t=2026")).toBe(true);
  });

  it("is said to be none when it names no moment", () => {
    for (const value of ["", "yesterday", "2026-02-30T10:00", "2026-11-22T25:00", "2026-11-22"])
      expect(read(`look #t=${value}`)?.[1], value).toBeNull();
    expect(read(`#t=${"9".repeat(500)}`)?.[1]).toBeNull();
  });

  it("is left out where it is shown already, with the blank before it", () => {
    expect(withoutTime("Belt slipped #t=2026-11-22T10:15, look.")).toBe("Belt slipped, look.");
    expect(withoutTime("#t=2026-11-22T10:15 warm")).toBe("warm");
    expect(withoutTime("#t=2026-11-22T10:15")).toBe("#t=2026-11-22T10:15");
    expect(withoutTime("look #t=yesterday")).toBe("look #t=yesterday");
  });

  it("is told in words in a mail, in the reader's language and with its zone", () => {
    const text = "Belt slipped #t=2026-11-22T10:15, look.";
    expect(withTimeInWords(text, "America/New_York", "en")).toBe(
      "Belt slipped 11/22/26 10:15 AM EST, look.",
    );
    expect(withTimeInWords(text, "America/Monterrey", "es")).toBe(
      "Belt slipped 22/11/26 10:15 GMT\u20116, look.",
    );
    expect(withTimeInWords("At #t=noon", MADRID, "en")).toBe("At #t=noon");
  });

  it("is not looked for inside a word", () => {
    expect(read("https://helios.example/page#t=2026-11-22T10:15")).toBeNull();
    expect(read("nothing here")).toBeNull();
  });
});
