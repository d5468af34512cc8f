/**
 * How the calls of /v1 that take an id are made, and one thing of each kind to make them with. tests/api-foreign-ids.test.ts
 * makes them with somebody else's ids, tests/access-matrix.test.ts as everybody.
 */
import {
  annotations,
  comments,
  displays,
  emailCcs,
  enrollmentKeys,
  events,
  measures,
  partsQuotes,
  savedQuestions,
  serviceAccounts,
  telemetryDefinitions,
  users,
} from "#app/db/schema/index.ts";
import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { createApiToken } from "#app/features/people/api-tokens.server.ts";
import type { Call } from "./factories/api.ts";
import { NOW } from "./factories/people.ts";

/** What the demo has of a customer, by the first part of its calls' paths. */
const SEEDED = {
  acme: {
    devices: 1,
    facilities: 1,
    customers: 1,
    samplers: 1,
    maintenances: 101,
    users: 4,
    alarms: 101,
  },
  /** What another machine of the same customer has. */
  acmeNextDoor: {
    devices: 2,
    facilities: 1,
    customers: 1,
    samplers: 2,
    maintenances: 201,
    users: 4,
    alarms: 201,
  },
  /** Machine 8 of another make than the OEM superuser's. */
  otherMake: {
    devices: 8,
    facilities: 3,
    customers: 2,
    samplers: 8,
    maintenances: 801,
    users: 6,
    alarms: 801,
  },
  /** Machine 7 in facility 3, its sampler 7, its maintenance 701, user 6. */
  globex: {
    devices: 7,
    facilities: 3,
    customers: 2,
    samplers: 7,
    maintenances: 701,
    users: 6,
    alarms: 701,
  },
} as const;

/** Ids of a customer's things, those that the demo has none of made; `admin`: whose tokens and sessions they are. */
export async function addThings(db: Db, of: keyof typeof SEEDED, admin: Actor) {
  const { devices: deviceId, customers: customerId, samplers: samplerId } = SEEDED[of];
  const idOf = async (made: Promise<{ id: number }[]>) => (await made)[0]!.id;
  const key = crypto.randomUUID();
  const span = { deviceId, kind: "note" as const, startAt: NOW - 1, endAt: NOW };
  return {
    ...SEEDED[of],
    notifications: await idOf(
      db
        .insert(emailCcs)
        .values({ name: "Kim", team: "Service", email: `${key}@x.example`, createdAt: NOW })
        .returning(),
    ),
    invited: await idOf(
      db
        .insert(users)
        .values({
          ...{
            firstName: "New",
            lastName: "One",
            email: `${key}@y.example`,
            role: "user",
            customerId,
          },
          ...{ status: "invited", createdAt: NOW },
        })
        .returning(),
    ),
    measures: await idOf(
      db
        .insert(measures)
        .values({
          ...{ deviceId, title: "Spare", humanKey: "spare", category: "printing", type: "float" },
          precision: 0,
          createdAt: NOW,
        })
        .returning(),
    ),
    quotes: await idOf(
      db
        .insert(partsQuotes)
        .values({
          ...{ maintenanceId: SEEDED[of].maintenances, deviceId, lifeFrom: 1, requestedAt: NOW },
          ...{ name: "Feed belts", kind: "custom", target: "Belts" },
        })
        .returning(),
    ),
    telemetry_definitions: await idOf(
      db
        .insert(telemetryDefinitions)
        .values({ samplerId, deviceId, machineKey: "DB1.X", humanKey: "x", createdAt: NOW })
        .returning(),
    ),
    api_tokens: (
      await createApiToken(
        { db, now: NOW, actor: admin },
        { name: "BI", scopes: ["read:machines"], expiresInDays: 30 },
      )
    ).id,
    sessions: admin.sessionId,
    displays: await idOf(
      db
        .insert(displays)
        .values({
          ...{ tokenHash: key, customerId, name: "Wall", locale: "es", timeZone: "UTC" },
          createdAt: NOW,
        })
        .returning(),
    ),
    comments: await idOf(
      db
        .insert(comments)
        .values({ deviceId, text: "Theirs", isPublic: true, createdAt: NOW })
        .returning(),
    ),
    events: await idOf(
      db
        .insert(events)
        .values({
          ...{ deviceId, name: "Jam", startAt: NOW - 60_000, endAt: NOW, createdAt: NOW },
          userId: admin.userId,
        })
        .returning(),
    ),
    annotations: await idOf(
      db
        .insert(annotations)
        .values({ ...span, text: "Theirs", createdAt: NOW })
        .returning(),
    ),
    saved_questions: await idOf(
      db
        .insert(savedQuestions)
        .values({
          ...{ deviceId, name: "Theirs", code: key, search: "", isShared: true },
          createdAt: NOW,
        })
        .returning(),
    ),
    enrollment_keys: await idOf(
      db
        .insert(enrollmentKeys)
        .values({ name: "Plant", keyHash: key, createdAt: NOW, expiresAt: NOW, maxUses: 1 })
        .returning(),
    ),
    service_accounts: await idOf(
      db
        .insert(serviceAccounts)
        .values({
          ...{ customerId, name: "MES", tokenHash: key, scopes: [], createdAt: NOW },
          expiresAt: NOW + 1,
        })
        .returning(),
    ),
  };
}
export type Things = Awaited<ReturnType<typeof addThings>>;
export type Kind = keyof Things;

