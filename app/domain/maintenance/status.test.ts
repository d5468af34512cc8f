import { describe, expect, it } from "vitest";
import {
  canSnooze,
  canUnsnooze,
  maintenanceStatus,
  nextServiceDate,
  percentLeft,
  recommendedAfter,
  type MaintenanceFacts,
} from "./status.ts";
import type { MaintenanceStatus } from "./types.ts";

const DAY = 24 * 3_600_000;
const NOW = Date.UTC(2026, 10, 19, 15);
const facts = (over: Partial<MaintenanceFacts> = {}): MaintenanceFacts => ({
  snoozedUntil: null,
  recommendedDate: NOW + 90 * DAY,
  lastBurn: { timeMs: NOW, value: 60 },
  hasHistory: true,
  ...over,
});
const late = { recommendedDate: NOW - DAY };

describe("the status of a maintenance", () => {
  const table: [string, Partial<MaintenanceFacts>, MaintenanceStatus][] = [
    ["far away", {}, "default"],
    ["never done", { hasHistory: false }, "new"],
    [
      "never done, without a date",
      { hasHistory: false, recommendedDate: null, lastBurn: null },
      "new",
    ],
    ["done, without a date", { recommendedDate: null }, "default"],
    ["just under 30 days away", { recommendedDate: NOW + 30 * DAY - 1 }, "due_soon"],
    ["30 days away", { recommendedDate: NOW + 30 * DAY }, "default"],
    ["soon before new", { recommendedDate: NOW + DAY, hasHistory: false }, "due_soon"],
    ["burnt past its date", late, "overdue"],
    [
      "last burnt on its date",
      { recommendedDate: NOW, lastBurn: { timeMs: NOW, value: 15 } },
      "due_soon",
    ],
    [
      "past its date, but not heard since",
      { ...late, lastBurn: { timeMs: NOW - 2 * DAY, value: 16 } },
      "due_soon",
    ],
    ["past its date, never heard", { ...late, lastBurn: null }, "due_soon"],
    ["snoozed before overdue", { ...late, snoozedUntil: NOW + DAY }, "snoozed"],
    [
      "snoozed until a day 30 days ago, less a moment",
      { ...late, snoozedUntil: NOW - 30 * DAY + 1 },
      "snoozed",
    ],
    ["snoozed until a day 30 days ago", { ...late, snoozedUntil: NOW - 30 * DAY }, "overdue"],
  ];
  it.each(table)("%s", (_name, over, status) =>
    expect(maintenanceStatus(facts(over), NOW)).toBe(status),
  );
});

describe("what follows from it", () => {
  it("counts what is left: the last burn rate, 100 after the work, nothing before the first", () => {
    expect([
      percentLeft(facts()),
      percentLeft(facts({ lastBurn: null })),
      percentLeft(facts({ lastBurn: null, hasHistory: false })),
    ]).toEqual([60, 100, null]);
  });

  it("offers a snooze only when overdue, its end while it runs", () => {
    expect([
      canSnooze(maintenanceStatus(facts(late), NOW)),
      canSnooze(maintenanceStatus(facts(), NOW)),
      canSnooze(maintenanceStatus(facts({ ...late, snoozedUntil: NOW + 1 }), NOW)),
    ]).toEqual([true, false, false]);
    expect([
      canUnsnooze({ snoozedUntil: NOW + 1 }, NOW),
      canUnsnooze({ snoozedUntil: NOW }, NOW),
      canUnsnooze(facts(), NOW),
    ]).toEqual([true, false, false]);
  });

  it("looks next at the end of a snooze, else at the date", () => {
    expect(nextServiceDate(facts({ snoozedUntil: NOW + DAY }), NOW)).toBe(NOW + DAY);
    expect(nextServiceDate(facts({ snoozedUntil: NOW - 31 * DAY }), NOW)).toBe(NOW + 90 * DAY);
  });

  it("recommends the work when the life left reaches the cutoff", () => {
    expect(recommendedAfter(NOW, { maxTagThreshold: 1000, cutoffValue: 20 })).toBe(
      NOW + 800 * 3_600_000,
    );
    expect(recommendedAfter(NOW, { maxTagThreshold: null, cutoffValue: 20 })).toBeNull();
  });
});
