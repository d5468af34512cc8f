import { inArray, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { maintenances } from "#app/db/schema/index.ts";
import { nameKey } from "#app/domain/maintenance/name-key.ts";

/**
 * Brings the stored keys of these machines' works up to how names are compared today: SQLite cannot work them out, so that
 * no migration could, and rows of older times have another one or none. Of two works that were let in beside each other
 * though they look alike the later one keeps what it has. To be called before a name is added to those machines.
 */
export async function renewNameKeys(db: Db, deviceIds: readonly number[]): Promise<void> {
  const works = await db
    .select({ id: maintenances.id, name: maintenances.name, held: maintenances.nameKey })
    .from(maintenances)
    .where(inArray(maintenances.deviceId, [...deviceIds]));
  const old = works.filter(({ name, held }) => held !== nameKey(name));
  if (old.length === 0) return;
  const keys = JSON.stringify(old.map(({ id, name }) => [id, nameKey(name)]));
  await db.run(sql`update or ignore maintenances set name_key =
    (select value ->> 1 from json_each(${keys}) where value ->> 0 = maintenances.id)
    where id in (select value ->> 0 from json_each(${keys}))`);
}