export type ApiCall = {
  /** Of what the call is made for, where it is not the customer's first of the kind. */ id?: number;
  /** What the id is of, when the path does not say it. */ kind?: Kind;
  call?: (id: number | string) => Call & { query?: string };
};
export const RANGE = "start_time=2026-11-19T00:00:00Z&end_time=2026-11-19T04:00:00Z";
const inQuery = (name: string, more = ""): ApiCall => ({
  kind: "devices",
  call: (id) => ({ query: `?${name}=${id}${more}` }),
});
const inBody = (kind: Kind, body: (id: number) => unknown): ApiCall => ({
  kind,
  call: (id) => ({ body: body(Number(id)) }),
});
const EVENT = { name: "Jam", start_at: NOW - 60_000, end_at: NOW };
const MEASURE = { title: "Mine", human_key: "x", category: "printing", type: "float" };

const ALARM = {
  name: "Mine",
  function: "value_threshold_for_time_period_in_state",
  arguments: { tag_name: "machine_speed", period: 1_000, comp: ">", threshold: 1 },
};

export const CALLS: Record<string, ApiCall> = {
  "GET /v1/devices/{id}": {},
  "GET /v1/devices/{id}/alarms": {},
  "GET /v1/devices/{id}/human_keys": {},
  "GET /v1/devices/{id}/ingest_status": {},
  "GET /v1/devices/{id}/maintenances": {},
  "GET /v1/devices/{id}/samplers": {},
  "GET /v1/devices/{id}/sections": {},
  "GET /v1/devices/{id}/force_shadow_update": {},
  "POST /v1/devices/{id}/replace": { call: () => ({ body: { device_id: 1 } }) },
  "PUT /v1/devices/{id}/retire": {},
  "DELETE /v1/devices/{id}/retire": {},
  "PUT /v1/facilities/{id}/retire": {},
  "DELETE /v1/facilities/{id}/retire": {},
  "GET /v1/devices/{id}/metrics": {},
  "DELETE /v1/devices/{id}/metrics": {
    call: () => ({ query: "?name=x&samples=keep" }),
  },
  "GET /v1/devices/{id}/tags": {},
  "GET /v1/devices/{id}/telemetry_definitions": {},
  "GET /v1/customers/{id}": {},
  "GET /v1/customers/{id}/devices": {},
  "GET /v1/customers/{id}/facilities": {},
  "GET /v1/customers/{id}/users": {},
  "PUT /v1/customers/{id}": { call: () => ({ body: {} }) },
  "PATCH /v1/customers/{id}": { call: () => ({ body: { name: "Mine now" } }) },
  "DELETE /v1/customers/{id}": {},
  "POST /v1/customers/{id}/facilities": { call: () => ({ body: {} }) },
  "GET /v1/customers/{id}/facilities/{facility_id}": {},
  "PUT /v1/customers/{id}/facilities/{facility_id}": { call: () => ({ body: {} }) },
  "POST /v1/customers/{id}/facilities/{facility_id}": { call: () => ({ body: {} }) },
  "DELETE /v1/customers/{id}/facilities/{facility_id}": {},
  "PUT /v1/facilities/{id}": { call: () => ({ body: {} }) },
  "PATCH /v1/facilities/{id}": { call: () => ({ body: {} }) },
  "PATCH /v1/customers/{id}/facilities/{facility_id}": { call: () => ({ body: {} }) },
  "DELETE /v1/facilities/{id}": {},
  "PUT /v1/devices/{id}": { call: () => ({ body: { name: "Mine now" } }) },
  "GET /v1/facilities/{id}": {},
  "GET /v1/facilities/{id}/devices": {},
  "PUT /v1/samplers/{id}": { call: () => ({ body: { name: "Mine now" } }) },
  "DELETE /v1/samplers/{id}": {},
  "POST /v1/samplers/{id}/rotate_key": {},
  "GET /v1/samplers/{id}/telemetry_definitions": {},
  "POST /v1/samplers/{id}/telemetry_definitions": {
    call: () => ({ body: { mappings: [{ machine_key: "DB2.Y", human_key: "y_of_many" }] } }),
  },
  "GET /v1/samplers/{id}/health": {},
  "GET /v1/samplers/{id}/telemetry_types": {},
  "GET /v1/samplers/{id}/unmapped_tags": {},
  "GET /v1/telemetry_definitions/suggested_tags": inQuery("device_id", "&machine_key=DB1.Y"),
  "PUT /v1/telemetry_definitions/{id}": { call: () => ({ body: { human_key: "mine_now" } }) },
  "DELETE /v1/telemetry_definitions/{id}": {},
  "POST /v1/maintenances": inBody("devices", (id) => ({
    device_id: id,
    maintenance: {
      kind: "custom",
      custom_name: crypto.randomUUID(),
      custom_cutoff_value: 20,
      custom_max_tag_threshold: 240,
    },
  })),
  "POST /v1/maintenances/{id}/parts_quote_request": { call: () => ({ body: { token: "x" } }) },
  "DELETE /v1/maintenances/{id}": { call: () => ({ query: "?all" }) },
  "GET /v1/maintenances/{id}/around": { call: () => ({ query: `?performed_at=${NOW}` }) },
  "PUT /v1/maintenances/{id}": { call: () => ({ body: { maintenance: { performed_at: NOW } } }) },
  "GET /v1/notifications/email_ccs/{id}": {},
  "PUT /v1/notifications/email_ccs/{id}": { call: () => ({ body: { name: "Mine now" } }) },
  "DELETE /v1/notifications/email_ccs/{id}": {},
  "POST /v1/alarms": inBody("devices", (device_id) => ({ ...ALARM, device_id })),
  "POST /v1/alarms/trial": inBody("devices", (device_id) => {
    const { name: _name, ...tried } = ALARM;
    return { ...tried, device_id };
  }),
  "PUT /v1/alarms/{id}": { call: () => ({ body: { name: "Mine now" } }) },
  "DELETE /v1/alarms/{id}": {},
  "PUT /v1/alarms/{id}/acknowledge": { call: () => ({ body: {} }) },
  "PUT /v1/alarms/{id}/shelve": { call: () => ({ body: { for: "1h", reason: "Mine" } }) },
  "PUT /v1/alarms/{id}/unshelve": {},
  "DELETE /v1/sessions/{id}": {},
  "DELETE /v1/api_tokens/{id}": {},
  "POST /v1/customers/{id}/users/many": {
    call: () => ({
      body: { csv: "first_name,last_name,email\nNew,One,many@x.example", dry_run: true },
    }),
  },
  "GET /v1/customers/{id}/service_accounts": {},
  "POST /v1/customers/{id}/service_accounts": {
    call: () => ({ body: { name: "Mine", scopes: ["read:series"] } }),
  },
  "DELETE /v1/service_accounts/{id}": {},
  "POST /v1/service_accounts/{id}/rotate": { call: () => ({ body: {} }) },
  "PUT /v1/displays/{id}": { call: () => ({ body: { name: "Mine now" } }) },
  "DELETE /v1/displays/{id}": {},
  "GET /v1/devices/{id}/telem_disp_cfg": {},
  "POST /v1/devices/{id}/telem_disp_cfg": { call: () => ({ body: MEASURE }) },
  "POST /v1/devices/{id}/telem_disp_cfg/reset_defaults": {},
  "PUT /v1/devices/{id}/telem_disp_cfg/{measure_id}": { call: () => ({ body: { title: "Mine" } }) },
  "DELETE /v1/devices/{id}/telem_disp_cfg/{measure_id}": {},
  "GET /v1/comments/{id}": { kind: "devices" },
  "GET /v1/comments/{id}/count": { kind: "devices" },
  "POST /v1/comments/{id}": inBody("devices", () => ({ comment: { text: "Mine now" } })),
  "PUT /v1/comments/{id}/hide": {},
  "DELETE /v1/comments/{id}": {},
  "DELETE /v1/annotations/{id}": {},
  "GET /v1/events/{id}": {},
  "PATCH /v1/events/{id}": { call: () => ({ body: { event: { name: "Mine now" } } }) },
  "DELETE /v1/saved_questions/{id}": {},
  "POST /v1/displays": inBody("facilities", (id) => ({
    code: "CDF HJK",
    name: "Mine",
    facility_ids: [id],
    locale: "en",
    time_zone: "UTC",
  })),
  "GET /v1/users/{id}": {},
  "PUT /v1/users/{id}": { call: () => ({ body: { user: { first_name: "Mine" } } }) },
  "DELETE /v1/users/{id}": {},
  "PUT /v1/users/{id}/invite": {},
  "POST /v1/users": inBody("facilities", (id) => ({
    user: {
      first_name: "New",
      last_name: "One",
      email: `${crypto.randomUUID()}@acme.example`,
      role: "user",
      facility_ids: [id],
    },
  })),
  "PUT /v1/users/{id}/activate": {},
  "PUT /v1/users/{id}/deactivate": {},
  "PUT /v1/users/{id}/reset_password": {},
  "PUT /v1/users/{id}/unlock": {},
  "GET /v1/anomalies/reasons": inQuery("device_id", `&metric=machine_speed&${RANGE}`),
  "GET /v1/anomalies/summary": inQuery("device_id", `&${RANGE}`),
  "GET /v1/components": inQuery("device_id"),
  "GET /v1/alarms/journal": inQuery("device_id"),
  "GET /v1/alarms/shelved": {
    kind: "facilities",
    call: (id) => ({ query: `?facility_id=${id}` }),
  },
  "GET /v1/devices/downtime_predictions": inQuery("device_ids[]"),
  "GET /v1/devices_timeseries": inQuery(
    "devices[]",
    "&metrics[]=uptime&datapoints=4&start_date=2026-11-19T00:00:00Z&end_date=2026-11-19T04:00:00Z",
  ),
  "GET /v1/events": inQuery("device_id"),
  "GET /v1/annotations": inQuery("device_id", `&${RANGE}`),
  "GET /v1/saved_questions": inQuery("device_id"),
  "POST /v1/saved_questions": inBody("devices", (device_id) => ({
    device_id,
    name: "Mine now",
    search: "metrics=uptime",
  })),
  "POST /v1/annotations": inBody("devices", (device_id) => ({
    device_id,
    text: "Mine now",
    start_time: NOW - 1,
    end_time: NOW,
  })),
  "GET /v1/jobs": inQuery("device_id", `&${RANGE}`),
  "GET /v1/maintenances/recommended": inQuery("device_id"),
  "GET /v1/single_metric_average": inQuery("device_id", `&metric=uptime&${RANGE}`),
  "GET /v1/telemetry_timeseries": inQuery("device_id", `&metrics=uptime&${RANGE}`),
  "DELETE /v1/enrollment_keys/{id}": {},
  "POST /v1/devices": inBody("facilities", (facility_id) => ({
    serial_number: "MINE-1",
    make: "Sun",
    model: "M",
    facility_id,
  })),
  "POST /v1/events": inBody("devices", (device_id) => ({ event: { ...EVENT, device_id } })),
  "POST /v1/metric_averages": inBody("devices", (id) => ({
    device_ids: [id],
    metrics: ["uptime"],
    start_time: NOW - 3_600_000,
    end_time: NOW,
  })),
  "GET /v1/reports/maintenance/{id}": { kind: "devices" },
  "GET /v1/reports/events/{serial}": { kind: "devices", call: () => ({ query: `?${RANGE}` }) },
  "POST /v1/reports/measures": inBody("devices", (device_id) => ({
    device_id,
    metrics: ["uptime"],
    start_time: NOW - 20 * 60_000,
    end_time: NOW,
  })),
  "POST /v1/samplers": inBody("devices", (device_id) => ({
    device_id,
    name: "Mine",
    spec: "http",
  })),
  "POST /v1/telemetry_definitions": inBody("samplers", (sampler_id) => ({
    sampler_id,
    machine_key: "DB1.Y",
    human_key: "y",
  })),
};

