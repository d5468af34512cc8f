import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { onlyIf } from "#app/db/only-if.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import {
  customers,
  devices,
  facilities,
  maintenances,
  partsQuoteLinks,
  partsQuotes,
  users,
} from "#app/db/schema/index.ts";
import { authorOf, type Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { composeMail } from "#app/domain/mail/compose.ts";
import { SALES_EMAIL } from "#app/domain/support.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import { hasChanged, type AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import {
  absoluteLink,
  deliverSoon,
  writeMessage,
  type MailDeps,
} from "#app/features/mail/outbox.server.ts";
import { isNullRefused } from "#app/platform/db-errors.ts";
import {
  noSuchMaintenance,
  requireMaintenance,
  type MaintenanceRow,
} from "./maintenance-record.server.ts";

type Deps = MailDeps & AuditDeps & { actor: Actor };

/**
 * Asks sales for a quote of the parts of a maintenance, by the link of a mail: once in each life of the part, however often
 * the link is opened. 404 for a maintenance that is not the actor's, 403 for a link that is missing, wrong, expired, of
 * another maintenance or of a life before.
 */
export async function requestPartsQuote(
  deps: Deps,
  id: number,
  token: string,
): Promise<{ id: number; requestedAt: number }> {
  const { db, actor, now, jobs } = deps;
  const { row } = await requireMaintenance(deps, id);
  const lifeFrom = lifeOf(row);
  if (!(await isLinkValid(deps, row, token))) throw notValid();
  const facts = await readFacts(db, { row, userId: actor.userId });
  const mail = composeMail({
    template: "parts_quote",
    to: SALES_EMAIL,
    locale: null,
    values: facts,
    link: absoluteLink(deps.publicOrigin, `/machines/${row.deviceId}/maintenance?selected=${id}`),
  });
  const asking = db.batch([
    db
      .insert(partsQuotes)
      .values({
        ...{ maintenanceId: id, deviceId: row.deviceId, lifeFrom, userId: authorOf(actor) },
        ...{ name: row.name, kind: row.kind, target: row.target },
        // Done or deleted meanwhile: nobody needs the parts of that life any more.
        requestedAt: onlyIf(isStillIn(row), now),
      })
      .onConflictDoNothing({ target: [partsQuotes.maintenanceId, partsQuotes.lifeFrom] }),
    auditOfMachine(deps, {
      ...{ action: "maintenance.quote_requested", id, deviceId: row.deviceId, mustChange: true },
      after: { name: row.name, part: row.target },
    }),
    writeMessage(db, now, mail, `parts_quote:${id}:${lifeFrom}`),
  ]);
  const isAsked = await hasChanged(asking).catch((error: unknown) => {
    throw isNullRefused(error, "parts_quotes.requested_at") ? notValid() : error;
  });
  if (isAsked) await deliverSoon(jobs, (await asking)[2]);
  const quote = await db
    .select({ id: partsQuotes.id, requestedAt: partsQuotes.requestedAt })
    .from(partsQuotes)
    .where(and(eq(partsQuotes.maintenanceId, id), eq(partsQuotes.lifeFrom, lifeFrom)))
    .get();
  if (!quote) throw new Error("the quote was not kept");
  return quote;
}

/** Whether the link of a mail is one that `requestPartsQuote` would take; asks nobody for anything. */
export async function canRequestPartsQuote(
  deps: { db: Db; actor: Actor; now: number },
  id: number,
  token: string,
): Promise<boolean> {
  try {
    const { row } = await requireMaintenance(deps, id);
    return await isLinkValid(deps, row, token);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Whether the maintenance is still there, in the life that `row` is in. */
const isStillIn = ({ id, lastPerformedAt }: MaintenanceRow) =>
  sql`exists (select 1 from maintenances where id = ${id} and last_performed_at is ${lastPerformedAt})`;

const lifeOf = ({ lastPerformedAt, createdAt }: MaintenanceRow): number =>
  lastPerformedAt ?? createdAt;

async function isLinkValid(
  { db, now }: { db: Db; now: number },
  row: MaintenanceRow,
  token: string,
): Promise<boolean> {
  const link = await db
    .select({ id: partsQuoteLinks.maintenanceId })
    .from(partsQuoteLinks)
    .where(
      and(
        eq(partsQuoteLinks.tokenHash, sha256Hex(token)),
        eq(partsQuoteLinks.maintenanceId, row.id),
        eq(partsQuoteLinks.lifeFrom, lifeOf(row)),
        gt(partsQuoteLinks.expiresAt, now),
      ),
    )
    .get();
  return link !== undefined;
}

const notValid = () =>
  new AppError("forbidden", { message: "This link is not valid, or has expired." });

async function readFacts(
  db: Db,
  { row, userId }: { row: MaintenanceRow; userId: number },
): Promise<Record<string, string>> {
  const found = await db
    .select({
      machine: devices.name,
      serial: devices.serialNumber,
      make: devices.make,
      model: devices.model,
      facility: facilities.name,
      customer: customers.name,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
    })
    .from(maintenances)
    .innerJoin(devices, eq(devices.id, maintenances.deviceId))
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .leftJoin(customers, eq(customers.id, facilities.customerId))
    .innerJoin(users, eq(users.id, userId))
    .where(eq(maintenances.id, row.id))
    .get();
  if (!found) throw noSuchMaintenance();
  return {
    ...{ machine: found.machine, serial: found.serial, make: found.make, model: found.model },
    ...{ facility: found.facility ?? "–", customer: found.customer ?? "–" },
    ...{ maintenance: row.name, part: row.target, phone: found.phone ?? "–" },
    ...{ person: `${found.firstName} ${found.lastName}`, email: found.email },
  };
}
