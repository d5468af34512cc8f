/**
 * The forms of the pages and what each of them names. tests/page-foreign-ids.test.ts sends them with ids of somebody else's,
 * tests/page-refusals.test.ts has each refused.
 */
import type { Kind } from "./api-calls.ts";

export type FormRow = {
  /** Where the form is sent. */
  at: string;
  form?: Record<string, string>;
  /** The fields that name something, and what kind of thing each names. */
  ids?: Record<string, Kind>;
  /** Who sends it may not: the form is not read. */
  isRefused?: true;
  /** Fields that name what is everybody's who may send it. */
  free?: string[];
  /** Who sends it, where not the customer's admin. */
  as?: string;
  /** Somebody else's of every kind, where that is not the other customer's. */
  theirs?: number;
};
export const ADMIN = "admin@acme.example";
export const SUPERUSER = "superuser@helios.example";
const OEM = "oem@helios.example";
const tab = (name: string, form: Record<string, string> = {}): FormRow => ({
  at: `/machines/1/${name}`,
  form,
});
const one = (name: string, kind: Kind, form: Record<string, string> = {}): FormRow => ({
  ...tab(name, form),
  ids: { id: kind },
});
const ALARM = {
  name: "Mine",
  function: "value_threshold_for_time_period_in_state",
  tag_name: "machine_speed",
  period: "1",
  comp: ">",
  threshold: "1",
};
const SILENCE = {
  name: "Mine",
  function: "no_data_for_time_period",
  source: "sampler",
  period: "600",
};
const MAPPING = { parent: "DB1", human_key: "mine" };
const MEASURE = { title: "Mine", human_key: "x", category: "printing", type: "float" };
const PERSON = { first_name: "New", last_name: "One", email: "more@x.example", role: "user" };
const EVENT = {
  name: "Mine",
  start_at: "2026-11-18T08:00:00Z",
  end_at: "2026-11-18T09:00:00Z",
};
const PLACE = { name: "Mine" };
const user = (form: Record<string, string> = {}): FormRow => ({ at: "/customers/1/users/4", form });
const SERVICE = "/customers/1/service-accounts";

