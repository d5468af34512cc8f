/** CONTRACT §7 over /v1: tokens, sessions, what people may not set, and who reads the audit log. */
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { apiTokens, auditEntries, outboxMessages, sessions, users } from "#app/db/schema/index.ts";
import * as localOutbox from "#app/routes/dev.outbox[.]json.ts";
import * as v1 from "#app/routes/v1.$.ts";
import { registeredApis } from "#app/api/registry.server.ts";
import { METHODS } from "#app/api/types.ts";
import { scopeOf } from "#app/domain/access/api-scopes.ts";
import { deliverSoon } from "#app/features/mail/outbox.server.ts";
import {
  callApi,
  ORIGIN,
  type Call,
  type Called,
  type RouteModule,
  type TestWorld,
} from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createSession,
  createUser,
  NOW,
} from "./factories/people.ts";
import type { Actor, Role } from "#app/domain/access/types.ts";

const LOCAL_OUTBOX = "http://localhost:4000/dev/outbox.json";
const routeOf = (path: string): RouteModule => (path === LOCAL_OUTBOX ? localOutbox : v1);

const db = openTestDb();
type Person = { actor: Actor; email: string; token: string };
let acme: number;
let globex: number;
let machineId: number;
const people = {} as Record<"boss" | "user" | "admin" | "foreign", Person>;

async function person(role: Role, customerId: number | null): Promise<Person> {
  const { actor, email } = await createUser(db(), {
    role,
    customerId,
    password: "correct horse battery",
  });
  const session = await createSession(db(), actor);
  return { actor: session.actor, email, token: session.token };
}
beforeAll(async () => {
  [acme, globex] = [await createCustomer(db()), await createCustomer(db())];
  machineId = (await createMachine(db(), { facilityId: await createFacility(db(), acme) })).id;
  people.boss = await person("superuser", null);
  people.admin = await person("admin", acme);
  people.user = await person("user", acme);
  people.foreign = await person("admin", globex);
});

const ended: number[] = [];
const send = (path: string, call: Call = {}, world: Partial<TestWorld> = {}): Promise<Called> =>
  callApi({ db: db(), now: NOW, ended, ...world }, routeOf(path), path, call);
const put = (token: string, user: unknown) =>
  send("/v1/users/me", { method: "PUT", token, body: { user } });
const makeToken = async (who: Person, scopes: string[], days = 30) =>
  send("/v1/api_tokens", {
    method: "POST",
    token: who.token,
    body: { name: "BI", scopes, expires_in_days: days },
  });
const tokenOf = (answer: Called) => (answer.body.data as { token: string; id: number }).token;