const CUSTOMER = {
  ...{ name: "New", contact_name: "Pat", contact_email: "pat@x.example", city: "Rome" },
  contact_phone: "+14235550100",
};
const FACILITY = { ...CUSTOMER, country: "usa", state: "GA", timezone: "America/New_York" };
const body = (value: unknown): ApiCall => ({ call: () => ({ body: value }) });
const PERSON = { first_name: "New", last_name: "One", email: "new.one@x.example", role: "user" };

/**
 * What else is called, or is called whole where CALLS needs no more than the id; `… with <field>`: a call that some may make
 * but for the field. Of unconfigured machines where no other will do.
 */
export const MORE_CALLS: Record<string, ApiCall> = {
  "POST /v1/customers": body(CUSTOMER),
  "PUT /v1/customers/{id}": body(CUSTOMER),
  "POST /v1/customers/{id}/facilities": body(FACILITY),
  "PUT /v1/customers/{id}/facilities/{facility_id}": body(FACILITY),
  "POST /v1/customers/{id}/facilities/{facility_id}": body(FACILITY),
  "PATCH /v1/customers/{id}/facilities/{facility_id}": body({ name: "New" }),
  "PUT /v1/facilities/{id}": body(FACILITY),
  "PATCH /v1/facilities/{id}": body({ name: "New" }),
  "POST /v1/users": body({ user: { ...PERSON, customer_id: 1, facility_ids: [1] } }),
  "POST /v1/users with role superuser": body({ user: { ...PERSON, role: "superuser" } }),
  "PUT /v1/users/{id} with role": { kind: "invited", ...body({ user: { role: "admin" } }) },
  "PUT /v1/devices/{id} with service_tier": body({ service_tier: null }),
  "POST /v1/devices/{id}/replace": { id: 12, ...body({ device_id: 1 }) },
  "POST /v1/notifications/email_ccs": body({ name: "A", team: "B", email: "a@x.example" }),
  "POST /v1/enrollment_keys": body({
    ...{ name: "New", make: "Sun", max_uses: 1 },
    expires_at: new Date(NOW + 86_400_000).toISOString(),
  }),
  "PUT /v1/maintenances/parts_quotes": {
    kind: "quotes",
    call: (id) => ({ body: { id: Number(id), state: "answered" } }),
  },
  "GET /v1/available_sections": { call: () => ({ query: "?make=Sun&model=625" }) },
  "GET /v1/default_mappings": { call: () => ({ query: "?make=Sun&model=625" }) },
  "PUT /v1/users/me": body({ user: { first_name: "New" } }),
  "PUT /v1/users/{id}/invite": { kind: "invited" },
  "POST /v1/api_tokens": body({ name: "New", scopes: ["read:series"] }),
};
