import { describe, expect, it } from "vitest";
import { dayAfter, dayOf, isDay, momentOf, momentOfLocal, noonOf } from "./local-days.ts";

describe("a day of a zone", () => {
  it("is the one on the wall there", () => {
    const late = Date.UTC(2026, 10, 19, 4, 30);
    expect([dayOf(late, "UTC"), dayOf(late, "America/Chicago"), dayOf(late, "Asia/Tokyo")]).toEqual(
      ["2026-11-19", "2026-11-18", "2026-11-19"],
    );
  });

  it("has its noon, also when clocks change that day", () => {
    expect(noonOf("2026-03-08", "America/New_York")).toBe(Date.UTC(2026, 2, 8, 16));
    expect(noonOf("2026-11-01", "America/New_York")).toBe(Date.UTC(2026, 10, 1, 17));
    expect(noonOf("2026-06-01", "Pacific/Auckland")).toBe(Date.UTC(2026, 5, 1, 0));
    expect(momentOf("2026-06-01", 0, "America/Monterrey")).toBe(Date.UTC(2026, 5, 1, 6));
  });

  it("begins as clocks go from midnight to one, and no hour of the day before belongs to it", () => {
    expect(momentOf("2026-09-06", 0, "America/Santiago")).toBe(Date.UTC(2026, 8, 6, 4));
    expect(momentOf("2026-04-24", 0, "Africa/Cairo")).toBe(Date.UTC(2026, 3, 23, 22));
    expect(momentOf("2026-09-07", 0, "America/Santiago")).toBe(Date.UTC(2026, 8, 7, 3));
  });

  it("has no moment that clocks leave out: it is read as they go on, an hour later", () => {
    const inNewYork = (text: string) => momentOfLocal(text, "America/New_York");
    expect(inNewYork("2027-03-14T01:59")).toBe(Date.UTC(2027, 2, 14, 6, 59));
    expect(inNewYork("2027-03-14T02:00")).toBe(Date.UTC(2027, 2, 14, 7));
    expect(inNewYork("2027-03-14T02:30")).toBe(Date.UTC(2027, 2, 14, 7, 30));
    expect(inNewYork("2027-03-14T03:00")).toBe(Date.UTC(2027, 2, 14, 7));
  });

  it("must be in the calendar", () => {
    expect(
      ["2026-02-28", "2026-02-30", "2026-13-01", "26-01-01", "2026-1-1", "today"].filter(isDay),
    ).toEqual(["2026-02-28"]);
    expect(dayAfter("2026-12-31")).toBe("2027-01-01");
  });
});
