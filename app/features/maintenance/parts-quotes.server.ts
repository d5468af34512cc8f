import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { customers, devices, facilities, partsQuotes, users } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { changeRow } from "#app/features/audit/change-row.server.ts";
import type { AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import type { PartsQuote, QuoteChange } from "./parts-quote.ts";

const MOST_ROWS = 500;

const select = (db: Db) =>
  db
    .select({
      quote: partsQuotes,
      deviceName: devices.name,
      facilityId: sql<number | null>`${facilities.id}`.as("facility_id"),
      facilityName: facilities.name,
      timezone: facilities.timezone,
      customerId: sql<number | null>`${customers.id}`.as("customer_id"),
      customerName: customers.name,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(partsQuotes)
    .innerJoin(devices, eq(devices.id, partsQuotes.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .leftJoin(customers, eq(customers.id, facilities.customerId))
    .leftJoin(users, eq(users.id, partsQuotes.userId));

type Row = Awaited<ReturnType<ReturnType<typeof select>["all"]>>[number];

const toQuote = ({ quote, firstName, lastName, ...names }: Row): PartsQuote => ({
  ...quote,
  ...names,
  maintenanceName: quote.name,
  userName: firstName === null ? null : `${firstName} ${lastName ?? ""}`.trim(),
});

/** Requests for quotes, the newest first, for superusers. */
export async function listPartsQuotes({
  db,
  actor,
}: {
  db: Db;
  actor: Actor;
}): Promise<PartsQuote[]> {
  requireSuperuser(actor);
  return (await select(db).orderBy(desc(partsQuotes.id)).limit(MOST_ROWS)).map(toQuote);
}

/** Says that a request was answered, or not yet, with a note. 404 when there is none of that id. */
export async function changePartsQuote(
  deps: AuditDeps & { actor: Actor },
  id: number,
  change: Partial<QuoteChange>,
): Promise<PartsQuote> {
  const { db, actor } = deps;
  requireSuperuser(actor);
  const read = () => select(db).where(eq(partsQuotes.id, id)).get();
  const before = await read();
  if (!before) throw noSuchQuote();
  const changed = await changeRow(deps, {
    table: partsQuotes,
    row: before.quote,
    change,
    audit: { action: "parts_quote.changed", customerId: null },
  });
  const after = changed.kind === "refused" ? undefined : await read();
  if (!after) throw noSuchQuote();
  return toQuote(after);
}

const noSuchQuote = () => new AppError("not_found", { message: "There is no such request." });

function requireSuperuser(actor: Actor): void {
  if (actor.role !== "superuser") throw new AppError("forbidden");
}
