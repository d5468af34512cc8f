/**
 * Where endpoints say so, an isolate remembers who calls for two seconds (decision 035). What it did itself holds for the very next call; what
 * another one did holds once the two seconds are over, well within the five that are promised.
 */
import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { REMEMBERED_MS } from "#app/db/brief-memory.ts";
import { apiTokens, devices, sessions, userFacilities, users } from "#app/db/schema/index.ts";
import type { Actor, Role } from "#app/domain/access/types.ts";
import * as v1 from "#app/routes/v1.$.ts";
import { callApi, type Call, type Called } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createSession,
  createUser,
  NOW,
} from "./factories/people.ts";
import { DAY_MS } from "#app/domain/durations.ts";

const PASSWORD = "correct horse battery";
/** Writes go past the memory: to the routes they are another isolate's. */
const db = openTestDb();
type Person = { actor: Actor; token: string };

async function person(
  role: Role,
  customerId: number | null,
  facilityIds: number[] = [],
): Promise<Person> {
  const { actor } = await createUser(db(), { role, customerId, facilityIds, password: PASSWORD });
  return createSession(db(), actor);
}
const send = (path: string, call: Call = {}, now = NOW): Promise<Called> =>
  callApi({ db: db(), now }, v1, path, call);
/** By an endpoint that remembers. */
const me = async (token: string, now = NOW): Promise<number> =>
  (await send("/v1/machine_states", { token }, now)).status;
const fresh = async (token: string): Promise<number> =>
  (await send("/v1/devices", { token })).status;
const put = (token: string, path: string, id: number) =>
  send(path.replace("{id}", String(id)), {
    method: "PUT",
    token,
    params: { id: String(id) },
  });
const endSession = ({ token }: Person, id: number) =>
  send(`/v1/sessions/${id}`, {
    method: "DELETE",
    token,
    params: { id: String(id) },
  });
async function apiToken({ token }: Person): Promise<{ id: number; token: string }> {
  const body = { name: "BI", scopes: ["read:machines"], expires_in_days: 1 };
  return (await send("/v1/api_tokens", { method: "POST", token, body })).body.data as {
    id: number;
    token: string;
  };
}
const series = ({ token }: Person, deviceId: number) =>
  send(
    `/v1/telemetry_timeseries?device_id=${deviceId}&metrics=machine_speed&start_time=2026-11-19T00:00:00Z&end_time=2026-11-19T04:00:00Z`,
    { token },
  );

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe("what was done here holds for the next call", () => {
  it("when another session ends this one, or all others", async () => {
    const first = await person("user", await createCustomer(db()));
    const [second, third] = [
      await createSession(db(), first.actor),
      await createSession(db(), first.actor),
    ];
    for (const { token } of [first, second, third]) expect(await me(token)).toBe(200);
    expect((await endSession(second, first.actor.sessionId)).status).toBe(200);
    expect([await me(first.token), await me(third.token)]).toEqual([401, 200]);
    expect((await send("/v1/sessions", { method: "DELETE", token: second.token })).status).toBe(
      200,
    );
    expect([await me(third.token), await me(second.token)]).toEqual([401, 200]);
    expect((await send("/v1/login", { method: "DELETE", token: second.token })).status).toBe(200);
    expect(await me(second.token)).toBe(401);
  });

  it.each(["deactivate", "reset_password"] as const)(
    "when somebody's access is taken by %s, of session and API token",
    async (what) => {
      const customerId = await createCustomer(db());
      const [boss, somebody] = [
        await person("admin", customerId),
        await person("user", customerId),
      ];
      const script = await apiToken(somebody);
      expect([await me(somebody.token), await me(script.token)]).toEqual([200, 200]);
      expect((await put(boss.token, `/v1/users/{id}/${what}`, somebody.actor.userId)).status).toBe(
        200,
      );
      expect([await me(somebody.token), await me(script.token)]).toEqual([401, 401]);
    },
  );

  it("when an API token is taken back, and when a password is changed", async () => {
    const somebody = await person("user", await createCustomer(db()));
    const other = await createSession(db(), somebody.actor);
    const script = await apiToken(somebody);
    expect([await me(script.token), await me(other.token)]).toEqual([200, 200]);
    const path = `/v1/api_tokens/${script.id}`;
    await send(path, {
      method: "DELETE",
      token: somebody.token,
      params: { id: String(script.id) },
    });
    expect(await me(script.token)).toBe(401);
    const passwords = {
      current_password: PASSWORD,
      password: "a quiet line at dawn",
      password_confirmation: "a quiet line at dawn",
    };
    const changed = await send("/v1/users/me", {
      method: "PUT",
      token: somebody.token,
      body: { user: passwords },
    });
    expect([changed.status, await me(other.token), await me(somebody.token)]).toEqual([
      200, 401, 401,
    ]);
  });

  it("however many calls were on their way", async () => {
    const first = await person("user", await createCustomer(db()));
    const second = await createSession(db(), first.actor);
    const calls = Array.from({ length: 20 }, () => me(first.token));
    const ended = endSession(second, first.actor.sessionId);
    await Promise.all([ended, ...calls]);
    expect(await me(first.token)).toBe(401);
  });
});

