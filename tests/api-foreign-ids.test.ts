/**
 * Whatever a call names by an id, in its path, query or body: an id of somebody else's is answered in every byte like one
 * that does not exist, and changes as little. An endpoint that takes an id and has no row in api-calls.ts fails.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { registeredApis } from "#app/api/registry.server.ts";
import { METHODS, type AnyEndpoint, type Method } from "#app/api/types.ts";
import { seedDemo } from "#app/db/seed/demo.ts";
import { users } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { addThings, CALLS, type Kind, type Things } from "./api-calls.ts";
import { callApi } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import { createSession, NOW } from "./factories/people.ts";
import * as v1 from "#app/routes/v1.$.ts";

const db = openTestDb();
const people = new Map<string, { actor: Actor; token: string }>();
const as = (email: string) => people.get(email)!;
const MISSING = 987_654;
let GLOBEX: Things;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  await seedDemo(db(), { now: NOW, makeKey: () => `hsk_${crypto.randomUUID()}` });
  for (const row of await db().select().from(users)) {
    const actor = {
      userId: row.id,
      sessionId: 0,
      role: row.role,
      customerId: row.customerId,
      make: row.make,
      facilityIds: [],
    };
    people.set(row.email, await createSession(db(), actor));
  }
  GLOBEX = await addThings(db(), "globex", as("admin@globex.example").actor);
});
afterAll(() => void vi.useRealTimers());

/** That access was denied is counted, and changes nothing of what somebody has. */
const UNCOUNTED: Record<string, string> = { audit_entries: " where counted_as is null" };

async function everything(): Promise<string> {
  const tables = await db().all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite%'`,
  );
  const rows = [];
  for (const { name } of tables)
    rows.push([name, await db().all(sql.raw(`select * from "${name}"${UNCOUNTED[name] ?? ""}`))]);
  return JSON.stringify(rows);
}

