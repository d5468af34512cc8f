import { and, eq, sql } from "drizzle-orm";
import type { Make } from "#app/domain/access/types.ts";
import { defaultMeasures } from "#app/domain/measures/default-measures.ts";
import type { Db } from "./client.server.ts";
import { columnsInOrder, jsonCells } from "./columns-in-order.ts";
import { measures } from "./schema/index.ts";

/** A make's measures for a machine that has none; nothing when it has any, so that fifty at once make one set. */
export const insertDefaultMeasures = (
  db: Db,
  { id, make }: { id: number; make: Make },
  now: number,
) =>
  db.insert(measures).select(
    sql`select ${columnsInOrder(measures, {
      deviceId: id,
      createdAt: now,
      ...jsonCells("humanKey", "precision", "isStatic", "category", "type"),
    })} from json_each(${JSON.stringify(defaultMeasures(make))})
        where not exists (select 1 from measures where device_id = ${id}) order by key`,
  );

/** Deletes a machine's measures if they are exactly this make's defaults: whoever looks next then gets the new make's. */
export const deleteUntouchedMeasures = (db: Db, { id, make }: { id: number; make: Make }) => {
  const given = defaultMeasures(make);
  const all = sql`(select count(*) from measures where device_id = ${id})`;
  const asGiven = sql`(select count(*) from measures m join json_each(${JSON.stringify(given)}) d
    on m.human_key = d.value ->> '$.humanKey' and m.category = d.value ->> '$.category'
    where m.device_id = ${id} and m.type = d.value ->> '$.type'
      and m.precision = d.value ->> '$.precision'
      and m.title is null and m.units is null and m.encoding is null)`;
  const isUntouched = sql`${all} = ${given.length} and ${asGiven} = ${given.length}`;
  return db.delete(measures).where(and(eq(measures.deviceId, id), isUntouched));
};