describe("an API token", () => {
  it("is told once and kept as a hash", async () => {
    const made = await makeToken(people.admin, ["read:machines"]);
    expect([made.status, tokenOf(made)]).toEqual([201, expect.stringMatching(/^hat_[\w-]{43}$/)]);
    const listed = await send("/v1/api_tokens", {
      token: people.admin.token,
    });
    for (const kept of [
      listed.body,
      await db().select().from(apiTokens),
      await db().select().from(auditEntries),
    ])
      expect(JSON.stringify(kept)).not.toContain(tokenOf(made));
  });

  it("is made once; sent again, because it was lost with the answer, it is another until it was used", async () => {
    const once = async () =>
      send("/v1/api_tokens", {
        ...{ method: "POST", token: people.foreign.token },
        headers: { "Idempotency-Key": "api-token-1" },
        body: { name: "Sent twice", scopes: ["read:machines"] },
      });
    const [first, again] = [await once(), await once()];
    expect([again.status, tokenOf(again)]).toEqual([201, expect.stringMatching(/^hat_[\w-]{43}$/)]);
    const list = () => send("/v1/api_tokens", { token: people.foreign.token });
    expect((await list()).body.data).toHaveLength(1);
    expect((await send("/v1/devices", { token: tokenOf(first) })).status).toBe(401);
    expect((await send("/v1/devices", { token: tokenOf(again) })).status).toBe(200);
    expect((await once()).status).toBe(409);
    const { id } = again.body.data as { id: number };
    await send(`/v1/api_tokens/${id}`, {
      ...{ method: "DELETE", token: people.foreign.token, params: { id: String(id) } },
    });
    expect((await once()).status).toBe(404);
  });

  it("does what its scopes name and nothing else", async () => {
    const token = tokenOf(await makeToken(people.admin, ["read:machines"]));
    const devices = (call: Call) => send("/v1/devices", call);
    expect((await devices({ token })).status).toBe(200);
    expect(await send("/v1/customers", { token })).toMatchObject({
      status: 403,
      body: { message: "This API token lacks the scope read:organizations." },
    });
    const body = { device_id: machineId, name: "S", spec: "http" };
    expect((await send("/v1/samplers", { method: "POST", token, body })).status).toBe(403);
    const writer = tokenOf(await makeToken(people.admin, ["write:samplers"]));
    expect(
      (
        await send("/v1/samplers", {
          method: "POST",
          token: `Bearer ${writer}`,
          body,
        })
      ).status,
    ).toBe(201);
    const mine = tokenOf(await makeToken(people.user, ["write:samplers"]));
    expect((await send("/v1/samplers", { method: "POST", token: mine, body })).status).toBe(403);
  });

  it("never reaches accounts, people, sessions, credentials or other tokens, whatever its scopes", async () => {
    const token = tokenOf(
      await makeToken(people.boss, [
        "read:machines",
        "read:series",
        "read:organizations",
        "write:machines",
        "write:samplers",
      ]),
    );
    for (const [path, call] of [
      ["/v1/users/me", {}],
      ["/v1/users/me", { method: "PUT", body: { user: { first_name: "X" } } }],
      [
        "/v1/users/password",
        { method: "PUT", body: { user: { password: "x", password_confirmation: "x" } } },
      ],
      ["/v1/sessions", {}],
      ["/v1/api_tokens", {}],
      ["/v1/api_tokens", { method: "POST", body: { name: "more", scopes: ["read:series"] } }],
      ["/v1/audit", {}],
      ["/v1/outbox", {}],
      ["/v1/customers/1/users", { params: { id: "1" } }],
      ["/v1/users/1/unlock", { method: "PUT", params: { id: "1" } }],
      ["/v1/login", { method: "DELETE" }],
    ] as [string, Call][])
      expect([path, call.method, (await send(path, { ...call, token })).status]).toEqual([
        path,
        call.method,
        403,
      ]);
    const takers = registeredApis().flatMap(([path, methods]) =>
      METHODS.filter((method) => methods[method] && scopeOf(path, method) !== null).map(
        (method) => `${method} ${path}`,
      ),
    );
    expect(
      takers.filter((taker) => /users|login|password|session|token|audit|outbox/.test(taker)),
    ).toEqual([]);
  });

  it("notes its use once a minute, and dies by time, by being taken back and with its owner", async () => {
    const made = await makeToken(people.user, ["read:machines"], 1);
    const { id, token } = made.body.data as { id: number; token: string };
    const use = (now: number, text = token) => send("/v1/devices", { token: text }, { now });
    const lastUsed = async () =>
      (await db().select().from(apiTokens).where(eq(apiTokens.id, id)).get())?.lastUsedAt;
    await use(NOW);
    await use(NOW + 59_000);
    const first = (await lastUsed()) ?? 0;
    expect(first).toBe(NOW);
    await use(NOW + 70_000);
    expect((await lastUsed()) ?? 0).toBeGreaterThan(first);
    expect((await use(NOW + 25 * 3_600_000)).status).toBe(401);
    const foreign = await send(`/v1/api_tokens/${id}`, {
      method: "DELETE",
      token: people.foreign.token,
      params: { id: String(id) },
    });
    expect(foreign.status).toBe(404);
    await send(`/v1/api_tokens/${id}`, {
      method: "DELETE",
      token: people.user.token,
      params: { id: String(id) },
    });
    expect([(await use(NOW)).status, ended.includes(-id)]).toEqual([401, true]);
    const doomed = await person("user", acme);
    const other = tokenOf(await makeToken(doomed, ["read:machines"]));
    expect((await use(NOW, other)).status).toBe(200);
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, doomed.actor.userId));
    expect((await use(NOW, other)).status).toBe(401);
  });
});

describe("what somebody may not set", () => {
  it("is never stored", async () => {
    const someone = await person("user", acme);
    const before = await db().select().from(users).where(eq(users.id, someone.actor.userId)).get();
    const stored = () => db().select().from(users).where(eq(users.id, someone.actor.userId)).get();
    const refused = await put(someone.token, {
      first_name: "Neo",
      role: "superuser",
      make: "Sun",
      facility_ids: [1],
    });
    expect([refused.status, Object.keys((refused.body as { errors: object }).errors)]).toEqual([
      422,
      ["role", "make", "facility_ids"],
    ]);
    expect(await stored()).toEqual(before);
    const answer = await put(someone.token, {
      first_name: "Neo",
      customer_id: globex,
      status: "active",
      reset_password: true,
      terms_accepted_at: "2026-01-01T00:00:00Z",
      phone_verified_at: "2026-01-01T00:00:00Z",
      password_hash: "x",
      locked_at: 1,
      id: people.boss.actor.userId,
    });
    expect([answer.status, await stored()]).toEqual([200, { ...before, firstName: "Neo" }]);
  });

  it("is another's account", async () => {
    const path = (id: number) =>
      send(`/v1/users/${id}`, {
        method: "PUT",
        token: people.user.token,
        params: { id: String(id) },
        body: { user: { first_name: "X" } },
      });
    const [foreign, missing] = [await path(people.foreign.actor.userId), await path(987_654)];
    expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
    expect((await path(people.user.actor.userId)).status).toBe(200);
  });
});

