/**
 * Access that is taken away is gone with the answer that says so: the next page and the next call are refused, and the hub of
 * the sockets has been told, which closes them at once (workers/live/live.worker.test.ts, "access that is taken away").
 */
import { beforeAll, describe, expect, it } from "vitest";
import { devices, serviceTiers } from "#app/db/schema/index.ts";
import { eq } from "drizzle-orm";
import { sessionIdOfToken } from "#app/domain/access/api-token.ts";
import { sessionIdOfService } from "#app/domain/access/service-account.ts";
import type { Role } from "#app/domain/access/types.ts";
import { hubName } from "#app/domain/live/ports.ts";
import * as v1 from "#app/routes/v1.$.ts";
import { callApi } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import { openPages, visit } from "./factories/pages.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createSession,
  createUser,
  NOW,
} from "./factories/people.ts";

const db = openTestDb();
const told = { ended: [] as number[], rechecked: [] as string[] };
const world = () => ({ db: db(), now: NOW, ...told });
let router: Awaited<ReturnType<typeof openPages>>;
let boss: string;
let acme: number;
let plant: number;
let machine: number;

beforeAll(async () => {
  acme = await createCustomer(db());
  plant = await createFacility(db(), acme);
  machine = (await createMachine(db(), { facilityId: plant })).id;
  await db().insert(serviceTiers).values({ id: 1, name: "Tier 4", ui: true, maintenance: true });
  boss = (await createSession(db(), (await createUser(db(), { role: "superuser" })).actor)).token;
  router = await openPages();
});

const person = async (role: Role) => {
  const facilityIds = role === "user" ? [plant] : [];
  const { actor } = await createUser(db(), { role, customerId: acme, facilityIds });
  return createSession(db(), actor);
};
const call = async (method: string, path: string, token: string, body?: unknown) => {
  const answer = await callApi(world(), v1, `/v1${path}`, {
    ...{ method, token },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, data: answer.body["data"] as { id: number; token: string } };
};
const asBoss = async (method: string, path: string, body?: unknown) => {
  told.ended.length = 0;
  told.rechecked.length = 0;
  expect((await call(method, path, boss, body)).status).toBe(200);
};
const statusOf = async (path: string, token: string) => (await call("GET", path, token)).status;
/** Where a page leads, or null where it opens. */
const pageOf = async (path: string, token: string) =>
  (await visit(router.handle, { db: db(), now: NOW }, path, { token })).to;
const hub = () => hubName({ customerId: acme, userId: 0 });
const signIn = (path: string) => `/login?redirect=${encodeURIComponent(path)}`;

describe("what is taken away is gone on pages, on calls and on sockets", () => {
  it("a role", async () => {
    const { token, actor } = await person("admin");
    expect([await pageOf("/displays", token), await statusOf("/users", token)]).toEqual([
      null,
      200,
    ]);
    await asBoss("PUT", `/users/${actor.userId}`, { user: { role: "user" } });
    expect([await pageOf("/displays", token), await statusOf("/users", token)]).toEqual([
      "/errors/error-401",
      403,
    ]);
    expect(told.rechecked).toContain(hub());
  });

  it("a facility", async () => {
    const { token, actor } = await person("user");
    const page = `/machines/${machine}/overview`;
    const see = async () => [
      await pageOf(page, token),
      await statusOf(`/devices/${machine}`, token),
    ];
    expect(await see()).toEqual([null, 200]);
    await asBoss("PUT", `/users/${actor.userId}`, { user: { facility_ids: [] } });
    expect(await see()).toEqual(["/errors/error-404", 404]);
    expect(told.rechecked).toContain(hub());
  });

  it("a machine that goes to another facility", async () => {
    const { token } = await person("user");
    const { id } = await createMachine(db(), { facilityId: plant });
    const see = async () => [
      await pageOf(`/machines/${id}/overview`, token),
      await statusOf(`/devices/${id}`, token),
    ];
    expect(await see()).toEqual([null, 200]);
    await asBoss("PUT", `/devices/${id}`, { facility_id: await createFacility(db(), acme) });
    expect(await see()).toEqual(["/errors/error-404", 404]);
    expect(told.rechecked).toContain(hub());
  });

  it.each([
    ["by being deactivated", "PUT", "/deactivate"],
    ["by a password that must be set anew", "PUT", "/reset_password"],
    ["with the account", "DELETE", ""],
  ])("the sign-in and the API tokens, %s", async (_how, method, rest) => {
    const { token, actor } = await person("user");
    const made = await call("POST", "/api_tokens", token, {
      ...{ name: "BI", scopes: ["read:machines"] },
    });
    const see = async () => [
      await pageOf("/machines", token),
      await statusOf("/devices", token),
      await statusOf("/devices", made.data.token),
    ];
    expect(await see()).toEqual([null, 200, 200]);
    await asBoss(method, `/users/${actor.userId}${rest}`);
    expect(await see()).toEqual([signIn("/machines"), 401, 401]);
    expect(told.ended.sort()).toEqual([actor.sessionId, sessionIdOfToken(made.data.id)].sort());
  });

  it("what a service tier opens", async () => {
    const { token } = await person("user");
    await db().update(devices).set({ serviceTierId: 1 }).where(eq(devices.id, machine));
    const see = async () => {
      const page = `/machines/${machine}/maintenance`;
      const { body } = await visit(router.handle, { db: db(), now: NOW }, page, { token });
      return [
        body.includes('"lock":{"check":"accessMaintenances"'),
        await statusOf(`/devices/${machine}/maintenances`, token),
      ];
    };
    expect(await see()).toEqual([false, 200]);
    await asBoss("PUT", `/devices/${machine}`, { service_tier: null });
    expect(await see()).toEqual([true, 403]);
    expect(told.rechecked).toContain(hub());
  });

  it("an API token", async () => {
    const { token } = await person("user");
    const { data } = await call("POST", "/api_tokens", token, {
      ...{ name: "BI", scopes: ["read:machines"] },
    });
    expect(await statusOf("/devices", data.token)).toBe(200);
    told.ended.length = 0;
    expect((await call("DELETE", `/api_tokens/${data.id}`, token)).status).toBe(200);
    expect([await statusOf("/devices", data.token), told.ended]).toEqual([
      401,
      [sessionIdOfToken(data.id)],
    ]);
  });

  it("a service account", async () => {
    const { data } = await call("POST", `/customers/${acme}/service_accounts`, boss, {
      ...{ name: "MES", scopes: ["read:machines"] },
    });
    expect(await statusOf("/devices", data.token)).toBe(200);
    await asBoss("DELETE", `/service_accounts/${data.id}`);
    expect([await statusOf("/devices", data.token), told.ended]).toEqual([
      401,
      [sessionIdOfService(data.id)],
    ]);
  });
});
