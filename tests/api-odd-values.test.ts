/**
 * Every call of /v1 there is, with values that nobody sends by mistake: in each part of its path, each parameter and each
 * field of its body that its description names, one after the other. What a caller did wrong is the caller's: no call fails.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { users } from "#app/db/schema/index.ts";
import * as v1 from "#app/routes/v1.$.ts";
import { callApi, type Call } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import { seedTestDemo } from "./factories/demo.ts";
import { actorOf, createSession, NOW } from "./factories/people.ts";

type Schema = {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  minimum?: number;
  minLength?: number;
};
type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Place = (string | number)[];

const db = openTestDb();
let token: string;
let description: { paths: Record<string, Record<string, Operation>> };

beforeAll(async () => {
  await seedTestDemo(db());
  const all = await db().select().from(users);
  const superuser = all.find((user) => user.role === "superuser")!;
  token = (await createSession(db(), actorOf(superuser))).token;
  description = (await send("/v1/openapi.json", {})).body as typeof description;
});

/** What the recorders answer besides what they always do here. */
const recorder = {
  forget: () => Promise.resolve([]),
  moveTo: () => Promise.resolve(true),
  home: () => Promise.resolve(1),
};
const send = (path: string, call: Call) => {
  const headers = { "X-Requested-With": "XMLHttpRequest", ...call.headers };
  return callApi({ db: db(), now: NOW, recorder }, v1, path, { token, ...call, headers });
};

/** Deeper than anything that calls itself can go, and no longer than what anybody may send. */
const DEEP = 30_000;
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const ODD: unknown[] = [
  null,
  {},
  "\u0000",
  "\ud800x",
  "\u202eabc",
  "+010000-01-01T00:00:00Z",
  "🎉".repeat(300),
  1e308,
  Array.from({ length: 150 }, (_, index) => index + 1),
  Array.from({ length: 2_000 }, (_, index) => `m${index}`),
  // As deep as this test can write it down again.
  JSON.parse(nested(500)),
];
const ODD_BODIES = [
  "",
  "null",
  "[]",
  "1",
  "{",
  nested(DEEP),
  "[".repeat(DEEP),
  '{"__proto__":{"x":1}}',
];
const ODD_TEXTS = [
  "x",
  "-1",
  "1e308",
  "9007199254740993",
  "%00",
  "_%25".repeat(30),
  "__proto__",
  "275760-09-13T00:00:00Z",
];
const ODD_IDS = [
  "-1",
  "1e3",
  "%25",
  "%00",
  "__proto__",
  "99999999999999999999",
  "%EF%BC%91",
  "a".repeat(1_000),
];

const whole = (schema: Schema): Schema => {
  if (schema.$ref === undefined) return schema;
  let found: unknown = description;
  for (const name of schema.$ref.split("/").slice(1))
    found = (found as Record<string, unknown>)[name];
  return whole(found as Schema);
};

/**
 * A value that a field of this schema may have, as far as its name and its schema tell. Of an object only what must be there:
 * most calls take that, so that an odd value of any one field comes as far as the database.
 */
function likely(given: Schema, name = ""): unknown {
  const schema = whole(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf)?.[0];
  if (choice) return likely(choice, name);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key))
          .map(([key, field]) => [key, likely(field, key)]),
      );
    case "array":
      return (schema.prefixItems ?? [schema.items ?? {}]).map((item) => likely(item, name));
    case "boolean":
      return true;
    case "string":
      if (/_at$|_time$|_date$|until/.test(name))
        return new Date(NOW - (name.startsWith("end") ? 1 : 3) * 3_600_000).toISOString();
      if (name.includes("mail")) return "somebody@acme.example";
      return name.includes("zone") ? "UTC" : "name".padEnd(schema.minLength ?? 4, "x");
    default:
      return Math.max(1, schema.minimum ?? 1);
  }
}

