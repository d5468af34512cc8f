import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { MAKES } from "#app/domain/access/types.ts";
import { createdAt, flag, id, json, moment } from "#app/db/columns.ts";
import type { TypeMember } from "#app/domain/samplers/base-types.ts";
import { facilities, serviceTiers } from "./organizations.ts";

export const devices = sqliteTable(
  "devices",
  {
    id: id(),
    /** Unique without regard to case. */
    serialNumber: text("serial_number").notNull(),
    manufacturerSerialNumber: text("manufacturer_serial_number"),
    name: text("name").notNull(),
    make: text("make", { enum: MAKES }).notNull(),
    model: text("model").notNull(),
    /** null: unconfigured. */
    facilityId: integer("facility_id").references(() => facilities.id, { onDelete: "set null" }),
    serviceTierId: integer("service_tier_id").references(() => serviceTiers.id, {
      onDelete: "set null",
    }),
    kiwiplan: flag("kiwiplan").notNull().default(false),
    /** null: the 95th percentile of the last 30 days. */
    targetSheetsPerHour: real("target_sheets_per_hour"),
    /** Shorter stops are counted, not listed. */
    microStopSeconds: integer("micro_stop_seconds").notNull().default(90),
    /** Sold or scrapped since then: for superusers' eyes only, its samplers without keys. null: in service. */
    retiredAt: moment("retired_at"),
    /** Until then no report of it is made, but for tiers without that limit; null: now. */
    reportAvailableAt: moment("report_available_at"),
    lastShadowUpdateAt: moment("last_shadow_update_at"),
    /** Version of what the recorder must know (samplers, keys, mappings, time zone, target); grows with every change. */
    recorderVersion: integer("recorder_version").notNull().default(1),
    /** The enrollment key with which a gateway brought it; null: added by hand. */
    enrollmentKeyId: integer("enrollment_key_id"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("devices_serial_idx").on(sql`${table.serialNumber} collate nocase`),
    index("devices_facility_idx").on(table.facilityId),
    index("devices_make_idx").on(table.make),
  ],
);

/** Machines that took the place of another one, once each. */
export const machineReplacements = sqliteTable(
  "machine_replacements",
  {
    id: id(),
    deviceId: integer("device_id")
      .notNull()
      .unique()
      .references(() => devices.id, { onDelete: "cascade" }),
    /** The machine that went: its recorder, or the one that it hands on to, has the samples. No foreign key: it is gone. */
    replacedId: integer("replaced_id").notNull().unique(),
    replacedAt: moment("replaced_at").notNull(),
    /** null: the new machine's own samples are not yet all there. */
    finishedAt: moment("finished_at"),
  },
  (table) => [
    index("machine_replacements_open_idx")
      .on(table.replacedAt)
      .where(sql`finished_at is null`),
  ],
);

export const samplers = sqliteTable(
  "samplers",
  {
    id: id(),
    deviceId: integer("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    spec: text("spec").notNull(),
    plcAddress: text("plc_address"),
    plcPort: integer("plc_port"),
    datasetName: text("dataset_name"),
    machineNumber: text("machine_number"),
    onlyMappedTags: flag("only_mapped_tags").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [index("samplers_device_idx").on(table.deviceId)],
);

export const samplerKeys = sqliteTable(
  "sampler_keys",
  {
    id: id(),
    samplerId: integer("sampler_id")
      .notNull()
      .references(() => samplers.id, { onDelete: "cascade" }),
    /** SHA-256 of `hsk_…`, hex. */
    keyHash: text("key_hash").notNull().unique(),
    createdAt: createdAt(),
    /** Set when the key was replaced: it stays valid for one more hour. */
    expiresAt: moment("expires_at"),
  },
  (table) => [index("sampler_keys_sampler_idx").on(table.samplerId)],
);

export const telemetryTypes = sqliteTable(
  "telemetry_types",
  {
    id: id(),
    samplerId: integer("sampler_id").references(() => samplers.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    type: text("type").notNull(),
    members: json<TypeMember[]>("members").notNull(),
    length: integer("length"),
    /** By the sampler itself, not one of the base types. */
    isReported: flag("is_reported").notNull().default(false),
    /** The sampler reports it no more; kept for the mappings that use it. */
    goneAt: moment("gone_at"),
  },
  (table) => [uniqueIndex("telemetry_types_name_idx").on(table.samplerId, table.name)],
);

export const telemetryDefinitions = sqliteTable(
  "telemetry_definitions",
  {
    id: id(),
    samplerId: integer("sampler_id")
      .notNull()
      .references(() => samplers.id, { onDelete: "cascade" }),
    deviceId: integer("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    machineKey: text("machine_key").notNull(),
    humanKey: text("human_key").notNull(),
    telemetryTypeId: integer("telemetry_type_id").references(() => telemetryTypes.id, {
      onDelete: "set null",
    }),
    /** The sampler reports that type no more. */
    isTypeGone: flag("is_type_gone").notNull().default(false),
    primarySection: text("primary_section"),
    utsAnomalyDetectionEnabled: flag("uts_anomaly_detection_enabled").notNull().default(false),
    thresholdAnomalyDetectionEnabled: flag("threshold_anomaly_detection_enabled")
      .notNull()
      .default(true),
    thresholdLowerBoundPercentile: real("threshold_lower_bound_percentile").default(0.1),
    thresholdUpperBoundPercentile: real("threshold_upper_bound_percentile").default(99.9),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("telemetry_definitions_machine_key_idx").on(table.samplerId, table.machineKey),
    uniqueIndex("telemetry_definitions_human_key_idx").on(table.deviceId, table.humanKey),
  ],
);
