import {
  type AnySQLiteColumn,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { MAKES } from "#app/domain/access/types.ts";
import { INTERVENTION_TYPES } from "#app/domain/events/interventions.ts";
import { createdAt, id, moment } from "#app/db/columns.ts";
import { devices, samplers } from "./machines.ts";
import { users } from "./users.ts";

/** What machines are made of, as a tree. */
export const components = sqliteTable(
  "components",
  {
    id: id(),
    name: text("name").notNull(),
    parentId: integer("parent_id").references((): AnySQLiteColumn => components.id, {
      onDelete: "set null",
    }),
    /** null: part of every make. */
    make: text("make", { enum: MAKES }),
    /** null: part of every model of the make. */
    model: text("model"),
  },
  (table) => [index("components_parent_idx").on(table.parentId)],
);

/** Why something is done to a component. */
export const componentReasons = sqliteTable(
  "component_reasons",
  {
    id: id(),
    componentId: integer("component_id")
      .notNull()
      .references(() => components.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
  },
  (table) => [uniqueIndex("component_reasons_component_idx").on(table.componentId, table.name)],
);

/** Something that happened to a machine over a span of time, reported by a user or a sampler. */
export const events = sqliteTable(
  "events",
  {
    id: id(),
    deviceId: integer("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    startAt: moment("start_at").notNull(),
    endAt: moment("end_at").notNull(),
    /** Both or neither. */
    downtimeStartAt: moment("downtime_start_at"),
    downtimeEndAt: moment("downtime_end_at"),
    notes: text("notes"),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    samplerId: integer("sampler_id").references(() => samplers.id, { onDelete: "set null" }),
    /** Order system's class of a stop; shown when 4, 6 or null. */
    kiwiClass: integer("kiwi_class"),
    createdAt: createdAt(),
    /** When its author last changed it; null: it is as it was reported. */
    changedAt: moment("changed_at"),
  },
  (table) => [
    index("events_device_idx").on(table.deviceId, table.startAt),
    index("events_reported_idx").on(table.deviceId, table.createdAt),
  ],
);

export const interventions = sqliteTable(
  "interventions",
  {
    id: id(),
    eventId: integer("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    type: text("type", { enum: INTERVENTION_TYPES }).notNull(),
    componentId: integer("component_id")
      .notNull()
      .references(() => components.id),
    componentPartNumber: text("component_part_number"),
    reasonId: integer("reason_id").references(() => componentReasons.id),
  },
  (table) => [index("interventions_event_idx").on(table.eventId)],
);
