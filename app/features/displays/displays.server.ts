import { and, asc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Db } from "#app/db/client.server.ts";
import { customers, displayFacilities, displays, facilities } from "#app/db/schema/index.ts";
import { facilitiesInScope } from "#app/db/scopes.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import { changedFields } from "#app/domain/access/audit.ts";
import {
  DISPLAY_TOKEN_PREFIX,
  DISPLAY_TOUCH_MS,
  isDisplayToken,
  requireDisplayManager,
  sessionIdOfDisplay,
} from "#app/domain/access/display.ts";
import { facilityScope } from "#app/domain/access/scope.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { byName } from "#app/domain/formats/by-name.ts";
import {
  type AuditDeps,
  unlessUnchanged,
  writeAudit,
} from "#app/platform/audit/write-audit.server.ts";
import type { EndSockets } from "#app/domain/access/end-sockets.ts";
import type { AccessChanged } from "#app/platform/tell-access.server.ts";
import { sign } from "#app/platform/link-secret.server.ts";
import type { Display, DisplaySettings, ListedDisplay } from "./display.ts";

type Deps = { db: Db; actor: Actor };

/**
 * Ids as a JSON text, in the same query. A facility that went to another customer is the display's no more.
 * Names are written out: in a select from one table drizzle leaves tables out, and `id` would be the facility's.
 */
export const facilityIdsOfDisplay = sql<string>`(
  select json_group_array(chosen.facility_id) from display_facilities chosen
  inner join facilities plant on plant.id = chosen.facility_id
  where chosen.display_id = displays.id and plant.customer_id = displays.customer_id)`.as(
  "facility_ids",
);

export const displayColumns = {
  id: displays.id,
  name: displays.name,
  customerId: displays.customerId,
  make: displays.make,
  locale: displays.locale,
  timeZone: displays.timeZone,
  createdAt: displays.createdAt,
  lastSeenAt: displays.lastSeenAt,
  facilityIds: facilityIdsOfDisplay,
};

type Row = Omit<Display, "facilityIds"> & { facilityIds: string };

export const toDisplay = (row: Row): Display => ({
  ...row,
  facilityIds: (JSON.parse(row.facilityIds) as number[]).sort((a, b) => a - b),
});

/** All for superusers, those of their customer for admins, those that show their make alone for OEM superusers. */
function ofActor({ role, customerId, make }: Actor): SQL | undefined {
  if (role === "superuser") return undefined;
  return role === "oem_superuser"
    ? eq(displays.make, make ?? ("" as "Sun"))
    : eq(displays.customerId, customerId ?? 0);
}

const select = (db: Db) =>
  db
    .select({ ...displayColumns, customerName: customers.name })
    .from(displays)
    .innerJoin(customers, eq(customers.id, displays.customerId));

/** The displays that the actor looks after, by customer and name. 403 for who looks after none. */
export async function listDisplays({ db, actor }: Deps): Promise<ListedDisplay[]> {
  requireDisplayManager(actor);
  const rows = await select(db)
    .where(ofActor(actor))
    .orderBy(asc(customers.name), asc(displays.name), asc(displays.id))
    .all();
  return byName(
    rows.map(({ customerName, ...row }) => ({ ...toDisplay(row), customerName })),
    ({ customerName }) => customerName,
    ({ name }) => name,
  );
}

const noSuchDisplay = () => new AppError("not_found", { message: "There is no such display." });

export async function requireDisplay({ db, actor }: Deps, id: number): Promise<Display> {
  requireDisplayManager(actor);
  const row = await select(db)
    .where(and(eq(displays.id, id), ofActor(actor)))
    .get();
  if (!row) throw noSuchDisplay();
  const { customerName: _name, ...display } = row;
  return toDisplay(display);
}

/**
 * The customer of the facilities that were chosen for a display. One that the actor has not is answered like one that
 * does not exist (404); facilities of several customers are refused, because a wall hangs at one.
 */
export async function requireOneCustomer(
  { db, actor }: Deps,
  ids: readonly number[],
): Promise<number> {
  const rows = await db
    .select({ customerId: facilities.customerId })
    .from(facilities)
    .where(and(inArray(facilities.id, [...ids]), facilitiesInScope(facilityScope(actor))));
  const [first, ...others] = new Set(rows.map(({ customerId }) => customerId));
  if (rows.length !== new Set(ids).size || first === undefined)
    throw new AppError("not_found", { message: "There is no such facility." });
  if (others.length > 0)
    throw new AppError("validation_failed", {
      fields: { facility_ids: [{ code: "one_customer" }] },
    });
  return first;
}

type UpdateDeps = AuditDeps & {
  actor: Actor;
  accessChanged: AccessChanged;
};

