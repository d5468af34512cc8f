import { sql } from "drizzle-orm";
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
