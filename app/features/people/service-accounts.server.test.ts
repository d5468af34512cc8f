/** Service accounts: what their tokens see and do, how often, and how they end. */
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditEntries, events, serviceAccounts } from "#app/db/schema/index.ts";
import { API_SCOPES, scopeOf } from "#app/domain/access/api-scopes.ts";
import { serviceIdOfSession, sessionIdOfService } from "#app/domain/access/service-account.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { MAX_SERVICE_CALLS_PER_MINUTE } from "#app/domain/limits.ts";
import { callApi, type Call, type Called } from "#tests/factories/api.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createSession,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import * as v1 from "#app/routes/v1.$.ts";

const db = openTestDb();
const tokens = {} as Record<"boss" | "admin" | "user" | "foreign", string>;
let acme: number;
let machineId: number;
let foreignMachineId: number;
const ended: number[] = [];

beforeAll(async () => {
  acme = await createCustomer(db());
  const globex = await createCustomer(db());
  machineId = (await createMachine(db(), { facilityId: await createFacility(db(), acme) })).id;
  foreignMachineId = (await createMachine(db(), { facilityId: await createFacility(db(), globex) }))
    .id;
  const tokenOf = async (who: Parameters<typeof createUser>[1]) =>
    (await createSession(db(), (await createUser(db(), who)).actor)).token;
  tokens.boss = await tokenOf({ role: "superuser" });
  tokens.admin = await tokenOf({ role: "admin", customerId: acme });
  tokens.user = await tokenOf({ role: "user", customerId: acme });
  tokens.foreign = await tokenOf({ role: "admin", customerId: globex });
});

const send = (path: string, call: Call = {}, now = NOW): Promise<Called> =>
  callApi({ db: db(), now, ended }, v1, path, call);
const make = (body: object = {}, token = tokens.admin) =>
  send(`/v1/customers/${acme}/service_accounts`, {
    ...{ method: "POST", token },
    body: { name: "MES", scopes: API_SCOPES, ...body },
  });
const made = async (body: object = {}) =>
  (await make(body)).body.data as { id: number; token: string };

