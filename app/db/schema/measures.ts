import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAt, flag, id, json } from "#app/db/columns.ts";
import { MEASURE_TYPES, type Encoding } from "#app/domain/measures/types.ts";
import { CATEGORIES } from "#app/domain/metrics/registry.ts";
import { devices } from "./machines.ts";

/**
 * What a machine's current state shows, a row for each card. A machine has its make's defaults from the first time that
 * somebody looks; one without any row was never looked at, for KiwiPlan's cannot be deleted.
 */
export const measures = sqliteTable(
  "measures",
  {
    id: id(),
    deviceId: integer("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    humanKey: text("human_key").notNull(),
    /** Words that are null are the metric's own, in the reader's language. */
    title: text("title"),
    /** "": none. */
    units: text("units"),
    precision: integer("precision").notNull(),
    isStatic: flag("is_static").notNull().default(false),
    category: text("category", { enum: CATEGORIES }).notNull(),
    type: text("type", { enum: MEASURE_TYPES }).notNull(),
    encoding: json<Encoding>("encoding"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("measures_device_key_idx").on(table.deviceId, table.category, table.humanKey),
  ],
);
