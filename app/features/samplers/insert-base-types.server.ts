import { sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { columnsInOrder, jsonCells } from "#app/db/columns-in-order.ts";
import { telemetryTypes } from "#app/db/schema/index.ts";
import { BASE_TYPES } from "#app/domain/samplers/base-types.ts";

/** Gives a new sampler the base types, as one value: a statement of D1 takes a hundred at most. */
export const insertBaseTypes = (db: Db, samplerId: number) =>
  db.insert(telemetryTypes).select(
    sql`select ${columnsInOrder(telemetryTypes, {
      samplerId,
      ...jsonCells("name", "type", "members", "length"),
    })} from json_each(${JSON.stringify(BASE_TYPES)}) where true`,
  );