/** Renames a display or changes what it shows; the screen takes it up within a minute. What is left out stays. */
export async function updateDisplay(
  deps: UpdateDeps,
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
  const row = changedFields(before, { name, locale, timeZone }).after as Partial<DisplaySettings>;
  const changing = db.batch([
    // Only what differs: others may have changed the rest since it was read. The row is written all the same.
    db
      .update(displays)
      .set({ id, ...row })
      .where(eq(displays.id, id)),
    writeAudit(deps, {
      actor,
      action: "display.changed",
      subject: { type: "display", id },
      customerId: before.customerId,
      ...changed,
      mustChange: true,
    }),
    ...("facility_ids" in changed.after ? showOnly(db, id, facilityIds) : []),
  ]);
  await changing.catch(unlessUnchanged(noSuchDisplay));
  deps.accessChanged({ customerId: before.customerId, userId: 0 });
  return requireDisplay(deps, id);
}

const showOnly = (db: Db, displayId: number, ids: readonly number[]): BatchItem<"sqlite">[] => [
  db.delete(displayFacilities).where(eq(displayFacilities.displayId, displayId)),
  ...ids.map((facilityId) => db.insert(displayFacilities).values({ displayId, facilityId })),
];

/** The screen goes dark: its token is worth nothing, its sockets close at once, and it shows a code again. */
export async function revokeDisplay(
  deps: AuditDeps & { actor: Actor; endSockets: EndSockets },
  id: number,
): Promise<{ id: number; name: string }> {
  const { db, actor, endSockets } = deps;
  const { name, customerId, facilityIds } = await requireDisplay(deps, id);
  const revoking = db.batch([
    db.delete(displays).where(eq(displays.id, id)),
    writeAudit(deps, {
      actor,
      action: "display.revoked",
      subject: { type: "display", id },
      customerId,
      before: { name, facility_ids: facilityIds },
      mustChange: true,
    }),
  ]);
  await revoking.catch(unlessUnchanged(noSuchDisplay));
  await endSockets({ customerId, userId: 0 }, [sessionIdOfDisplay(id)]);
  return { id, name };
}

export type FoundDisplay = { actor: Actor; display: Display };
type FindDeps = { db: Db; now: number };

/**
 * The token that a display gets when it is paired, from the hash of the one that its screen waited with. Made by the
 * installation's secret, so that a screen that asks twice gets the same one, and nobody else can make it.
 */
export const displayTokenOf = (secret: string, waitingTokenHash: string): string =>
  DISPLAY_TOKEN_PREFIX + sign(secret, "display-token", waitingTokenHash);

/**
 * The paired display that holds the token, or null: unknown, waiting for its code, or revoked. Notes that it lives; from
 * its first use on, the token that the screen waited with is worth nothing.
 */
export async function findDisplay(
  { db, now }: FindDeps,
  token: string | null,
): Promise<FoundDisplay | null> {
  if (token === null || !isDisplayToken(token)) return null;
  const row = await db
    .select({ ...displayColumns, waitingTokenHash: displays.waitingTokenHash })
    .from(displays)
    .where(eq(displays.tokenHash, sha256Hex(token)))
    .get();
  if (!row) return null;
  const { waitingTokenHash, ...columns } = row;
  if (
    waitingTokenHash !== null ||
    row.lastSeenAt === null ||
    now - row.lastSeenAt >= DISPLAY_TOUCH_MS
  )
    await db
      .update(displays)
      .set({ lastSeenAt: now, waitingTokenHash: null })
      .where(eq(displays.id, row.id));
  return toFound(toDisplay(columns));
}

/** The display that was paired with the screen that waits with this token, and has not used its own yet; else null. */
export async function findNewDisplay(
  { db }: Pick<FindDeps, "db">,
  waitingToken: string | null,
): Promise<FoundDisplay | null> {
  if (waitingToken === null || !isDisplayToken(waitingToken)) return null;
  const row = await db
    .select(displayColumns)
    .from(displays)
    .where(eq(displays.waitingTokenHash, sha256Hex(waitingToken)))
    .get();
  return row ? toFound(toDisplay(row)) : null;
}

/** A new display with the token that its screen must keep from now on. */
export async function claimDisplay(
  deps: Pick<FindDeps, "db"> & { linkSecret: () => Promise<string> },
  waitingToken: string | null,
): Promise<{ token: string; found: FoundDisplay } | null> {
  const found = await findNewDisplay(deps, waitingToken);
  if (found === null || waitingToken === null) return null;
  return { token: displayTokenOf(await deps.linkSecret(), sha256Hex(waitingToken)), found };
}

const toFound = (display: Display): FoundDisplay => ({ actor: toDisplayActor(display), display });

const toDisplayActor = ({ id, customerId, make, facilityIds }: Display): Actor => ({
  userId: 0,
  sessionId: sessionIdOfDisplay(id),
  role: "display",
  customerId,
  make,
  facilityIds,
});
