import { eq } from "drizzle-orm";
import { displayFacilities, displays } from "#app/db/schema/index.ts";
import { changedFields } from "#app/domain/access/audit.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { writeAudit, type AuditDeps } from "#app/features/audit/write-audit.server.ts";
import { requireOneCustomer } from "./choose-facilities.server.ts";
import type { Display, DisplaySettings } from "./display.ts";
import { requireDisplay } from "./list-displays.server.ts";

type Deps = AuditDeps & {
  actor: Actor;
  accessChanged: (owner: { customerId: number | null; userId: number }) => void;
};

/** Renames a display or changes what it shows; the screen takes it up within a minute. What is left out stays. */
export async function updateDisplay(
  deps: Deps,
  id: number,
  input: Partial<DisplaySettings>,
): Promise<Display> {
  const { db, actor } = deps;
  const before = await requireDisplay(deps, id);
  const facilityIds = [...new Set(input.facilityIds ?? before.facilityIds)].sort((a, b) => a - b);
  if (
    input.facilityIds !== undefined &&
    (await requireOneCustomer(deps, facilityIds)) !== before.customerId
  )
    throw new AppError("validation_failed", {
      fields: { facility_ids: [{ code: "customer_of_display" }] },
    });
  const { name = before.name, locale = before.locale, timeZone = before.timeZone } = input;
  const facts = (of: DisplaySettings) => ({
    name: of.name,
    facility_ids: of.facilityIds,
    locale: of.locale,
    time_zone: of.timeZone,
  });
  const changed = changedFields(facts(before), facts({ name, facilityIds, locale, timeZone }));
  if (Object.keys(changed.after).length === 0) return before;
  await db.batch([
    db.update(displays).set({ name, locale, timeZone }).where(eq(displays.id, id)),
    db.delete(displayFacilities).where(eq(displayFacilities.displayId, id)),
    ...facilityIds.map((facilityId) =>
      db.insert(displayFacilities).values({ displayId: id, facilityId }),
    ),
    writeAudit(deps, {
      actor,
      action: "display.changed",
      subject: { type: "display", id },
      customerId: before.customerId,
      ...changed,
    }),
  ]);
  deps.accessChanged({ customerId: before.customerId, userId: 0 });
  return requireDisplay(deps, id);
}
