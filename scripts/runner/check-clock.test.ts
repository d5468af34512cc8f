import { expect, it } from "vitest";
import { auditEntries } from "#app/db/schema/index.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { NOW } from "#tests/factories/people.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import { clockWarning } from "./check-clock.ts";

const db = openTestDb();

it("says at the start when the clock differs wildly from the newest data", async () => {
  expect(await clockWarning(db(), NOW)).toBeNull();
  await db()
    .insert(auditEntries)
    .values({ at: NOW, action: "user.signed_in", subjectType: "user", subjectId: 1 } as never);
  for (const awayMs of [0, 20 * DAY_MS, -HOUR_MS / 2])
    expect(await clockWarning(db(), NOW + awayMs)).toBeNull();
  expect(await clockWarning(db(), NOW + 1000 * DAY_MS)).toContain("if the clock runs ahead");
  expect(await clockWarning(db(), NOW - DAY_MS)).toContain("if the clock runs behind");
});