describe("a service account", () => {
  it("is made by those who manage the customer's people, told once and kept as a hash", async () => {
    const answer = await make();
    const { token } = answer.body.data as { token: string };
    expect([answer.status, token]).toEqual([201, expect.stringMatching(/^hst_[\w-]{43}$/)]);
    const path = `/v1/customers/${acme}/service_accounts`;
    const listed = await send(path, { token: tokens.admin });
    for (const kept of [
      listed.body,
      await db().select().from(serviceAccounts),
      await db().select().from(auditEntries),
    ])
      expect(JSON.stringify(kept)).not.toContain(token);
    expect((await make({}, tokens.user)).status).toBe(403);
    expect((await make({}, tokens.foreign)).status).toBe(404);
    expect((await make({ scopes: [] })).status).toBe(422);
    expect((await make({ expires_in_days: 366 })).status).toBe(422);
    expect((await make({}, tokens.boss)).status).toBe(201);
  });

  it("is made once; sent again, because the token was lost with the answer, it gets another", async () => {
    const once = { "Idempotency-Key": "service-once" };
    const again = async () =>
      (
        await send(`/v1/customers/${acme}/service_accounts`, {
          ...{ method: "POST", token: tokens.admin, headers: once },
          body: { name: "Sent twice", scopes: API_SCOPES },
        })
      ).body.data as { id: number; token: string };
    const [first, second] = [await again(), await again()];
    expect(second.id).toBe(first.id);
    expect(second.token).toMatch(/^hst_/);
    expect(second.token).not.toBe(first.token);
    expect((await send("/v1/devices", { token: second.token })).status).toBe(200);
    const named = eq(serviceAccounts.name, "Sent twice");
    expect(await db().$count(serviceAccounts, named)).toBe(1);
  });

  it("names what it sends by keys of its own: another account's are not taken for them", async () => {
    const report = async (token: string) => {
      const answer = await send("/v1/events", {
        ...{ method: "POST", token, headers: { "Idempotency-Key": "shift-0001" } },
        body: {
          event: {
            ...{ device_id: machineId, name: "Same key" },
            start_at: new Date(NOW - MINUTE_MS).toISOString(),
            end_at: new Date(NOW).toISOString(),
          },
        },
      });
      return (answer.body.data as { id: number }).id;
    };
    const [mes, bi] = [await made(), await made()];
    const own = await report(mes.token);
    expect(await report(mes.token)).toBe(own);
    expect(await report(bi.token)).not.toBe(own);
  });

  it("sees what is its customer's, as far as its scopes reach, and no account, person or token", async () => {
    const { token } = await made({ scopes: ["read:machines"] });
    const devices = await send("/v1/devices", { token });
    expect((devices.body.data as { id: number }[]).map(({ id }) => id)).toEqual([machineId]);
    expect((await send(`/v1/devices/${foreignMachineId}`, { token })).status).toBe(404);
    expect((await send("/v1/customers", { token })).status).toBe(403);
    const { token: all } = await made();
    for (const path of [
      ...["/v1/users", "/v1/users/me", "/v1/sessions", "/v1/api_tokens", "/v1/audit"],
      ...["/v1/outbox", `/v1/customers/${acme}/service_accounts`, "/v1/enrollment_keys"],
    ])
      expect([path, (await send(path, { token: all })).status]).toEqual([path, 403]);
    expect(scopeOf("/v1/service_accounts/1/rotate", "POST")).toBeNull();
  });

  it("writes as nobody's account, and the audit log names it", async () => {
    const { id, token } = await made();
    const body = {
      ...{ device_id: machineId, name: "Jam by MES" },
      ...{ start_at: new Date(NOW - MINUTE_MS).toISOString(), end_at: new Date(NOW).toISOString() },
    };
    const answer = await send("/v1/events", { method: "POST", token, body: { event: body } });
    expect([answer.status, answer.body.message]).toEqual([201, undefined]);
    const [event] = await db().select().from(events).where(eq(events.name, "Jam by MES"));
    expect(event).toMatchObject({ userId: null });
    const entry = and(
      eq(auditEntries.action, "event.reported"),
      eq(auditEntries.subjectId, event!.id),
    );
    expect(await db().select().from(auditEntries).where(entry)).toMatchObject([
      {
        ...{ actorUserId: null, actorRole: null, customerId: acme },
        ...{ means: "service_account", meansId: id, meansName: "MES" },
      },
    ]);
  });

  it("makes so many calls a minute, and every answer says how many are left", async () => {
    const { id, token } = await made();
    // Not where a window begins: the clock of a call may show a millisecond less than it is given.
    const inWindow = NOW + 1_000;
    const call = async (now = inWindow) => {
      const { status, headers } = await send("/v1/devices", { token }, now);
      return [status, headers.get("RateLimit-Remaining"), headers.get("Retry-After")];
    };
    const most = MAX_SERVICE_CALLS_PER_MINUTE;
    expect(await call()).toEqual([200, String(most - 1), null]);
    await db()
      .update(serviceAccounts)
      .set({ calls: most - 1 })
      .where(eq(serviceAccounts.id, id));
    expect(await call()).toEqual([200, "0", null]);
    expect(await call()).toEqual([429, "0", expect.stringMatching(/^[1-9]\d?$/)]);
    expect(await call(inWindow + MINUTE_MS)).toEqual([200, String(most - 1), null]);
    const { headers } = await send("/v1/devices", { token: tokens.admin });
    expect(headers.has("RateLimit-Limit")).toBe(false);
  });

  it("gets a new token, and the one before is taken for one hour more, the one before that no longer", async () => {
    const first = await made();
    const rotate = async (token = tokens.admin) =>
      send(`/v1/service_accounts/${first.id}/rotate`, { method: "POST", token });
    const second = (await rotate()).body.data as { token: string };
    const status = async (token: string, now = NOW) =>
      (await send("/v1/devices", { token }, now)).status;
    expect([await status(first.token), await status(second.token)]).toEqual([200, 200]);
    expect(await status(first.token, NOW + HOUR_MS)).toBe(401);
    // What has ended stays ended, also when the clock goes back.
    expect(await status(first.token)).toBe(401);
    const third = (await rotate()).body.data as { token: string };
    expect([await status(second.token), await status(third.token)]).toEqual([200, 200]);
    await rotate();
    expect([await status(second.token), await status(third.token)]).toEqual([401, 200]);
    expect((await rotate(tokens.foreign)).status).toBe(404);
  });

  it("ends with its sockets when it is ended, and for good when its time is over", async () => {
    const { id, token } = await made();
    const end = (by: string) => send(`/v1/service_accounts/${id}`, { method: "DELETE", token: by });
    expect((await end(tokens.foreign)).status).toBe(404);
    expect((await end(tokens.admin)).status).toBe(200);
    expect(ended).toContain(sessionIdOfService(id));
    expect((await send("/v1/devices", { token })).status).toBe(401);
    expect((await end(tokens.admin)).status).toBe(404);
    const short = await made({ expires_in_days: 1 });
    expect((await send("/v1/devices", { token: short.token }, NOW + DAY_MS)).status).toBe(401);
    expect((await send("/v1/devices", { token: short.token })).status).toBe(401);
    expect(serviceIdOfSession(sessionIdOfService(7))).toBe(7);
    expect([-7, 7, -(2 ** 40) - 7].map(serviceIdOfSession)).toEqual([null, null, null]);
  });

  it("keeps the life that it was made for when its token is replaced, unless another is said", async () => {
    const { id } = await made({ expires_in_days: 30 });
    const rotate = async (now: number, body: object = {}) => {
      const path = `/v1/service_accounts/${id}/rotate`;
      const { body: answer } = await send(path, { method: "POST", token: tokens.admin, body }, now);
      const { expires_at } = answer.data as { expires_at: string };
      return (Date.parse(expires_at) - now) / DAY_MS;
    };
    const hour = DAY_MS / 24;
    expect(await rotate(NOW + hour)).toBe(30);
    expect(await rotate(NOW + 2 * hour, { expires_in_days: 7 })).toBe(7);
    expect(await rotate(NOW + 3 * hour)).toBe(7);
  });
});