/** Where the fields of a body stand. */
function placesOf(given: Schema, at: Place = []): Place[] {
  const schema = whole(given);
  if (at.length > 5) return [];
  const below = [
    ...(schema.anyOf ?? schema.oneOf ?? []).flatMap((each) => placesOf(each, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
      placesOf(field, [...at, key]),
    ),
    ...(schema.items ? placesOf(schema.items, [...at, 0]) : []),
  ];
  const all = at.length > 0 ? [at, ...below] : below;
  return [...new Map(all.map((place) => [place.join("."), place])).values()];
}

function withValue(body: unknown, place: Place, value: unknown): unknown {
  const copy = structuredClone(body);
  let inside = copy as Record<string | number, unknown>;
  for (const key of place.slice(0, -1)) {
    const next = inside[key];
    inside = (inside[key] = typeof next === "object" && next !== null ? next : {}) as typeof inside;
  }
  inside[place.at(-1)!] = value;
  return copy;
}

const operations = (): [path: string, method: string, operation: Operation][] =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [path, method.toUpperCase(), operation] as [string, string, Operation],
    ),
  );
const at = (path: string, id: string) => path.replace(/\{\w+\}/g, id);
const bodyOf = (operation: Operation): Schema | null =>
  operation.requestBody?.content["application/json"]?.schema ?? null;
/** Whoever ends the session that asks, or changes its password, ends the walk; each sign-in takes its time. */
const endsSession = (path: string) =>
  path === "/v1/login" || /password|sessions|users\/me/.test(path);

async function failures(calls: Iterable<readonly [what: string, path: string, call: Call]>) {
  const [found, seen]: [string[], Set<number>] = [[], new Set()];
  for (const [what, path, call] of calls) {
    const { status, text } = await send(path, call);
    seen.add(status);
    if (status >= 500)
      found.push(`${call.method} ${path} ${what}: ${status} ${text.slice(0, 200)}`);
  }
  return { found, seen };
}

describe("at every call of /v1", () => {
  it("an odd id in the path is refused as one that does not exist", async () => {
    const calls = operations().flatMap(([path, method, operation]) =>
      path.includes("{")
        ? ODD_IDS.map((id) => {
            const schema = bodyOf(operation);
            return ["", at(path, id), { method, ...(schema && { body: likely(schema) }) }] as const;
          })
        : [],
    );
    const { found, seen } = await failures(calls);
    expect(found).toEqual([]);
    expect([...seen]).toContain(404);
  }, 3_600_000);

  it("an odd value of a parameter is no failure, whether it is given once, twice or as a list", async () => {
    const calls = operations().flatMap(([path, method, { parameters = [] }]) => {
      const names = parameters.filter((each) => each.in === "query").map(({ name }) => name);
      if (method !== "GET") return [];
      const rest = (left: string) =>
        names
          .filter((name) => name !== left)
          .flatMap((name) => {
            if (/device|machine/.test(name)) return `${name}=1`;
            if (name.includes("metric")) return `${name}=machine_speed`;
            return /^(start|end|from|to)/.test(name)
              ? `${name}=${NOW - (/^(start|from)/.test(name) ? 7_200_000 : 0)}`
              : [];
          });
      return names.flatMap((name) =>
        [
          ...ODD_TEXTS.map((text) => `${name}=${text}`),
          `${name}=1&${name}=2`,
          `${name}[x]=1`,
          Array.from({ length: 300 }, (_, id) => `${name.replace("[]", "")}[]=${id}`).join("&"),
        ].map(
          (asked) =>
            ["", `${at(path, "1")}?${[...rest(name), asked].join("&")}`, { method }] as const,
        ),
      );
    });
    const { found, seen } = await failures(calls);
    expect(found).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining([200, 400, 404, 422]));
  }, 3_600_000);

  it("a body that is none, and an odd value of each of its fields, are no failure", async () => {
    const calls = operations().flatMap(([path, method, operation]) => {
      const schema = bodyOf(operation);
      if (schema === null || endsSession(path)) return [];
      const body = likely(schema);
      const withDeep = JSON.stringify(body).replace("{", `{"unknown":${nested(DEEP)},`);
      return [
        ["with a deep field", at(path, "1"), { method, body: withDeep }] as const,
        ...ODD_BODIES.map(
          (each) => [each.slice(0, 20), at(path, "1"), { method, body: each }] as const,
        ),
        ...placesOf(schema).flatMap((place) =>
          ODD.map(
            (value) =>
              [
                `${place.join(".")} = ${JSON.stringify(value).slice(0, 40)}`,
                at(path, "1"),
                { method, body: withValue(body, place, value) },
              ] as const,
          ),
        ),
      ];
    });
    expect(calls.length).toBeGreaterThan(1_500);
    const { found, seen } = await failures(calls);
    expect(found).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining([200, 201, 400, 422]));
  }, 3_600_000);
});
