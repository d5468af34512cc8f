import { expect, it } from "vitest";
import { z } from "zod";
import { journalQuery } from "#app/features/alarms/journal.ts";
import { shelvedQuery } from "#app/features/alarms/shelved.ts";
import { auditQuery } from "#app/features/audit/schemas.ts";
import { replaceForm } from "#app/features/configuration/replacement.ts";
import { displaySettings } from "#app/features/displays/display.ts";
import { outboxQuery } from "#app/features/mail/schemas.ts";
import { oneMaintenance } from "#app/features/maintenance/maintenance-forms.ts";
import { mappingForm } from "#app/features/samplers/mapping-form.ts";
import { newPerson } from "#app/features/people/person.ts";
import { maintenanceReportQuery } from "#app/features/reports/report.ts";
import { parseForm } from "#app/kit/forms/parse-form.ts";
import { oneThing } from "#app/pages/answer-form.server.ts";
import { rowIdField } from "./row-id-field.ts";

const NOT_DECIMAL = ["0x10", "0b1", "1e1", "+1", "1.0", " 1", "01", "0", "-1"];

it.each([
  ["audit", auditQuery, "subject_id"],
  ["audit, who acted", auditQuery, "actor_user_id"],
  ["audit, page", auditQuery, "before"],
  ["journal", journalQuery, "device_id"],
  ["shelved", shelvedQuery, "facility_id"],
  ["outbox", outboxQuery, "before"],
  ["maintenance report", maintenanceReportQuery, "customer_id"],
])("a query asks for a row in decimal digits alone: %s", (_, query, name) => {
  expect(query.safeParse({ [name]: "16" }).data).toMatchObject({ [name]: 16 });
  expect(query.safeParse({}).success).toBe(true);
  for (const text of NOT_DECIMAL)
    expect([text, query.safeParse({ [name]: text }).success]).toEqual([text, false]);
});

it.each([
  ["one thing", oneThing, "id"],
  ["one maintenance", oneMaintenance, "id"],
  ["replacement", replaceForm, "device_id"],
  ["facilities of a display", displaySettings.pick({ facility_ids: true }), "facility_ids"],
  ["customer of a person", newPerson.pick({ customer_id: true }), "customer_id"],
  [
    "type of a tag",
    z.object({ telemetry_type_id: mappingForm.shape.telemetry_type_id }),
    "telemetry_type_id",
  ],
])("a form names a row in decimal digits alone: %s", (_, schema: z.ZodType, name) => {
  const filled = (text: string) => {
    const form = new FormData();
    form.append(name, text);
    return parseForm(form, schema);
  };
  expect(filled("16").status).toBe("success");
  for (const text of NOT_DECIMAL) expect([text, filled(text).status]).toEqual([text, "error"]);
});

it("is a number or its digits in JSON, and nothing that could be made into one", () => {
  expect([rowIdField.parse(16), rowIdField.parse("16")]).toEqual([16, 16]);
  for (const value of [true, null, [5], 1.5, 0, ""])
    expect([value, rowIdField.safeParse(value).success]).toEqual([value, false]);
  expect(rowIdField.optional().parse(undefined)).toBeUndefined();
});
