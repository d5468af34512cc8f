import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { PackedHour } from "#app/domain/prediction/hour-facts.ts";
import type { StoredModel, Trained } from "#app/domain/prediction/train.ts";
import { NO_PREDICTION_REASONS } from "#app/domain/prediction/types.ts";
import { json, moment } from "#app/db/columns.ts";
import { devices } from "./machines.ts";

/** What the prediction learns from: a machine's UTC day in hours. */
export const machineDays = sqliteTable(
  "machine_days",
  {
    deviceId: integer("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    /** When it began. */
    day: moment("day").notNull(),
    hours: json<PackedHour[]>("hours").notNull(),
    /** Samples may come late: a day is read again, longer and longer after it was read last. */
    reads: integer("reads").notNull(),
    readAt: moment("read_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.day] })],
);

/** What was learned of each make, and how good it is. */
export const predictionModels = sqliteTable("prediction_models", {
  make: text("make").primaryKey(),
  status: text("status").$type<Trained["status"]>().notNull(),
  /** null unless ready. */
  model: json<StoredModel>("model"),
  report: json<Trained["report"]>("report").notNull(),
  trainedAt: moment("trained_at").notNull(),
});

/** The newest prediction of each machine of a make with a model. */
export const downtimePredictions = sqliteTable("downtime_predictions", {
  deviceId: integer("device_id")
    .primaryKey()
    .references(() => devices.id, { onDelete: "cascade" }),
  /** 0 to 1; null with the reason. */
  prediction: real("prediction"),
  horizonMinutes: integer("horizon_minutes").notNull(),
  reason: text("reason", { enum: NO_PREDICTION_REASONS }),
  predictedAt: moment("predicted_at").notNull(),
});