describe("the reset request", () => {
  it("answers every address alike", async () => {
    const ask = (email: string) =>
      send("/v1/passwords", { method: "POST", body: { user: { email } } });
    const [known, unknown] = [await ask(people.user.email), await ask("nobody@x.example")];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    const names = (answer: Called) => [...answer.headers.keys()].sort();
    expect(names(known)).toEqual(names(unknown));
    expect((await ask("not an address")).status).toBe(422);
  });

  it("never builds a link from what the request says of its host", async () => {
    const jobs: TestWorld["jobs"] = [];
    const headers = {
      Host: "evil.example",
      "X-Forwarded-Host": "evil.example",
      Origin: "https://evil.example",
    };
    await send(
      "/v1/passwords",
      { method: "POST", headers, body: { user: { email: people.admin.email } } },
      { jobs },
    );
    expect(JSON.stringify(jobs)).not.toContain("evil");
  });
});

describe("a call that has an effect though it is a GET", () => {
  it("needs its marker, and its cookie our own origin", async () => {
    const code = (headers: Record<string, string>) => send("/v1/users/send_sms_code", { headers });
    const cookie = { Cookie: `__Host-sessionId=${people.user.token}` };
    expect((await code(cookie)).status).toBe(403);
    expect(
      (
        await code({
          ...cookie,
          "X-Requested-With": "XMLHttpRequest",
          Origin: "https://evil.example",
        })
      ).status,
    ).toBe(403);
    expect(
      (await code({ ...cookie, "X-Requested-With": "XMLHttpRequest", Origin: ORIGIN })).status,
    ).toBe(422);
  });
});

describe("sessions", () => {
  it("are listed in words, ended one by one or all others at once, and never anybody else's", async () => {
    const someone = await person("user", acme);
    const [second, third] = [
      await createSession(db(), someone.actor),
      await createSession(db(), someone.actor),
    ];
    await db()
      .update(sessions)
      .set({
        userAgent:
          "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36",
      })
      .where(eq(sessions.id, second.actor.sessionId));
    const list = async (token: string) =>
      (await send("/v1/sessions", { token })).body.data as {
        id: number;
        is_current: boolean;
        browser: string;
      }[];
    const listed = await list(someone.token);
    expect(listed.map(({ id, is_current }) => [id, is_current])[0]).toEqual([
      someone.actor.sessionId,
      true,
    ]);
    expect(listed.find(({ id }) => id === second.actor.sessionId)).toMatchObject({
      browser: "Chrome",
      system: "Windows",
      signed_in_at: new Date(NOW).toISOString(),
    });
    const end = (id: number, token: string) =>
      send(`/v1/sessions/${id}`, {
        method: "DELETE",
        token,
        params: { id: String(id) },
      });
    expect((await end(second.actor.sessionId, people.boss.token)).status).toBe(404);
    expect((await end(second.actor.sessionId, someone.token)).status).toBe(200);
    expect((await send("/v1/sessions", { token: second.token })).status).toBe(401);
    expect((await send("/v1/sessions", { method: "DELETE", token: someone.token })).body).toEqual({
      data: { ended: 1 },
    });
    expect((await list(someone.token)).map(({ id }) => id)).toEqual([someone.actor.sessionId]);
    expect(ended).toEqual(expect.arrayContaining([second.actor.sessionId, third.actor.sessionId]));
  });
});

describe("an administrator", () => {
  const manage = (what: string, who: Person, id: number) =>
    send(`/v1/users/${id}/${what}`, {
      method: "PUT",
      token: who.token,
      params: { id: String(id) },
    });

  it("clears locks, forces resets and deactivates, of their own people only", async () => {
    const someone = await person("user", acme);
    const { userId } = someone.actor;
    await db()
      .update(users)
      .set({ lockedAt: NOW, failedSignIns: [NOW] })
      .where(eq(users.id, userId));
    for (const what of ["unlock", "reset_password", "deactivate", "activate"]) {
      const [foreign, missing] = [
        await manage(what, people.foreign, userId),
        await manage(what, people.foreign, 987_654),
      ];
      expect([what, foreign.status, foreign.body]).toEqual([what, 404, missing.body]);
      expect((await manage(what, people.user, userId)).status).toBe(403);
      expect((await manage(what, people.admin, people.boss.actor.userId)).status).toBe(404);
    }
    expect((await manage("unlock", people.admin, userId)).status).toBe(200);
    expect(await db().select().from(users).where(eq(users.id, userId)).get()).toMatchObject({
      lockedAt: null,
      failedSignIns: [],
    });
    expect((await manage("deactivate", people.admin, userId)).status).toBe(200);
    expect((await send("/v1/devices", { token: someone.token })).status).toBe(401);
    expect(ended).toContain(someone.actor.sessionId);
    expect((await manage("activate", people.boss, userId)).body).toEqual({
      data: { id: userId, status: "active" },
    });
    expect((await manage("deactivate", people.boss, people.boss.actor.userId)).status).toBe(409);
    expect((await manage("reset_password", people.boss, userId)).body).toEqual({
      data: { id: userId, reset_password: true },
    });
  });
});

