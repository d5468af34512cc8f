import { expect, it } from "vitest";
import { pageToTurnTo } from "./event-page.ts";

const pageOf = (index: number, search: string) => pageToTurnTo(new URLSearchParams(search), index);

it("turns to the page that holds the event, of as many rows as the reader has on one", () => {
  expect(pageOf(20, "event_id=7")).toBe(2);
  expect(pageOf(44, "event_id=7&span=week")).toBe(3);
  expect(pageOf(20, "event_id=7&size=5")).toBe(5);
  expect(pageOf(50, "event_id=7&size=50")).toBe(2);
  // No size of ours: the table has its own then.
  expect(pageOf(20, "event_id=7&size=7")).toBe(2);
});

it("leaves the table on its first page, and where the reader has set it", () => {
  expect(pageOf(-1, "event_id=7")).toBeNull();
  expect(pageOf(19, "event_id=7")).toBeNull();
  expect(pageOf(49, "event_id=7&size=50")).toBeNull();
  for (const setting of ["page=2", "sort=name", "filter.name=belt"])
    expect(pageOf(40, `event_id=7&${setting}`), setting).toBeNull();
});
