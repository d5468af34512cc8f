/**
 * Whatever a call names by an id, in its path, query or body: an id of somebody else's is answered in every byte like one
 * that does not exist, and changes as little. An endpoint that takes an id and has no row in api-calls.ts fails.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { registeredApis } from "#app/api/registry.server.ts";
import { METHODS, type AnyEndpoint, type Method } from "#app/api/types.ts";
import {
  comments,
  events,
  facilities,
  maintenances,
  samplers,
  users,
} from "#app/db/schema/index.ts";
import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { addThings, CALLS, type Kind, type Things } from "./api-calls.ts";
import { callApi } from "./factories/api.ts";
import { allRows, changedTables } from "./factories/all-rows.ts";
import { openTestDb } from "./factories/db.ts";
import { seedTestDemo } from "./factories/demo.ts";
import { actorOf, createSession, NOW } from "./factories/people.ts";
import * as v1 from "#app/routes/v1.$.ts";

const db = openTestDb();
const people = new Map<string, { actor: Actor; token: string }>();
const as = (email: string) => people.get(email)!;
const MISSING = 987_654;
let OWN: Things;
let GLOBEX: Things;
let NEXT_DOOR: Things;
let OTHER_MAKE: Things;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  await seedTestDemo(db());
  for (const row of await db().select().from(users)) {
    people.set(row.email, await createSession(db(), actorOf(row)));
  }
  const [acme, globex] = [as("admin@acme.example").actor, as("admin@globex.example").actor];
  OWN = await addThings(db(), "acme", acme);
  GLOBEX = await addThings(db(), "globex", globex);
  NEXT_DOOR = await addThings(db(), "acmeNextDoor", acme);
  OTHER_MAKE = await addThings(db(), "otherMake", globex);
});
afterAll(() => void vi.useRealTimers());

/** Ids that only narrow down what is the caller's anyway. */
const NARROWS = new Set([
  "GET /v1/audit",
  "GET /v1/reports/maintenance",
  // The name of an agent; the answer is of the caller alone.
  "GET /v1/pendo/{key}",
  // Facilities are compared with the caller's own, and refused where they differ.
  "PUT /v1/users/me",
]);

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
/** Calls of other roles. */
const isRefusedFor = (access: AnyEndpoint["access"], email: string): boolean =>
  Array.isArray(access) && !access.includes(as(email).actor.role);
const OEM = "oem@helios.example";
/** Of the provider's staff every customer and facility is to be seen; machines are of their make alone. */
const EVERY_PROVIDERS: ReadonlySet<Kind> = new Set<Kind>(["customers", "facilities"]);

/** Calls that name a second thing, by the one that must belong to the first. */
type SecondId = {
  key: string;
  kind: Kind;
  /** Where the second id stands in the path. */
  path?: (own: Things, id: number) => string;
  body?: (own: Things, id: number) => unknown;
  /** Of another machine that is the caller's too. */
  alsoTakes?: true;
};
const silence = (sampler_id: number) => ({
  function: "no_data_for_time_period",
  arguments: { source: "sampler", sampler_id, period: 600_000 },
});
const measureOf = ({ devices }: Things, id: number) =>
  `/v1/devices/${devices}/telem_disp_cfg/${id}`;
const SECOND_IDS: SecondId[] = [
  {
    key: "POST /v1/samplers/{id}/telemetry_definitions",
    kind: "samplers",
    body: (_own, from_sampler_id) => ({ from_sampler_id }),
    alsoTakes: true,
  },
  {
    key: "PUT /v1/alarms/{id}/shelve",
    kind: "maintenances",
    body: (_own, maintenance_id) => ({ for: "maintenance", reason: "Mine", maintenance_id }),
  },
  {
    key: "POST /v1/alarms",
    kind: "samplers",
    body: ({ devices: device_id }, id) => ({ name: "Mine", device_id, ...silence(id) }),
  },
  {
    key: "POST /v1/alarms/trial",
    kind: "samplers",
    body: ({ devices: device_id }, id) => ({ device_id, ...silence(id) }),
  },
  { key: "PUT /v1/alarms/{id}", kind: "samplers", body: (_own, id) => silence(id) },
  {
    key: "PUT /v1/devices/{id}/telem_disp_cfg/{measure_id}",
    kind: "measures",
    path: measureOf,
    body: () => ({ title: "Mine" }),
  },
  { key: "DELETE /v1/devices/{id}/telem_disp_cfg/{measure_id}", kind: "measures", path: measureOf },
];

