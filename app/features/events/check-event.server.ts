/** What only the clock and the database can tell of an event that is reported or changed. */
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { componentReasons, components } from "#app/db/schema/index.ts";
import type { FieldErrors } from "#app/domain/errors.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import { isPartOf } from "./list-components.server.ts";
import { futureTimes, type EventTimes, type ReportEvent } from "./schemas.ts";

export const futureFields = (times: Partial<EventTimes>, now: number): FieldErrors =>
  Object.fromEntries(
    futureTimes(times, now).map((field) => [field, [{ code: "future" as const }]]),
  );

/** Problems by field; none where each component is a part of the machine's make and model, and each reason one of its component's. */
export async function interventionProblems(
  db: Db,
  machine: Pick<Machine, "make" | "model">,
  done: ReportEvent["interventions"],
): Promise<FieldErrors> {
  if (done.length === 0) return {};
  const ids = [...new Set(done.map((one) => one.component_id))];
  const rows = await db
    .select({ componentId: components.id, reasonId: componentReasons.id })
    .from(components)
    .leftJoin(componentReasons, eq(componentReasons.componentId, components.id))
    .where(and(inArray(components.id, ids), isPartOf(machine)))
    .orderBy(asc(components.id));
  const fields: FieldErrors = {};
  done.forEach((one, index) => {
    const known = rows.filter((row) => row.componentId === one.component_id);
    if (known.length === 0)
      fields[`interventions.${index}.component_id`] = [
        { code: "part_of_machine", id: one.component_id },
      ];
    else if (one.reason_id !== null && !known.some((row) => row.reasonId === one.reason_id))
      fields[`interventions.${index}.reason_id`] = [{ code: "reason_of_component" }];
  });
  return fields;
}
