/**
 * A machine out of service is there to be read (decision 157): whatever would change it, in /v1 or by a form of its pages,
 * is refused with 409 and changes nothing. What may still be done with it is listed here, each with its reason.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { eq } from "drizzle-orm";
import { registeredApis } from "#app/api/registry.server.ts";
import { METHODS, type Method } from "#app/api/types.ts";
import { devices, users } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { addThings, CALLS, type Kind, type Things } from "./api-calls.ts";
import { allRows, changedTables } from "./factories/all-rows.ts";
import { callApi } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import { seedTestDemo } from "./factories/demo.ts";
import { openPages, visit } from "./factories/pages.ts";
import { actorOf, createSession, NOW } from "./factories/people.ts";
import { FORMS, SUPERUSER } from "./page-form-rows.ts";
import * as v1 from "#app/routes/v1.$.ts";

/** Everything else is a machine's, and a kind that is new must refuse too. */
const OF_NO_MACHINE: ReadonlySet<Kind> = new Set<Kind>([
  "api_tokens",
  "customers",
  "displays",
  "enrollment_keys",
  "facilities",
  "invited",
  "notifications",
  // A request that left long ago: the machine has no part in its answer.
  "quotes",
  "service_accounts",
  "sessions",
  "users",
]);

const READS = "reads";
const RESTORES = "brings it back";
const OWN_REFUSAL = "is refused for a reason of its own";
const TAKES_BACK = "what somebody wrote is taken back";
const ADDRESS = "an address at which it is read";
/** Calls of /v1 that a machine out of service does not refuse. */
const MAY_CALL: Record<string, string> = {
  "POST /v1/alarms/trial": READS,
  "POST /v1/metric_averages": READS,
  "POST /v1/reports/measures": READS,
  "DELETE /v1/devices/{id}/retire": RESTORES,
  "PUT /v1/devices/{id}/retire": OWN_REFUSAL,
  "POST /v1/devices/{id}/replace": OWN_REFUSAL,
  "POST /v1/maintenances/{id}/parts_quote_request": OWN_REFUSAL,
  "PUT /v1/comments/{id}/hide": TAKES_BACK,
  "DELETE /v1/comments/{id}": TAKES_BACK,
  "DELETE /v1/annotations/{id}": TAKES_BACK,
  "POST /v1/saved_questions": ADDRESS,
  "DELETE /v1/saved_questions/{id}": ADDRESS,
};
/** The same of the pages' forms. */
const MAY_SEND: Record<string, string> = {
  "configuration restore": RESTORES,
  "configuration retire": OWN_REFUSAL,
  "comments hide": TAKES_BACK,
  "comments delete": TAKES_BACK,
  "annotations delete": TAKES_BACK,
  "measures unseen": TAKES_BACK,
  "saved-questions save": ADDRESS,
  "saved-questions delete": ADDRESS,
};
/** A call that is a GET and acts all the same. */
const ACTS_BY_GET = new Set(["GET /v1/devices/{id}/force_shadow_update"]);

/** What a form needs to be read at all, where its row does not say it. */
const FILLED: Record<string, Record<string, string>> = {
  "alarms create": { period_s: "600", priority: "low" },
  "alarms update": { period_s: "600", priority: "low" },
  "annotations add": {
    text: "Mine",
    start_time: "2026-11-19T00:00:00Z",
    end_time: "2026-11-19T01:00:00Z",
  },
  "configuration save": { make: "Sun", model: "625", micro_stop_seconds: "30" },
  "maintenance add_custom": {
    custom_name: "Mine",
    custom_cutoff_value: "20",
    lifetime_days: "10",
  },
  "measures seen": { human_key: "machine_speed" },
  "samplers forget-metrics": { names: '["x"]', samples: "keep" },
};

const db = openTestDb();
let superuser: { actor: Actor; token: string };
let router: Awaited<ReturnType<typeof openPages>>;
let things: Things;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  await seedTestDemo(db());
  const row = (await db().select().from(users).where(eq(users.email, SUPERUSER)).get())!;
  superuser = await createSession(db(), actorOf(row));
  router = await openPages();
  things = await addThings(db(), "acme", superuser.actor);
  await db().update(devices).set({ retiredAt: NOW }).where(eq(devices.id, things.devices));
});
afterAll(() => void vi.useRealTimers());