/** Ids that only one table has, of things that are the caller's. */
const UNMISTAKABLE = {
  facilities: 800_001,
  comments: 800_002,
  events: 800_003,
  maintenances: 800_004,
  samplers: 800_005,
} as const;
async function addUnmistakable(of: Db): Promise<void> {
  const tables = { facilities, comments, events, maintenances, samplers };
  for (const [kind, table] of Object.entries(tables) as [keyof typeof tables, typeof events][]) {
    const like = await of.select().from(table).where(eq(table.id, OWN[kind])).get();
    const more = { id: UNMISTAKABLE[kind], name: "One more", nameKey: "one more" };
    await of.insert(table).values({ ...like!, ...more });
  }
}

describe("an endpoint that takes an id", () => {
  it("has its row", () => {
    const takers = endpoints().filter(
      ([key, path, , endpoint]) => takesAnId(path, endpoint) && !NARROWS.has(key),
    );
    expect(takers.map(([key]) => key).sort()).toEqual(Object.keys(CALLS).sort());
  });

  it("answers somebody else's like nothing, changes nothing, and asks nobody to do anything", async () => {
    const before = await allRows(db());
    for (const [key, path, method, { access }] of endpoints()) {
      const row = CALLS[key];
      if (!row) continue;
      const kind = row.kind ?? (path.split("/")[2] as Kind);
      for (const email of ["admin@acme.example", "user@acme.example", OEM]) {
        if (email === OEM && EVERY_PROVIDERS.has(kind)) continue;
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
        const [theirs, missing] = [
          await ask((email === OEM ? OTHER_MAKE : GLOBEX)[kind]),
          await ask(MISSING),
        ];
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
    expect(changedTables(before, await allRows(db()))).toEqual([]);
  });

  it.each(SECOND_IDS)(
    "knows no $kind but its own machine's where $key names another thing's",
    async ({ key, kind, path, body, alsoTakes }) => {
      const [method, pattern] = key.split(" ") as [Method, string];
      const ask = async (id: number) => {
        const answer = await callApi(
          { db: db(), now: NOW },
          v1,
          path?.(OWN, id) ?? pattern.replace(/\{id\}/, String(OWN[pattern.split("/")[2] as Kind])),
          {
            method,
            token: as("admin@acme.example").token,
            ...(body && { body: body(OWN, id) }),
            headers: { "X-Requested-With": "XMLHttpRequest" },
          },
        );
        return { status: answer.status, body: answer.body };
      };
      const before = await allRows(db());
      const missing = await ask(MISSING);
      expect(missing.status).toBe(path || key.includes("telemetry_definitions") ? 404 : 422);
      expect(await ask(GLOBEX[kind])).toEqual(missing);
      if (!alsoTakes) expect(await ask(NEXT_DOOR[kind])).toEqual(missing);
      expect(changedTables(before, await allRows(db()))).toEqual([]);
    },
  );

  it("knows no id of another kind", async () => {
    const kinds = ["facilities", "comments", "events", "maintenances", "samplers"] as const;
    await addUnmistakable(db());
    const before = await allRows(db());
    for (const [key, path, method] of endpoints()) {
      const row = CALLS[key];
      if (!row) continue;
      const kind = row.kind ?? (path.split("/")[2] as Kind);
      const ask = async (id: number) => {
        const { query = "", ...call } = row.call?.(id) ?? {};
        const answer = await callApi(
          { db: db(), now: NOW },
          v1,
          path.replace(/\{\w+\}/g, String(id)) + query,
          { method, token: as("admin@acme.example").token, params: { id: String(id) }, ...call },
        );
        return { status: answer.status, body: answer.body };
      };
      const missing = await ask(MISSING);
      for (const other of kinds)
        if (other !== kind)
          expect([key, other, await ask(UNMISTAKABLE[other])]).toEqual([key, other, missing]);
    }
    expect(changedTables(before, await allRows(db()))).toEqual([]);
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
          headers: { "X-Requested-With": "XMLHttpRequest" },
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
