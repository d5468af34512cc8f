import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { facilities, hiddenFacilities } from "#app/db/schema/index.ts";
import { facilitiesInScope } from "#app/db/scopes.ts";
import { facilityScope } from "#app/domain/access/scope.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { byName } from "#app/domain/formats/by-name.ts";
import type { FacilityChoice } from "./fleet-types.ts";

type Deps = { db: Db; actor: Actor };

/** The actor's facilities by name, each with whether their dashboard shows it: the same on every device. */
export async function listFacilityChoices({ db, actor }: Deps): Promise<FacilityChoice[]> {
  const rows = await db
    .select({
      id: facilities.id,
      name: facilities.name,
      city: facilities.city,
      state: facilities.state,
      timezone: facilities.timezone,
      hidden: hiddenFacilities.userId,
    })
    .from(facilities)
    .leftJoin(
      hiddenFacilities,
      and(
        eq(hiddenFacilities.facilityId, facilities.id),
        eq(hiddenFacilities.userId, actor.userId),
      ),
    )
    .where(and(facilitiesInScope(facilityScope(actor)), isNull(facilities.retiredAt)))
    .orderBy(asc(facilities.name), asc(facilities.id))
    .all();
  return byName(
    rows.map(({ hidden, ...facility }) => ({ ...facility, active: hidden === null })),
    ({ name }) => name,
  );
}

/** Shows these facilities and no others. Ids outside of the actor's scope change nothing, and tell nothing. */
export async function saveFacilityChoice(
  { db, actor }: Deps,
  shownIds: readonly number[],
): Promise<void> {
  const shown = sql`(select value from json_each(${JSON.stringify(shownIds)}))`;
  await db.batch([
    db.delete(hiddenFacilities).where(eq(hiddenFacilities.userId, actor.userId)),
    db.insert(hiddenFacilities).select(
      db
        .select({ userId: sql<number>`${actor.userId}`.as("user_id"), facilityId: facilities.id })
        .from(facilities)
        .where(and(facilitiesInScope(facilityScope(actor)), sql`${facilities.id} not in ${shown}`)),
    ),
  ]);
}