/** By file and intent; of what stands on several pages, each. */
export const FORMS: Record<string, FormRow[]> = {
  "alarms create": [{ ...tab("alarm_forms", SILENCE), ids: { sampler_id: "samplers" } }],
  "alarms update": [
    { ...one("alarm_forms", "alarms", ALARM), free: ["sampler_id"] },
    { ...tab("alarm_forms", SILENCE), ids: { id: "alarms", sampler_id: "samplers" } },
  ],

  "alarms delete": [one("alarm_forms", "alarms")],
  "alarms acknowledge": [one("alarm_forms", "alarms", { note: "Seen" })],
  "alarms shelve": [
    {
      ...tab("alarm_forms", { for: "maintenance", reason: "Mine" }),
      ids: { id: "alarms", maintenance_id: "maintenances" },
    },
  ],
  "alarms unshelve": [one("alarm_forms", "alarms")],
  "annotations add": [tab("annotation_forms")],
  "annotations delete": [one("annotation_forms", "annotations")],
  "saved-questions save": [tab("question_forms")],
  "saved-questions delete": [one("question_forms", "saved_questions")],
  "comments post": [tab("comment_list", { text: "Mine" })],
  "comments hide": [one("comment_list", "comments")],
  "comments delete": [one("comment_list", "comments")],
  "configuration save": [{ ...tab("configuration", PLACE), ids: { facility_id: "facilities" } }],
  "configuration refresh": [tab("configuration")],
  "configuration retire": [tab("configuration")],
  "configuration restore": [tab("configuration")],
  "configuration delete-and-leave": [
    { at: "/machines/12/configuration", ids: { device_id: "devices" }, as: OEM, theirs: 8 },
  ],
  "displays pair": [
    {
      at: "/displays",
      form: { code: "CDF HJK", name: "Mine", locale: "en", time_zone: "UTC" },
      ids: { facility_ids: "facilities" },
    },
  ],
  "displays save": [
    {
      at: "/displays",
      form: { name: "Mine", locale: "en", time_zone: "UTC" },
      ids: { id: "displays", facility_ids: "facilities" },
    },
  ],
  "displays revoke": [{ at: "/displays", ids: { id: "displays" } }],
  "events report": [tab("event_forms", EVENT)],
  "events change": [one("event_forms", "events", EVENT)],
  "enrollment add": [{ at: "/machines", free: ["facility_id"], as: SUPERUSER }],
  "enrollment key": [{ at: "/enrollment_keys", as: SUPERUSER }],
  "enrollment end-key": [
    { at: "/enrollment_keys", form: { name: "Plant", id: "1" }, free: ["id"], as: SUPERUSER },
  ],
  "email-ccs add": [{ at: "/admin/notifications", as: SUPERUSER }],
  "email-ccs change": [{ at: "/admin/notifications", free: ["id"], as: SUPERUSER }],
  "email-ccs delete": [{ at: "/admin/notifications", free: ["id"], as: SUPERUSER }],
  "maintenance add": [tab("maintenance", { kind: "x" })],
  "maintenance add_custom": [tab("maintenance")],
  "maintenance snooze": [
    one("maintenance", "maintenances", { snoozed_until: "2026-12-01", snooze_reason: "Mine" }),
  ],
  "maintenance unsnooze": [one("maintenance", "maintenances")],
  "maintenance delete": [one("maintenance", "maintenances")],
  "maintenance complete": [one("maintenance", "maintenances", { performed_at: "2026-11-18" })],
  "parts-quotes save": [{ at: "/admin/parts_quotes", free: ["id"], as: SUPERUSER }],
  "measures add": [tab("machine_health", MEASURE)],
  "measures change": [one("machine_health", "measures", MEASURE)],
  "measures delete": [one("machine_health", "measures")],
  "measures reset": [tab("machine_health")],
  "measures seen": [tab("machine_health")],
  "measures unseen": [one("machine_health", "measures")],
  "organizations save": [
    { at: "/customers/1", form: PLACE, as: SUPERUSER },
    { at: "/customers/1", form: PLACE, isRefused: true },
    { at: "/customers/1/facilities/1", form: PLACE, as: SUPERUSER },
    { at: "/customers/1/facilities/1", form: PLACE, isRefused: true },
    { at: "/customers/1/facilities/new", form: PLACE, as: SUPERUSER },
    { at: "/customers/1/facilities/new", form: PLACE, isRefused: true },
  ],
  "organizations retire": [
    { at: "/customers/1/facilities/1", as: SUPERUSER },
    { at: "/customers/1/facilities/1", isRefused: true },
  ],
  "organizations restore": [
    { at: "/customers/1/facilities/1", as: SUPERUSER },
    { at: "/customers/1/facilities/1", isRefused: true },
  ],
  "organizations delete-and-leave": [
    { at: "/customers/1", isRefused: true },
    { at: "/customers/1/facilities/1", isRefused: true },
  ],
  "api-tokens create-token": [{ at: "/account" }],
  "api-tokens revoke-token": [{ at: "/account", ids: { id: "api_tokens" } }],
  "person-access save": [
    {
      at: "/customers/1/users/new",
      form: PERSON,
      ids: { facility_ids: "facilities" },
      free: ["customer_id"],
    },
    { ...user(PERSON), ids: { facility_ids: "facilities" } },
  ],
  "person-access many": [
    {
      at: "/customers/1/users/many",
      form: { csv: "first_name,last_name,email\nNew,One,many@x.example", step: "look" },
    },
  ],
  "person-access reset": [user()],
  "person-access unlock": [user()],
  "person-access deactivate": [user()],
  "password password": [{ at: "/login/reset-password-authed" }],
  "person-access activate": [user()],
  "person-access invite-again": [user()],
  "person-access delete-and-leave": [user()],
  "person-access delete": [{ at: "/customers/1/users", ids: { id: "users" } }],
  "service-accounts create-service": [{ at: SERVICE }],
  "service-accounts end-service": [{ at: SERVICE, ids: { id: "service_accounts" } }],
  "service-accounts rotate-service": [
    { at: SERVICE, form: { expires_in_days: "30" }, ids: { id: "service_accounts" } },
  ],
  "samplers add-sampler": [tab("samplers", { name: "Mine", spec: "http" })],
  "samplers save-sampler": [one("samplers", "samplers", { name: "Mine", spec: "http" })],
  "samplers rotate-key": [one("samplers", "samplers", { name: "Mine" })],
  "samplers delete-sampler": [one("samplers", "samplers", { name: "Mine" })],
  "samplers add-mapping": [{ ...tab("samplers", MAPPING), ids: { sampler_id: "samplers" } }],
  "samplers save-mapping": [one("samplers", "telemetry_definitions", MAPPING)],
  "samplers delete-mapping": [one("samplers", "telemetry_definitions", { name: "Mine" })],
  "samplers forget-metrics": [tab("samplers")],
  "answers end-session": [{ at: "/account", ids: { id: "sessions" } }],
  "answers end-others": [{ at: "/account" }],
  "answers withdraw-email": [{ at: "/account" }],
  "answers details": [{ at: "/account" }],
  "answers password": [{ at: "/account" }],
};
