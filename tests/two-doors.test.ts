/**
 * Fifty at once, half by the form of a page and half by /v1: what happens once happens once whichever way it was asked for,
 * a limit counts both together, and nothing answers as if Helios had failed. tests/races.test.ts tries each act by itself.
 */
import { and, eq, sql } from "drizzle-orm";
import { beforeAll, expect, it, vi } from "vitest";
import {
  auditEntries,
  displays,
  enrollmentKeys,
  maintenances,
  passwordTokens,
  serviceTiers,
} from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import type { AuditAction } from "#app/domain/access/audit.ts";
import { PASSWORD_CHECKS } from "#app/domain/access/limits.ts";
import { MAX_ACCOUNT_FAILURES } from "#app/domain/access/lockout.ts";
import { VERBS } from "#app/domain/maintenance/catalogue.ts";
import { startPairing } from "#app/features/displays/pairing.server.ts";
import { createApiToken } from "#app/features/people/api-tokens.server.ts";
import { getDeps } from "#app/platform/context.server.ts";
import * as v1 from "#app/routes/v1.$.ts";
import { callApi, ORIGIN, testContext, type Call } from "./factories/api.ts";
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

vi.mock(import("#app/db/secrets.ts"), async (original) =>
  (await import("./factories/cheap-hash.ts")).hashCheaply(await original()),
);

const AT_ONCE = 50;
const PASSWORD = "a quiet line at dawn";
const db = openTestDb();
let router: Awaited<ReturnType<typeof openPages>>;
let customerId: number;
let facilityId: number;
let token: string;
beforeAll(async () => {
  router = await openPages();
  await db()
    .insert(serviceTiers)
    .values({ id: 1, name: "With", ui: true, maintenance: true, reports: true });
  customerId = await createCustomer(db());
  facilityId = await createFacility(db(), customerId);
  const signedIn = await createSession(db(), (await createUser(db(), { role: "superuser" })).actor);
  token = signedIn.token;
});

type Answer = { status: number; body: string };
type Door = (n: number) => Promise<Answer>;
/** `happened`: how often, afterwards; of `most` at the most, and as often if enough ask. */
type Act = {
  form: Door;
  api: Door;
  happened: (answers: Answer[]) => Promise<number>;
  most: number;
};

const world = () => ({ db: db(), now: NOW });
const formOf =
  (path: string, form: Record<string, string>, as?: string): Door =>
  () =>
    visit(router.handle, world(), path, { token: as, form });
const callOf =
  (path: string, call: Call): Door =>
  async () => {
    const { status, text } = await callApi(world(), v1, path, {
      headers: { "X-Requested-With": "XMLHttpRequest" },
      ...call,
    });
    return { status, body: text };
  };
const told = (action: AuditAction, subjectId?: number) => async () =>
  (
    await db()
      .select()
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.action, action),
          subjectId === undefined ? undefined : eq(auditEntries.subjectId, subjectId),
        ),
      )
  ).length;
const answeredBy = (status: number) => (answers: Answer[]) =>
  Promise.resolve(answers.filter((each) => each.status === status).length);

const linkFor = async (userId: number, purpose: "reset" | "setup") => {
  const link = newToken();
  await db()
    .insert(passwordTokens)
    .values({ tokenHash: sha256Hex(link), userId, purpose, createdAt: NOW, expiresAt: NOW + 1e6 });
  return link;
};
const passwordLink = async (purpose: "reset" | "setup", page: string): Promise<Act> => {
  const { actor } = await createUser(db(), { role: "user", customerId });
  const link = await linkFor(actor.userId, purpose);
  const typed = { password: PASSWORD, password_confirmation: PASSWORD };
  return {
    form: formOf(`/login/${page}/${link}.data`, { intent: "password", ...typed }),
    api: callOf(`/v1/passwords/${link}`, { method: "PUT", body: { user: typed } }),
    happened: told("password.changed", actor.userId),
    most: 1,
  };
};