type Row = {
  /** What the id is of, when the path does not say it. */ kind?: Kind;
  call?: (id: number | string) => Call & { query?: string };
};
const RANGE = "start_time=2026-11-19T00:00:00Z&end_time=2026-11-19T04:00:00Z";
const inQuery = (name: string, more = ""): Row => ({
  kind: "devices",
  call: (id) => ({ query: `?${name}=${id}${more}` }),
});
const inBody = (kind: Kind, body: (id: number) => unknown): Row => ({
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

const ROWS: Record<string, Row> = {
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
  "GET /v1/samplers/{id}/telemetry_types": {},
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
/** Ids that only narrow down what is the caller's anyway. */
const NARROWS = new Set(["GET /v1/audit", "GET /v1/reports/maintenance"]);

const NAMES_SOMETHING =
  /^(?:device|customer|facility|sampler|user|subject|actor_user|maintenance|alarm|event)s?(?:_ids?)?$|_id$|_ids$/;
/** Names of all fields of a schema, however deep, but for those of a fixed list that is everybody's. */
const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema
    ? [
        ...JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })).matchAll(
          /"(\w+)":\{/g,
        ),
      ].map(([, name]) => name!)
    : [];
const EVERYBODYS = new Set([
  "external_id",
  "component_id",
  "reason_id",
  "telemetry_type_id",
  "batch_id",
  "user",
  "event",
  "maintenance",
]);
const takesAnId = (path: string, { query, body }: AnyEndpoint): boolean =>
  /\{(?!token)/.test(path) ||
  [...fieldsOf(query), ...fieldsOf(body)].some(
    (name) => NAMES_SOMETHING.test(name) && !EVERYBODYS.has(name),
  );

const endpoints = (): [key: string, path: string, method: Method, endpoint: AnyEndpoint][] =>
  registeredApis().flatMap(([path, methods]) =>
    METHODS.flatMap((method) =>
      methods[method]
        ? [
            [`${method} ${path}`, path, method, methods[method]] as [
              string,
              string,
              Method,
              AnyEndpoint,
            ],
          ]
        : [],
    ),
  );

/** Made; nothing found. */
const ALSO_SUCCESS = [201, 204];
/** Superusers' own calls, to an admin. */
const isRefusedFor = (access: AnyEndpoint["access"], email: string): boolean =>
  Array.isArray(access) && !access.includes(email.startsWith("user") ? "user" : "admin");

describe("an endpoint that takes an id", () => {
  it("has its row", () => {
    const takers = endpoints().filter(
      ([key, path, , endpoint]) => takesAnId(path, endpoint) && !NARROWS.has(key),
    );
    expect(takers.map(([key]) => key).sort()).toEqual(Object.keys(CALLS).sort());
  });

  it("answers somebody else's like nothing, changes nothing, and asks nobody to do anything", async () => {
    const before = await everything();
    for (const [key, path, method, { access }] of endpoints()) {
      const row = CALLS[key];
      if (!row) continue;
      const kind = row.kind ?? (path.split("/")[2] as Kind);
      for (const email of ["admin@acme.example", "user@acme.example"]) {
        const told: unknown[] = [];
        const world = {
          db: db(),
          now: NOW,
          jobs: told as never[],
          ended: told as number[],
          recorder: { configure: (config: unknown) => Promise.resolve(void told.push(config)) },
        };
        const ask = async (id: number) => {
          const { query = "", ...call } = row.call?.(id) ?? {};
          const headers = { "X-Requested-With": "XMLHttpRequest" };
          const answer = await callApi(world, v1, path.replace(/\{\w+\}/g, String(id)) + query, {
            method,
            token: as(email).token,
            params: { id: String(id) },
            headers,
            ...call,
          });
          return { status: answer.status, body: answer.body, names: [...answer.headers.keys()] };
        };
        const [theirs, missing] = [await ask(GLOBEX[kind]), await ask(MISSING)];
        expect([key, email, theirs]).toEqual([key, email, missing]);
        // 403 only where the role may not do it to anything at all.
        expect([key, email, theirs.status]).toEqual([
          key,
          email,
          isRefusedFor(access, email) || (theirs.status === 403 && email.startsWith("user"))
            ? 403
            : 404,
        ]);
        expect(told).toEqual([]);
      }
    }
    expect(await everything()).toBe(before);
  });

  it("takes what is the caller's: the rows above are refused for their id alone", async () => {
    const own: Partial<Record<Kind, number>> = {
      devices: 1,
      facilities: 1,
      customers: 1,
      samplers: 1,
      maintenances: 101,
      users: 4,
    };
    for (const [key, path, method, { access }] of endpoints()) {
      const row = CALLS[key];
      const id = row && own[row.kind ?? (path.split("/")[2] as Kind)];
      if (
        row === undefined ||
        id === undefined ||
        method === "DELETE" ||
        isRefusedFor(access, "admin@acme.example") ||
        // Its token comes by mail.
        key === "POST /v1/maintenances/{id}/parts_quote_request" ||
        // Has its password already.
        key === "PUT /v1/users/{id}/invite" ||
        // The measures were reset by a row before: others have come in their place.
        key === "PUT /v1/devices/{id}/telem_disp_cfg/{measure_id}" ||
        key === "PUT /v1/users/{id}"
      )
        continue;
      // Takes a code that a screen shows.
      if (key === "POST /v1/displays") continue;
      const { query = "", ...call } = row.call?.(id) ?? {};
      const answer = await callApi(
        { db: db(), now: NOW },
        v1,
        path.replace(/\{\w+\}/g, String(id)) + query,
        {
          method,
          token: as("admin@acme.example").token,
          params: { id: String(id) },
          ...call,
        },
      );
      expect([key, answer.status, answer.body.message]).toEqual([
        key,
        ALSO_SUCCESS.find((status) => status === answer.status) ?? 200,
        undefined,
      ]);
    }
  });
});