const calls = () =>
  registeredApis().flatMap(([path, methods]) =>
    METHODS.flatMap((method): { key: string; path: string; method: Method; kind: Kind }[] => {
      const key = `${method} ${path}`;
      const kind = CALLS[key]?.kind ?? (path.split("/")[2] as Kind);
      return methods[method] && CALLS[key] && !OF_NO_MACHINE.has(kind)
        ? [{ key, path, method, kind }]
        : [];
    }),
  );
const acts = ({ key, method }: { key: string; method: Method }) =>
  method !== "GET" || ACTS_BY_GET.has(key);

async function call({ key, path, method, kind }: ReturnType<typeof calls>[number]) {
  const { query = "", ...rest } = CALLS[key]!.call?.(things[kind]) ?? {};
  const told: unknown[] = [];
  const world = {
    ...{ db: db(), now: NOW, jobs: told as never[], changed: told as string[] },
    recorder: { configure: (config: unknown) => Promise.resolve(void told.push(config)) },
  };
  const at = path
    .replace("{measure_id}", String(things.measures))
    .replace(/\{\w+\}/g, String(things[kind]));
  const { status, body } = await callApi(world, v1, at + query, {
    ...{ method, token: superuser.token, params: { id: String(things[kind]) } },
    headers: { "X-Requested-With": "XMLHttpRequest" },
    ...rest,
  });
  return { status, message: body.message as unknown, told };
}

describe("a machine out of service", () => {
  it("refuses every call of /v1 that would change it", async () => {
    const refused = calls().filter((each) => acts(each) && !(each.key in MAY_CALL));
    expect(refused.length).toBeGreaterThan(25);
    const before = await allRows(db());
    const answers = new Map<string, unknown>();
    for (const each of refused) answers.set(each.key, await call(each));
    const message = "The machine is out of service; bring it back first.";
    expect(Object.fromEntries(answers)).toEqual(
      Object.fromEntries(refused.map(({ key }) => [key, { status: 409, message, told: [] }])),
    );
    expect(changedTables(before, await allRows(db()))).toEqual([]);
  });

  it("answers every call that reads", async () => {
    const statuses = new Map<string, number>();
    for (const each of calls().filter((one) => !acts(one) || MAY_CALL[one.key] === READS))
      statuses.set(each.key, (await call(each)).status);
    expect(statuses.size).toBeGreaterThan(20);
    expect([...statuses].filter(([, status]) => status === 409 || status >= 500)).toEqual([]);
  });

  it("refuses every form of its pages that would change it", async () => {
    const refused = Object.entries(FORMS).filter(
      ([key, [row]]) => row!.at.startsWith("/machines/1/") && !(key in MAY_SEND),
    );
    expect(refused.length).toBeGreaterThan(20);
    const before = await allRows(db());
    const answers: [string, number, boolean][] = [];
    for (const [key, rows] of refused)
      for (const { at, form = {}, ids = {} } of rows) {
        const own = Object.fromEntries(
          Object.entries(ids).map(([field, kind]) => [field, String(things[kind])]),
        );
        const { status, body } = await visit(router.handle, { db: db(), now: NOW }, `${at}.data`, {
          token: superuser.token,
          form: { ...own, ...form, ...FILLED[key], intent: key.split(" ")[1]! },
        });
        answers.push([key, status, body.includes("out_of_service")]);
      }
    expect(answers).toEqual(answers.map(([key]) => [key, 409, true]));
    expect(changedTables(before, await allRows(db()))).toEqual([]);
  });

  it("knows what it lists here", () => {
    const keys = calls().map(({ key }) => key);
    expect(Object.keys(MAY_CALL).filter((key) => !keys.includes(key))).toEqual([]);
    expect(Object.keys(MAY_SEND).filter((key) => !(key in FORMS))).toEqual([]);
  });
});
