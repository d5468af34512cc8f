import { expect, it } from "vitest";
import { updateMaintenanceBody } from "./schemas.ts";

it("a day that does not exist is refused by a sentence that names how a day is written", () => {
  const { error } = updateMaintenanceBody.safeParse({ performed_at: "2026-02-30" });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'must be a day of the calendar (YYYY-MM-DD), an ISO 8601 time or Unix milliseconds, not "2026-02-30"',
  ]);
});

it("a reason in which nothing can be seen is none", () => {
  const { error } = updateMaintenanceBody.safeParse({
    ...{ snoozed_until: "2026-12-01", snooze_reason: "\u200b" },
  });
  expect(error?.issues.map(({ path }) => path)).toEqual([["maintenance", "snooze_reason"]]);
});