const ACTS: Record<string, () => Promise<Act>> = {
  "a reset link": () => passwordLink("reset", "reset-password"),
  "an invitation's link": () => passwordLink("setup", "setup-account"),

  async "an invitation of one address"() {
    const person = {
      ...{ first_name: "New", last_name: "One", email: "new.one@x.example", role: "user" },
    };
    return {
      form: formOf(
        "/admin/users/new.data",
        {
          intent: "save",
          ...person,
          customer_id: String(customerId),
          facility_ids: String(facilityId),
        },
        token,
      ),
      api: callOf("/v1/users", {
        method: "POST",
        token,
        body: { user: { ...person, customer_id: customerId, facility_ids: [facilityId] } },
      }),
      happened: async () =>
        (
          await db().get<{ n: number }>(
            sql`select count(*) as n from users where email = ${person.email}`,
          )
        ).n,
      most: 1,
    };
  },

  async "the end of an enrollment key"() {
    const [key] = await db()
      .insert(enrollmentKeys)
      .values({
        ...{ name: "Plant", keyHash: newToken(), createdAt: NOW, expiresAt: NOW + 1e6 },
        maxUses: 5,
      })
      .returning();
    const { id } = key!;
    return {
      form: formOf(
        "/enrollment_keys.data",
        { intent: "end-key", id: String(id), name: "Plant" },
        token,
      ),
      api: callOf(`/v1/enrollment_keys/${id}`, { method: "DELETE", token }),
      happened: told("enrollment_key.ended", id),
      most: 1,
    };
  },

  async "a replacement"() {
    const { id: old } = await createMachine(db(), { facilityId });
    const { id } = await createMachine(db(), { facilityId: null });
    return {
      form: formOf(
        `/machines/${id}/configuration.data`,
        { intent: "delete-and-leave", device_id: String(old) },
        token,
      ),
      api: callOf(`/v1/devices/${id}/replace`, { method: "POST", token, body: { device_id: old } }),
      happened: told("machine.replaced", id),
      most: 1,
    };
  },

  // Its place is read before it is taken: the statement that takes it must see that it was retired meanwhile.
  async "a machine's place, taken by another or given up"() {
    const { id: old } = await createMachine(db(), { facilityId });
    const { id } = await createMachine(db(), { facilityId: null });
    const [replaced, retired] = [told("machine.replaced", id), told("machine.retired", old)];
    return {
      form: formOf(`/machines/${old}/configuration.data`, { intent: "retire" }, token),
      api: callOf(`/v1/devices/${id}/replace`, { method: "POST", token, body: { device_id: old } }),
      happened: async () => (await replaced()) + (await retired()),
      most: 1,
    };
  },

  async "pairing a display"() {
    const screen = await startPairing(getDeps(testContext(world()), new Request(ORIGIN)), null);
    const actors = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const { actor } = await createUser(db(), { role: "superuser" });
        return (await createSession(db(), actor)).token;
      }),
    );
    const settings = { code: screen.code, name: "Hall", locale: "en", time_zone: "UTC" };
    return {
      form: (n) =>
        formOf(
          "/displays.data",
          { intent: "pair", ...settings, facility_ids: String(facilityId) },
          actors[n],
        )(n),
      api: (n) =>
        callOf("/v1/displays", {
          method: "POST",
          token: actors[n]!,
          body: { ...settings, facility_ids: [facilityId] },
        })(n),
      happened: async () => (await db().select().from(displays)).length,
      most: 1,
    };
  },

  async "the end of an API token"() {
    const { actor, token: own } = await createSession(
      db(),
      (await createUser(db(), { role: "user", customerId })).actor,
    );
    const { id } = await createApiToken(
      { ...world(), actor },
      { name: "T", scopes: ["read:series"], expiresInDays: 9 },
    );
    return {
      form: formOf("/account.data", { intent: "revoke-token", id: String(id) }, own),
      api: callOf(`/v1/api_tokens/${id}`, { method: "DELETE", token: own }),
      happened: told("api_token.revoked", id),
      most: 1,
    };
  },

  async "wrong passwords at the sign-in"() {
    const { email } = await createUser(db(), { role: "user", customerId, password: PASSWORD });
    const wrong = { email, password: "not the password" };
    return {
      form: formOf("/login.data", { intent: "sign_in", ...wrong }),
      api: callOf("/v1/login", { method: "POST", body: wrong }),
      // Beyond, the account is locked and no password is looked at.
      happened: (answers) =>
        Promise.resolve(
          answers.filter(({ body }) => body.includes("authentication_failed")).length,
        ),
      most: MAX_ACCOUNT_FAILURES,
    };
  },

  async "wrong passwords on the account page"() {
    const { actor } = await createUser(db(), { role: "user", customerId, password: PASSWORD });
    const { token: own } = await createSession(db(), actor);
    const typed = {
      ...{ current_password: "wrong", password: `${PASSWORD} 2` },
      password_confirmation: `${PASSWORD} 2`,
    };
    return {
      form: formOf("/account.data", { intent: "password", ...typed }, own),
      api: callOf("/v1/users/me", { method: "PUT", token: own, body: { user: typed } }),
      happened: answeredBy(422),
      most: PASSWORD_CHECKS.most,
    };
  },

  async "a report's turn"() {
    const { actor } = await createUser(db(), { role: "admin", customerId });
    const { token: own } = await createSession(db(), actor);
    const { id: deviceId, serialNumber } = await createMachine(db(), {
      facilityId,
      serviceTierId: 1,
    });
    await db()
      .insert(maintenances)
      .values({
        ...{ deviceId, name: "Belts", kind: "feed_belts", type: "replacement" },
        ...{ verbs: VERBS.replacement, target: "belts", actions: ["Stop."] },
        ...{ cutoffValue: 20, maxTagThreshold: 1000, createdAt: NOW },
      });
    return {
      form: formOf("/reports/file/maintenances", { machine: serialNumber, format: "csv" }, own),
      api: callOf(`/v1/reports/maintenance/${deviceId}`, { token: own }),
      happened: answeredBy(200),
      most: 1,
    };
  },
};

it.each(Object.entries(ACTS))("%s", async (_name, prepare) => {
  const { form, api, happened, most } = await prepare();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) => (n % 2 === 0 ? form(n) : api(n))),
  );
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await happened(answers)).toBe(most);
});
