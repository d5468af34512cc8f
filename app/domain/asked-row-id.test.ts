import { expect, it } from "vitest";
import { auditQuery } from "#app/features/audit/schemas.ts";
import { journalQuery } from "#app/features/alarms/journal.ts";
import { shelvedQuery } from "#app/features/alarms/shelved.ts";
import { outboxQuery } from "#app/features/mail/schemas.ts";

it.each([
  ["audit", auditQuery, "subject_id"],
  ["audit, who acted", auditQuery, "actor_user_id"],
  ["audit, page", auditQuery, "before"],
  ["journal", journalQuery, "device_id"],
  ["shelved", shelvedQuery, "facility_id"],
  ["outbox", outboxQuery, "before"],
])("a row is asked for in decimal digits alone: %s", (_, query, name) => {
  expect(query.safeParse({ [name]: "16" }).data).toMatchObject({ [name]: 16 });
  expect(query.safeParse({}).success).toBe(true);
  for (const text of ["0x10", "0b1", "1e1", "+1", "1.0", " 1", "0", "-1"])
    expect([text, query.safeParse({ [name]: text }).success]).toEqual([text, false]);
});
