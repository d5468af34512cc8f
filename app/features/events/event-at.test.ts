import { describe, expect, test } from "vitest";
import { eventAt } from "./event-at.ts";
import type { EventRow } from "./event-row.ts";

const event = (id: number, startAt: number, endAt: number): EventRow => ({
  id,
  name: `Event ${id}`,
  startAt,
  endAt,
  downtimeMs: null,
  author: null,
});

describe("the event that is meant by a point in time", () => {
  const events = [event(1, 100, 400), event(2, 200, 210), event(3, 500, 501)];

  test.each([
    ["within one", 150, 1],
    ["within two, the shorter", 205, 2],
    ["beside one", 480, 3],
    ["between two, the nearer", 440, 1],
    ["within one and near another, the one around it", 215, 1],
    ["out of reach of all", 700, undefined],
  ])("%s", (_, atMs, id) => {
    expect(eventAt(events, atMs, 50)?.id).toBe(id);
  });
});