describe("the audit log", () => {
  type Entry = {
    id: number;
    action: string;
    customer_id: number | null;
    actor: { id: number };
    before: unknown;
    after: unknown;
  };
  const read = async (who: Person, query = "") => send(`/v1/audit${query}`, { token: who.token });
  const entries = (answer: Called) => answer.body.data as Entry[];

  it("tells of samplers and mappings with what was and what is, and never a key", async () => {
    const call = async (path: string, method: string, body?: unknown, id?: number) =>
      (
        await send(path, {
          method,
          token: people.admin.token,
          ...(body === undefined ? {} : { body }),
          ...(id === undefined ? {} : { params: { id: String(id) } }),
        })
      ).body.data as { id: number; key: string };
    const made = await call("/v1/samplers", "POST", {
      device_id: machineId,
      name: "Audit me",
      spec: "http",
    });
    await call(`/v1/samplers/${made.id}`, "PUT", { name: "Renamed" }, made.id);
    const rotated = await call(`/v1/samplers/${made.id}/rotate_key`, "POST", undefined, made.id);
    const mapping = await call("/v1/telemetry_definitions", "POST", {
      sampler_id: made.id,
      machine_key: "DB1.X",
      human_key: "audit_x",
    });
    await call(`/v1/telemetry_definitions/${mapping.id}`, "DELETE", undefined, mapping.id);
    await call(`/v1/samplers/${made.id}`, "DELETE", undefined, made.id);
    const found = entries(await read(people.admin, `?actor_user_id=${people.admin.actor.userId}`));
    const of = (action: string) => found.find((entry) => entry.action === action);
    expect(
      [
        "sampler.created",
        "sampler.updated",
        "sampler.key_rotated",
        "mapping.created",
        "mapping.deleted",
        "sampler.deleted",
      ].filter((action) => !of(action)),
    ).toEqual([]);
    expect(of("sampler.updated")).toMatchObject({
      customer_id: acme,
      before: { name: "Audit me" },
      after: { name: "Renamed" },
    });
    expect(of("mapping.created")).toMatchObject({
      subject_id: mapping.id,
      after: { human_key: "audit_x" },
    });
    for (const key of [made.key, rotated.key, "hsk_", "hat_", "scrypt$"])
      expect(JSON.stringify(found)).not.toContain(key);
  });

  it("is read by superusers whole, by admins for their customer, by nobody else, page by page", async () => {
    expect((await read(people.user)).status).toBe(403);
    expect(
      new Set(entries(await read(people.admin, "?limit=100")).map((entry) => entry.customer_id)),
    ).toEqual(new Set([acme]));
    expect(
      entries(await read(people.foreign, "?limit=100")).filter(
        (entry) => entry.customer_id !== globex,
      ),
    ).toEqual([]);
    const first = await read(people.boss, "?limit=2");
    const second = await read(people.boss, `?limit=2&before=${String(first.body.next_before)}`);
    expect(
      entries(first)
        .concat(entries(second))
        .map(({ id }) => id),
    ).toEqual([...entries(first), ...entries(second)].map(({ id }) => id).sort((a, b) => b - a));
  });
});

describe("the outbox", () => {
  it("shows superusers what was given up, without its words; its words only in local mode", async () => {
    const row = {
      channel: "mail" as const,
      to: "kim@x.example",
      locale: "en" as const,
      template: "password_reset",
      subject: "Reset",
      text: "the link <b>",
      status: "dead" as const,
      createdAt: NOW,
      dedupeKey: "dead-1",
    };
    await db().insert(outboxMessages).values(row);
    const answer = await send("/v1/outbox?status=dead", { token: people.boss.token });
    expect(answer.body.data).toMatchObject([{ to: "kim@x.example", status: "dead" }]);
    expect(JSON.stringify(answer.body)).not.toContain("the link");
    expect((await send("/v1/outbox", { token: people.admin.token })).status).toBe(403);
    const local = await send(LOCAL_OUTBOX, {}, { host: "127.0.0.1" });
    expect(
      (local.body.data as { text: string }[]).some(({ text }) => text === "the link <b>"),
    ).toBe(true);
  });

  it("keeps a message whose queue fails", async () => {
    await expect(
      deliverSoon({ send: () => Promise.reject(new Error("away")) }, [{ id: 1 }]),
    ).resolves.toBeUndefined();
  });
});