describe("what is remembered", () => {
  it("still ends at its own time", async () => {
    const somebody = await person("user", await createCustomer(db()));
    const script = await apiToken(somebody);
    expect([await me(somebody.token), await me(script.token)]).toEqual([200, 200]);
    expect([await me(somebody.token, NOW + DAY_MS), await me(script.token, NOW + DAY_MS)]).toEqual([
      401, 401,
    ]);
  });

  it("is one token's: a guess beside it is nobody's", async () => {
    const somebody = await person("user", await createCustomer(db()));
    expect(await me(somebody.token)).toBe(200);
    const last = somebody.token.at(-1) === "A" ? "B" : "A";
    for (const guess of [
      somebody.token.slice(0, -1) + last,
      somebody.token.toLowerCase(),
      somebody.token.slice(1),
    ])
      expect(await me(guess)).toBe(401);
  });
});

describe("a machine that is remembered", () => {
  it("is remembered for whom it is, and for nobody else", async () => {
    const [ours, theirs] = [await createCustomer(db()), await createCustomer(db())];
    const [plant, other] = [await createFacility(db(), ours), await createFacility(db(), ours)];
    const machine = await createMachine(db(), { facilityId: plant });
    const [admin, beside, foreign] = [
      await person("admin", ours),
      await person("user", ours, [other]),
      await person("admin", theirs),
    ];
    expect((await series(admin, machine.id)).status).toBe(200);
    for (const who of [beside, foreign])
      expect(await series(who, machine.id)).toMatchObject({
        status: 404,
        body: (await series(who, 987_654)).body,
      });
  });
});

describe("what another isolate did", () => {
  const deeds: [string, (who: Person) => Promise<unknown>][] = [
    [
      "ended the session",
      ({ actor }) => db().delete(sessions).where(eq(sessions.id, actor.sessionId)),
    ],
    [
      "disabled the account",
      ({ actor }) =>
        db().update(users).set({ status: "disabled" }).where(eq(users.id, actor.userId)),
    ],
  ];
  it.each(deeds)(
    "%s: holds after two seconds, however often somebody calls meanwhile",
    async (_, deed) => {
      const somebody = await person("user", await createCustomer(db()));
      expect(await me(somebody.token)).toBe(200);
      await deed(somebody);
      // What holds anything of the account or of machines' settings never remembers.
      expect(await fresh(somebody.token)).toBe(401);
      for (let waited = 500; waited < REMEMBERED_MS; waited += 500) {
        pass(500);
        await me(somebody.token);
      }
      pass(500);
      expect(await me(somebody.token)).toBe(401);
      expect(REMEMBERED_MS).toBeLessThan(5_000);
    },
  );

  it("took back an API token: holds after two seconds", async () => {
    const script = await apiToken(await person("user", await createCustomer(db())));
    expect(await me(script.token)).toBe(200);
    await db().update(apiTokens).set({ revokedAt: NOW }).where(eq(apiTokens.id, script.id));
    pass(REMEMBERED_MS);
    expect(await me(script.token)).toBe(401);
  });

  it("made an admin a user: nothing of an admin's is open after two seconds", async () => {
    const customerId = await createCustomer(db());
    const admin = await person("admin", customerId);
    const list = () =>
      send(`/v1/customers/${customerId}/users`, {
        token: admin.token,
        params: { id: String(customerId) },
      });
    expect((await list()).status).toBe(200);
    await db().update(users).set({ role: "user" }).where(eq(users.id, admin.actor.userId));
    pass(REMEMBERED_MS);
    expect((await list()).status).toBe(403);
  });

  it("took a facility from somebody, or moved its machine: its series are nobody's after two seconds", async () => {
    const customerId = await createCustomer(db());
    const [plant, other] = [
      await createFacility(db(), customerId),
      await createFacility(db(), customerId),
    ];
    const somebody = await person("user", customerId, [plant]);
    const [stays, moves] = [
      await createMachine(db(), { facilityId: plant }),
      await createMachine(db(), { facilityId: plant }),
    ];
    for (const { id } of [stays, moves]) expect((await series(somebody, id)).status).toBe(200);
    await db().update(devices).set({ facilityId: other }).where(eq(devices.id, moves.id));
    pass(REMEMBERED_MS);
    const missing = (await series(somebody, 987_654)).body;
    expect(await series(somebody, moves.id)).toMatchObject({ status: 404, body: missing });
    expect((await series(somebody, stays.id)).status).toBe(200);
    await db()
      .delete(userFacilities)
      .where(
        and(eq(userFacilities.userId, somebody.actor.userId), eq(userFacilities.facilityId, plant)),
      );
    pass(REMEMBERED_MS);
    expect(await series(somebody, stays.id)).toMatchObject({ status: 404, body: missing });
  });
});
