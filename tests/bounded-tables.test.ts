/** What keeps each table of D1 from growing without end; a new table fails until it says so here. */
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import * as schema from "#app/db/schema/index.ts";
import { COUNT_LIMITS, type CountLimit } from "#app/domain/limits.ts";
import { readText } from "./house/source-files.ts";

/** A limit of how many; cleared up when its time is over; so many for each row of another; or why it may grow. */
type Bound =
  | { limits: CountLimit[] }
  | { clearedBy: string }
  | { each: string }
  | { grows: string };

const PURGE = "workers/jobs/purge-expired.ts";
const BOUNDS: Record<string, Bound> = {
  address_throttles: { clearedBy: PURGE },
  alarm_journal: { clearedBy: PURGE },
  alarm_notices: { clearedBy: PURGE },
  alarms: { limits: ["alarms"] },
  annotations: { limits: ["annotations"] },
  api_tokens: { limits: ["api_tokens"] },
  audit_entries: { clearedBy: PURGE },
  burn_rates: { each: "one of a maintenance and day it was looked at" },
  comments: { limits: ["comments", "comments_of_day"] },
  component_reasons: { each: "a fixed list of the machines' makers" },
  components: { each: "a fixed list of the machines' makers" },
  customers: { grows: "made by superusers, one at a time" },
  dashboard_choices: { each: "at most one of a person" },
  devices: { limits: ["enrollment_uses"] },
  display_facilities: { each: "at most one of a display and facility" },
  display_pairings: { clearedBy: PURGE },
  displays: { limits: ["displays"] },
  downtime_predictions: { each: "one of a machine" },
  email_ccs: { limits: ["email_ccs"] },
  email_changes: { clearedBy: PURGE },
  enrollment_keys: { grows: "made by superusers, one at a time" },
  events: { limits: ["events"] },
  facilities: { grows: "made by superusers, one at a time" },
  hidden_facilities: { each: "at most one of a person and facility" },
  interventions: { each: "parts of an event" },
  kept_clock: { each: "one row" },
  machine_days: { each: "one of a machine and day" },
  machine_replacements: { each: "one of a machine that was replaced" },
  maintenance_copy_notices: { each: "goes with the life that it tells of" },
  maintenance_history: { each: "history of a maintenance: one of a work done" },
  maintenance_notices: { each: "goes with the life that it tells of" },
  maintenances: { limits: ["maintenances", "maintenances_limited"] },
  measures: { limits: ["measures"] },
  outbox_messages: { clearedBy: PURGE },
  parts_quote_links: { each: "one of a maintenance and life" },
  parts_quotes: { each: "one of a maintenance and life" },
  password_tokens: { clearedBy: PURGE },
  phone_codes: { clearedBy: PURGE },
  prediction_models: { each: "one row" },
  rate_limits: { clearedBy: PURGE },
  sampler_keys: { clearedBy: PURGE },
  samplers: { limits: ["samplers"] },
  saved_questions: { limits: ["saved_questions"] },
  sent_forms: { clearedBy: PURGE },
  service_accounts: { limits: ["service_accounts"] },
  service_tiers: { each: "the list that comes with Helios" },
  sessions: { clearedBy: PURGE },
  settings: { each: "one of each name that Helios knows" },
  sign_in_failures: { clearedBy: PURGE },
  snooze_histories: { each: "history of a maintenance: one of a snooze" },
  telemetry_definitions: { limits: ["mappings", "mappings_at_once"] },
  telemetry_types: { each: "of a sampler: what its spec or its own report lists, bounded there" },
  user_facilities: { each: "at most one of a person and facility" },
  users: { limits: ["people"] },
};

describe("every table", () => {
  const tables = Object.entries(schema).flatMap(([name, each]): [string, string][] =>
    is(each, SQLiteTable) ? [[getTableName(each), name]] : [],
  );

  it("says what bounds it", () => {
    expect(tables.map(([name]) => name).sort()).toEqual(Object.keys(BOUNDS).sort());
  });

  it("names limits that there are, and is cleared up where it says", () => {
    const wrong = tables.filter(([name, constant]) => {
      const bound = BOUNDS[name]!;
      if ("limits" in bound) return !bound.limits.every((limit) => limit in COUNT_LIMITS);
      return (
        "clearedBy" in bound && !new RegExp(`\\b${constant}\\.`).test(readText(bound.clearedBy))
      );
    });
    expect(wrong).toEqual([]);
  });
});
