/** Administration over /v1: customers, facilities, people and tiers; who may, what is refused by field, and what is gone at once. */
import { and, desc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import * as v1 from "#app/routes/v1.$.ts";
import {
  auditEntries,
  emailChanges,
  events,
  outboxMessages,
  passwordTokens,
  serviceTiers,
  users,
} from "#app/db/schema/index.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { changesTopic, hubName } from "#app/domain/live/ports.ts";
import { findPasswordToken } from "#app/features/people/password-token.server.ts";
import { setPasswordByToken } from "#app/features/people/set-password.server.ts";
import { callApi, type TestWorld } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createSession,
  createUser,
  NOW,
} from "./factories/people.ts";

const db = openTestDb();
const ended: number[] = [];
const rechecked: string[] = [];
const world = (over: Partial<TestWorld> = {}): TestWorld => ({
  db: db(),
  now: NOW,
  ended,
  rechecked,
  ...over,
});
let acme: number;
let globex: number;
let plants: number[];
let foreignPlant: number;
let boss: Actor;
const tokens = {} as Record<"boss" | "admin" | "user" | "oem" | "foreign", string>;

beforeAll(async () => {
  [acme, globex] = [await createCustomer(db()), await createCustomer(db())];
  plants = [await createFacility(db(), acme), await createFacility(db(), acme)];
  foreignPlant = await createFacility(db(), globex);
  await db().insert(serviceTiers).values({ id: 1, name: "Tier 1", ui: true, events: true });
  const tokenOf = async (...[who]: [Parameters<typeof createUser>[1]]) =>
    createSession(db(), (await createUser(db(), who)).actor);
  const top = await tokenOf({ role: "superuser" });
  boss = top.actor;
  tokens.boss = top.token;
  tokens.admin = (await tokenOf({ role: "admin", customerId: acme })).token;
  tokens.user = (await tokenOf({ role: "user", customerId: acme, facilityIds: plants })).token;
  tokens.oem = (await tokenOf({ role: "oem_superuser", make: "Sun" })).token;
  tokens.foreign = (await tokenOf({ role: "admin", customerId: globex })).token;
});

type Who = keyof typeof tokens;
const call = async (who: Who, method: string, path: string, body?: unknown, headers = {}) => {
  const answer = await callApi(world(), v1, `/v1${path}`, {
    method,
    headers,
    token: tokens[who],
    ...(body === undefined ? {} : { body }),
  });
  return { ...answer, data: answer.body["data"] as Record<string, unknown> & { id: number } };
};
const errorsOf = ({ body }: { body: Record<string, unknown> }) =>
  body["errors"] as Record<string, string[]>;
const lastAudit = async (action: string) =>
  (
    await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, action as never))
      .orderBy(desc(auditEntries.id))
      .limit(1)
  )[0];

const CUSTOMER = {
  name: "Initech Cartons",
  contact_name: "Pat Lee",
  contact_email: "Pat@Initech.Example",
  contact_phone: "(423) 555-0142",
  city: "Rome",
  country: "usa",
  state: "GA",
  logo: "box.svg",
};
const FACILITY = {
  name: "Plant 1",
  city: "Apodaca",
  country: "mexico",
  state: "NL",
  timezone: "America/Monterrey",
  contact_name: "Pat Lee",
  contact_phone: "+52 81 8345 6789",
  contact_email: "pat@initech.example",
};

const OWN_ACCESS = "of your own account can only be changed by another administrator";

describe("text of one line", () => {
  it.each([
    ["/customers", "name", { ...CUSTOMER }],
    ["/customers", "contact_name", { ...CUSTOMER }],
    ["/customers", "city", { ...CUSTOMER }],
    ["/customers", "external_id", { ...CUSTOMER }],
    ["/customers/{acme}/facilities", "name", { ...FACILITY }],
    ["/users", "first_name", null],
    ["/users", "last_name", null],
    ["/users/me", "first_name", null],
    ["/devices", "name", { serial_number: "L-1", make: "Sun", model: "625" }],
    ["/devices", "model", { serial_number: "L-1", make: "Sun" }],
    ["/notifications/email_ccs", "team", { name: "A", email: "a@example.com" }],
    ["/customers/{acme}/service_accounts", "name", { scopes: ["read:machines"] }],
    ["/api_tokens", "name", { scopes: ["read:machines"] }],
    [
      "/enrollment_keys",
      "name",
      { expires_at: new Date(NOW + 86_400_000).toISOString(), max_uses: 1 },
    ],
  ])("is all that %s takes as %s", async (path, field, thing) => {
    for (const text of ["two\r\nlines", "two\u2028lines", "a\ttab"]) {
      const isOwn = path === "/users/me";
      const person = { user: { ...(isOwn ? {} : PERSON), [field]: text } };
      const body = thing === null ? person : { ...thing, [field]: text };
      const method = isOwn ? "PUT" : "POST";
      const answer = await call("boss", method, path.replace("{acme}", String(acme)), body);
      expect([answer.status, errorsOf(answer)]).toEqual([422, { [field]: ["must be one line"] }]);
    }
  });
});

describe("customers", () => {
  it("and their facilities are made once, however often the same call arrives", async () => {
    const send = async (path: string, body: object, key: string) =>
      call("boss", "POST", path, body, { "Idempotency-Key": key });
    const customer = { ...CUSTOMER, name: "Sent twice" };
    const made = await Promise.all([1, 2].map(() => send("/customers", customer, "customer-1")));
    const [{ id }, again] = [made[0]!.data, await send("/customers", customer, "customer-1")];
    expect([again.status, again.data]).toEqual([201, made[1]!.data]);
    const listed = (await call("boss", "GET", "/customers")).data as unknown as { name: string }[];
    expect(listed.filter(({ name }) => name === "Sent twice")).toHaveLength(1);
    const path = `/customers/${id}/facilities`;
    const plants = await Promise.all([1, 2].map(() => send(path, FACILITY, "facility-1")));
    plants.push(await send(path, FACILITY, "facility-1"));
    expect(new Set(plants.map(({ data }) => data.id)).size).toBe(1);
    expect((await call("boss", "GET", path)).data).toHaveLength(1);
    expect((await send(path, { ...FACILITY, name: "Other" }, "facility-1")).status).toBe(409);
    // The same words for another customer are another thing: what was added first is not told for it.
    const elsewhere = await send(`/customers/${acme}/facilities`, FACILITY, "facility-1");
    expect([elsewhere.status, elsewhere.data]).toEqual([409, undefined]);
    await call("boss", "DELETE", `/facilities/${plants[0]!.data.id}`);
    await call("boss", "DELETE", `/customers/${id}`);
  });

  it("stand in the order of their names as people look for them, their facilities too", async () => {
    const names = ["Águila order", "Box order 2", "box order 10", "Zeta order"];
    const add = async (path: string, thing: object) =>
      (await call("boss", "POST", path, thing)).data as unknown as { id: number };
    const added = [];
    for (const name of [...names].reverse())
      added.push(await add("/customers", { ...CUSTOMER, name }));
    const path = `/customers/${added[0]!.id}/facilities`;
    for (const name of [...names].reverse()) await add(path, { ...FACILITY, name });
    const namesAt = async (list: string) =>
      ((await call("boss", "GET", list)).data as unknown as { name: string }[])
        .map(({ name }) => name)
        .filter((name) => names.includes(name));
    expect([await namesAt("/customers"), await namesAt(path)]).toEqual([names, names]);
  });

  it("are made, changed in part or whole, and deleted when empty, each told in the audit log", async () => {
    const made = await call("boss", "POST", "/customers", CUSTOMER);
    expect([made.status, made.data]).toEqual([
      201,
      {
        ...CUSTOMER,
        id: made.data.id,
        contact_email: "pat@initech.example",
        contact_phone: "+14235550142",
        external_id: null,
      },
    ]);
    const path = `/customers/${made.data.id}`;
    const patched = await call("boss", "PATCH", path, { external_id: "I-7" });
    expect(patched.data).toEqual({ ...made.data, external_id: "I-7" });
    expect(await lastAudit("customer.changed")).toMatchObject({
      subjectId: made.data.id,
      customerId: made.data.id,
      before: { external_id: null },
      after: { external_id: "I-7" },
    });
    const { logo: _logo, ...rest } = CUSTOMER;
    expect((await call("boss", "PUT", path, rest)).data).toMatchObject({
      external_id: null,
      logo: null,
    });
    const plant = await call("boss", "POST", `${path}/facilities`, FACILITY);
    expect(plant.status).toBe(201);
    const refused = await call("boss", "DELETE", path);
    expect([refused.status, refused.body["message"]]).toEqual([
      409,
      "It is not empty: 1 facility.",
    ]);
    expect((await call("boss", "DELETE", `/facilities/${plant.data.id}`)).status).toBe(200);
    const account = await call("boss", "POST", `${path}/service_accounts`, {
      ...{ name: "MES", scopes: ["read:machines"] },
    });
    const asAccount = async () =>
      (await callApi(world(), v1, "/v1/devices", { token: String(account.data["token"]) })).status;
    expect(await asAccount()).toBe(200);
    rechecked.length = 0;
    expect((await call("boss", "DELETE", path)).status).toBe(200);
    expect((await call("boss", "GET", path)).status).toBe(404);
    // Its service accounts are gone with it, and the hub of its sockets looks again.
    expect([await asAccount(), rechecked[0]]).toEqual([
      401,
      hubName({ customerId: made.data.id, userId: 0 }),
    ]);
    expect(await lastAudit("customer.deleted")).toMatchObject({ before: { name: CUSTOMER.name } });
  });

  it("that are changed are told to the open pages of their people, which show their logo", async () => {
    const told = async (method: string, body: object) => {
      const outdated: string[] = [];
      const path = `/v1/customers/${globex}`;
      await callApi({ ...world(), outdated }, v1, path, { method, token: tokens.boss, body });
      return outdated.filter((name) => name === hub);
    };
    const hub = hubName({ customerId: globex, userId: 0 });
    const changed = { ...CUSTOMER, logo: "flute.svg" };
    expect(await told("PUT", changed)).toEqual([hub]);
    expect(await told("PUT", changed)).toEqual([]);
    expect(await told("PATCH", { logo: "roll.svg" })).toEqual([hub]);
    expect(await told("PATCH", { logo: "none.svg" })).toEqual([]);
  });

  it("that are changed are told to the provider's people who are signed in, once each", async () => {
    const [outdated, later] = [[] as string[], [] as Promise<unknown>[]];
    const another = () => createUser(db(), { role: "oem_superuser", make: "Sun" });
    const [colleague, away, gone] = [await another(), await another(), await another()];
    for (let i = 0; i < 2; i += 1) await createSession(db(), colleague.actor);
    await createSession(db(), gone.actor);
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, gone.actor.userId));
    const path = `/v1/customers/${globex}`;
    const renamed = { method: "PATCH", token: tokens.boss, body: { name: "Globex Cartons" } };
    await callApi({ ...world(), outdated, later }, v1, path, renamed);
    await Promise.all(later);
    const hubOf = ({ userId }: { userId: number }) => hubName({ customerId: null, userId });
    expect(outdated).toContain(hubOf(boss));
    expect(outdated.filter((name) => name === hubOf(colleague.actor))).toHaveLength(1);
    expect(outdated).not.toContain(hubOf(away.actor));
    expect(outdated).not.toContain(hubOf(gone.actor));
    expect(outdated.filter((name) => name.startsWith("customer:"))).toHaveLength(1);
  });

  it("that come and go are told to open pages of those who see them, and so are plants and machines", async () => {
    const told = async <Made>(method: string, path: string, body?: object) => {
      const [outdated, later] = [[] as string[], [] as Promise<unknown>[]];
      const asked = { method, token: tokens.boss, ...(body && { body }) };
      const { body: answer } = await callApi({ ...world(), outdated, later }, v1, path, asked);
      await Promise.all(later);
      const customers = outdated.filter((name) => name.startsWith("customer:"));
      return {
        made: (answer as { data: Made }).data,
        told: [outdated.includes(hubName({ customerId: null, userId: boss.userId })), customers],
      };
    };
    const customer = await told<{ id: number }>("POST", "/v1/customers", CUSTOMER);
    expect(customer.told).toEqual([true, []]);
    const path = `/v1/customers/${customer.made.id}`;
    const hub = hubName({ customerId: customer.made.id, userId: 0 });
    const plant = await told<{ id: number }>("POST", `${path}/facilities`, FACILITY);
    expect(plant.told).toEqual([true, [hub]]);
    const machine = { serial_number: "TOLD-1", make: "Sun", model: "625" };
    expect((await told("POST", "/v1/devices", machine)).told).toEqual([true, []]);
    const placed = { ...machine, serial_number: "TOLD-2", facility_id: plants[0] };
    expect((await told("POST", "/v1/devices", placed)).told).toEqual([
      true,
      [hubName({ customerId: acme, userId: 0 })],
    ]);
    const gone = await told("DELETE", `/v1/facilities/${plant.made.id}`);
    expect(gone.told).toEqual([true, [hub]]);
    expect((await told("DELETE", path)).told).toEqual([true, [hub]]);
  });

  it("say what is wrong by field", async () => {
    const answer = await call("boss", "POST", "/customers", {
      ...CUSTOMER,
      name: " ",
      contact_email: "nobody",
      logo: "own.svg",
    });
    expect([answer.status, Object.keys(errorsOf(answer)).sort()]).toEqual([
      422,
      ["contact_email", "logo", "name"],
    ]);
    const both = { contact_email: "nobody", contact_phone: "12" };
    for (const [path, thing] of [
      ["/customers", CUSTOMER],
      [`/customers/${acme}/facilities`, FACILITY],
    ] as const)
      expect(
        Object.keys(errorsOf(await call("boss", "POST", path, { ...thing, ...both }))),
      ).toEqual(Object.keys(both));
    const placed = await call("boss", "POST", "/customers", {
      ...CUSTOMER,
      contact_phone: "+52 81 8345 6789",
      state: "NL",
    });
    expect(Object.keys(errorsOf(placed)).sort()).toEqual(["contact_phone", "state"]);
    const patched = await call("boss", "PATCH", `/customers/${acme}`, {
      country: "mexico",
      state: "GA",
    });
    expect(errorsOf(patched)).toEqual({ state: ["is not a state of the country"] });
  });

  it("are the superusers' alone to change", async () => {
    for (const who of ["admin", "user", "oem", "foreign"] as const)
      for (const [method, path, body] of [
        ["POST", "/customers", CUSTOMER],
        ["PUT", `/customers/${acme}`, CUSTOMER],
        ["PATCH", `/customers/${acme}`, { name: "x" }],
        ["DELETE", `/customers/${acme}`, undefined],
        ["POST", `/customers/${acme}/facilities`, FACILITY],
        ["PUT", `/facilities/${plants[0]}`, FACILITY],
        ["DELETE", `/facilities/${plants[0]}`, undefined],
      ] as const)
        expect([who, method, path, (await call(who, method, path, body)).status]).toEqual([
          who,
          method,
          path,
          403,
        ]);
  });
});

describe("facilities", () => {
  it("take a state and a zone of their country, and exist below their own customer only", async () => {
    const wrong = await call("boss", "POST", `/customers/${acme}/facilities`, {
      ...FACILITY,
      state: "TX",
      timezone: "America/Chicago",
    });
    expect(errorsOf(wrong)).toEqual({
      state: ["is not a state of the country"],
      timezone: ["is not a time zone of the country"],
    });
    const path = `/customers/${acme}/facilities/${plants[1]}`;
    expect((await call("boss", "PUT", path, FACILITY)).data).toMatchObject({
      timezone: "America/Monterrey",
      contact_phone: "+528183456789",
      sap_protocol: "none",
    });
    expect(
      (await call("boss", "PUT", `/customers/${globex}/facilities/${plants[1]}`, FACILITY)).status,
    ).toBe(404);
    expect((await call("admin", "GET", path)).data).toMatchObject({ id: plants[1] });
    expect((await call("foreign", "GET", path)).status).toBe(404);
  });

  it("say since when they are closed to those for whom a closed one exists", async () => {
    const { data: plant } = await call("boss", "POST", `/customers/${acme}/facilities`, FACILITY);
    const path = `/facilities/${plant.id}`;
    expect(plant["retired_at"]).toBeNull();
    const closed = { retired_at: new Date(NOW).toISOString() };
    expect((await call("boss", "PUT", `${path}/retire`)).data).toMatchObject(closed);
    expect((await call("boss", "GET", path)).data).toMatchObject(closed);
    expect((await call("admin", "GET", path)).status).toBe(404);
    expect((await call("boss", "DELETE", `${path}/retire`)).data["retired_at"]).toBeNull();
  });

  it("that are made or changed are told to the open pages of their customer and machines, once", async () => {
    const machine = await createMachine(db(), { facilityId: plants[1]! });
    const hub = hubName({ customerId: acme, userId: 0 });
    const told = async (method: string, path: string, body: object) => {
      const [outdated, changed] = [[] as string[], [] as string[]];
      const seen = { ...world(), outdated, changed };
      await callApi(seen, v1, `/v1${path}`, { method, token: tokens.boss, body });
      return { outdated: outdated.filter((name) => name === hub), changed };
    };
    const path = `/customers/${acme}/facilities`;
    expect(await told("POST", path, FACILITY)).toEqual({ outdated: [hub], changed: [] });
    const west = { ...FACILITY, timezone: "America/Tijuana" };
    const both = { outdated: [hub], changed: [changesTopic(machine.id, "settings")] };
    expect(await told("PUT", `${path}/${plants[1]}`, west)).toEqual(both);
    expect(await told("PUT", `${path}/${plants[1]}`, west)).toEqual({ outdated: [], changed: [] });
    expect(await told("PATCH", `/facilities/${plants[1]}`, { name: "Plant 2" })).toEqual(both);
  });
});

const PERSON = {
  first_name: "Dana",
  last_name: "Whit",
  email: "dana@new.example",
  phone: "+1",
  role: "user",
};
const newEmail = () => `${crypto.randomUUID()}@new.example`;
const invite = async (who: Who, over: object = {}) =>
  call(who, "POST", "/users", { user: { ...PERSON, email: newEmail(), ...over } });
const linkIn = async (to: string) => {
  const [mail] = await db()
    .select()
    .from(outboxMessages)
    .where(and(eq(outboxMessages.to, to), eq(outboxMessages.template, "account_setup")))
    .orderBy(desc(outboxMessages.id))
    .limit(1);
  return { locale: mail?.locale, token: /setup-account\/([\w-]+)/.exec(mail?.text ?? "")![1]! };
};

describe("people", () => {
  it("that come, change and go are told to open lists of those who look after them, once each", async () => {
    const told = async (method: string, path: string, body?: object) => {
      const [outdated, later] = [[] as string[], [] as Promise<unknown>[]];
      const asked = { method, token: tokens.boss, ...(body && { body }) };
      const answer = await callApi({ ...world(), outdated, later }, v1, path, asked);
      await Promise.all(later);
      expect([path, answer.status]).toEqual([path, method === "POST" ? 201 : 200]);
      const hubs = [hubName({ customerId: null, userId: boss.userId }), hubOfAcme];
      return {
        id: (answer.body as { data: { id: number } }).data.id,
        times: hubs.map((hub) => outdated.filter((name) => name === hub).length),
      };
    };
    const hubOfAcme = hubName({ customerId: acme, userId: 0 });
    const user = { ...PERSON, email: newEmail(), customer_id: acme, facility_ids: [plants[0]] };
    const made = await told("POST", "/v1/users", { user });
    const path = `/v1/users/${made.id}`;
    const changes = [
      ["PUT", path, { user: { first_name: "Dora" } }],
      ["PUT", `${path}/invite`],
      ["PUT", `${path}/deactivate`],
      ["PUT", `${path}/activate`],
      ["DELETE", path],
    ] as const;
    const times = [made.times];
    for (const [method, at, body] of changes) times.push((await told(method, at, body)).times);
    expect(times).toEqual(times.map(() => [1, 1]));
    // Nothing is new: nobody reads anything again.
    const colleague = (await createUser(db(), { role: "user", customerId: acme })).actor.userId;
    await db().update(users).set({ lockedAt: NOW }).where(eq(users.id, colleague));
    const unlock = () => told("PUT", `/v1/users/${colleague}/unlock`);
    expect([(await unlock()).times, (await unlock()).times]).toEqual([
      [1, 1],
      [0, 0],
    ]);
    const csv = `first_name,last_name,email,role\nA,B,${newEmail()},user\nC,D,${newEmail()},user`;
    const [outdated, later] = [[] as string[], [] as Promise<unknown>[]];
    await callApi({ ...world(), outdated, later }, v1, `/v1/customers/${acme}/users/many`, {
      ...{ method: "POST", token: tokens.boss, body: { csv } },
    });
    expect(outdated.filter((name) => name === hubOfAcme)).toHaveLength(1);
  });

  it("are invited by a mail in their language with a link of seven days, which a newer one ends", async () => {
    const made = await invite("admin", { facility_ids: [plants[0]], locale: "es" });
    expect([made.status, made.data]).toMatchObject([
      201,
      {
        status: "invited",
        role: "user",
        customer_id: acme,
        facility_ids: [plants[0]],
        phone: null,
        login_attempts: 0,
        login_attempt_last_at: null,
      },
    ]);
    const email = String(made.data["email"]);
    const first = await linkIn(email);
    expect(first.locale).toBe("es");
    const [row] = await db()
      .select()
      .from(passwordTokens)
      .where(eq(passwordTokens.tokenHash, sha256Hex(first.token)));
    expect([row?.userId, row!.expiresAt - NOW]).toEqual([made.data.id, 7 * 86_400_000]);
    expect((await call("admin", "PUT", `/users/${made.data.id}/invite`)).status).toBe(200);
    const second = await linkIn(email);
    // It would end the only link by which they can come.
    expect((await call("admin", "PUT", `/users/${made.data.id}/reset_password`)).status).toBe(409);
    const find = (token: string) => findPasswordToken({ db: db(), now: NOW }, token);
    expect([await find(first.token), (await find(second.token))?.email]).toEqual([null, email]);
    await setPasswordByToken(
      {
        ...world(),
        endSockets: () => Promise.resolve(),
        accessChanged: () => undefined,
        jobs: JOBS,
        publicOrigin: "https://x.example",
      } as never,
      {
        token: second.token,
        password: "correct horse battery",
        passwordConfirmation: "correct horse battery",
      },
    );
    expect((await call("admin", "GET", `/users/${made.data.id}`)).data["status"]).toBe("active");
    expect((await call("admin", "PUT", `/users/${made.data.id}/invite`)).status).toBe(409);
  });

  it("who are only invited are invited anew at a new address, and the link to the old one ends", async () => {
    const made = await invite("admin", { locale: "es" });
    const path = `/users/${made.data.id}`;
    const wrong = await linkIn(String(made.data["email"]));
    const email = newEmail();
    const changed = await call("admin", "PUT", path, { user: { email, first_name: "Ana" } });
    expect([changed.status, changed.data]).toMatchObject([200, { email, status: "invited" }]);
    const find = (token: string) => findPasswordToken({ db: db(), now: NOW }, token);
    const right = await linkIn(email);
    expect([await find(wrong.token), (await find(right.token))?.email, right.locale]).toEqual([
      ...[null, email, "es"],
    ]);
    // What else changes leaves the link alone.
    expect((await call("admin", "PUT", path, { user: { last_name: "Sol" } })).status).toBe(200);
    expect((await find(right.token))?.email).toBe(email);
  });

  it("get the roles, facilities and make that whoever manages them may give", async () => {
    const ownEmail = (await call("boss", "GET", "/users/me")).data["email"];
    for (const [who, over, field] of [
      ["admin", { role: "superuser" }, "role"],
      ["admin", { facility_ids: [foreignPlant] }, "facility_ids"],
      ["admin", { customer_id: 987_654 }, "customer_id"],
      ["boss", { role: "user" }, "customer_id"],
      ["boss", { role: "superuser", customer_id: 1 }, "customer_id"],
      ["boss", { role: "oem_superuser" }, "make"],
      ["boss", { role: "superuser", phone: "12" }, "phone"],
      ["boss", { role: "superuser", email: ownEmail }, "email"],
    ] as const) {
      const answer = await invite(who, over);
      expect([over, answer.status, Object.keys(errorsOf(answer) ?? {})]).toEqual([
        over,
        field === "facility_ids" ? 404 : 422,
        [field],
      ]);
    }
    expect(errorsOf(await invite("boss", { role: "superuser", customer_id: acme }))).toEqual({
      customer_id: ["must be left out: superusers and OEM superusers belong to no customer"],
    });
    for (const who of ["user", "oem"] as const)
      expect([(await invite(who)).status, (await call(who, "GET", "/users")).status]).toEqual([
        403, 403,
      ]);
    const all = (await call("boss", "GET", "/users")).body["data"] as { customer_id: number }[];
    expect(new Set(all.map(({ customer_id }) => customer_id)).size).toBeGreaterThan(2);
    const own = (await call("admin", "GET", "/users")).body["data"] as { customer_id: number }[];
    expect(new Set(own.map(({ customer_id }) => customer_id))).toEqual(new Set([acme]));
  });

  it("change by whoever manages them; a new address of an active account waits for its link", async () => {
    const { actor } = await createUser(db(), {
      role: "user",
      customerId: acme,
      facilityIds: plants,
    });
    const path = `/users/${actor.userId}`;
    const email = newEmail();
    const answer = await call("admin", "PUT", path, {
      user: { first_name: "Kit", role: "admin", facility_ids: [plants[1]], email },
    });
    expect(answer.data).toMatchObject({
      first_name: "Kit",
      role: "admin",
      facility_ids: [plants[1]],
      email: expect.stringContaining("person") as string,
    });
    expect(
      (await db().select().from(emailChanges)).find(({ userId }) => userId === actor.userId)?.email,
    ).toBe(email);
    expect(await lastAudit("user.changed")).toMatchObject({
      subjectId: actor.userId,
      before: { first_name: "Kim", role: "user", facility_ids: plants },
      after: { first_name: "Kit", role: "admin", facility_ids: [plants[1]] },
    });
    expect(errorsOf(await call("admin", "PUT", path, { user: { role: "superuser" } }))).toEqual({
      role: ["is not a role that you can give"],
    });
    expect((await call("foreign", "PUT", path, { user: { first_name: "x" } })).status).toBe(404);
    expect((await call("user", "PUT", path, { user: { first_name: "x" } })).status).toBe(404);
  });

  it("that are deleted are gone at once, and what they wrote stays", async () => {
    const { actor } = await createUser(db(), {
      role: "user",
      customerId: acme,
      facilityIds: plants,
    });
    const session = await createSession(db(), actor);
    const { id: deviceId } = await createMachine(db(), { facilityId: plants[0]! });
    const row = { deviceId, name: "Jam", startAt: NOW - 1000, endAt: NOW, createdAt: NOW };
    const [event] = await db()
      .insert(events)
      .values({ ...row, userId: actor.userId })
      .returning();
    const asThem = () => callApi(world(), v1, "/v1/users/me", { token: session.token });
    expect((await asThem()).status).toBe(200);
    ended.length = 0;
    expect((await call("foreign", "DELETE", `/users/${actor.userId}`)).status).toBe(404);
    expect((await call("admin", "DELETE", `/users/${actor.userId}`)).status).toBe(200);
    expect([(await asThem()).status, ended]).toEqual([401, [session.actor.sessionId]]);
    expect((await db().select().from(events).where(eq(events.id, event!.id)))[0]).toMatchObject({
      name: "Jam",
      userId: null,
    });
    expect((await call("admin", "DELETE", `/users/${actor.userId}`)).status).toBe(404);
    const told = await db()
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(and(eq(auditEntries.subjectType, "user"), eq(auditEntries.subjectId, actor.userId)));
    expect(told).toEqual([{ action: "user.deleted" }]);
  });

  it("lose a facility or a role at once, on calls and on sockets", async () => {
    const { actor } = await createUser(db(), {
      role: "user",
      customerId: acme,
      facilityIds: plants,
    });
    const { token } = await createSession(db(), actor);
    const { id } = await createMachine(db(), { facilityId: plants[0]! });
    const see = async () => (await callApi(world(), v1, `/v1/devices/${id}`, { token })).status;
    expect(await see()).toBe(200);
    rechecked.length = 0;
    await call("admin", "PUT", `/users/${actor.userId}`, { user: { facility_ids: [plants[1]] } });
    const hub = hubName({ customerId: acme, userId: actor.userId });
    expect([await see(), rechecked.filter((name) => name === hub)]).toEqual([404, [hub]]);
  });

  it("nobody takes their own access", async () => {
    expect((await call("boss", "DELETE", `/users/${boss.userId}`)).status).toBe(409);
    expect(
      errorsOf(
        await call("boss", "PUT", `/users/${boss.userId}`, { user: { role: "oem_superuser" } }),
      ),
    ).toEqual({ role: [OWN_ACCESS] });
    const me = await call("boss", "GET", "/users/me");
    expect(me.data["role"]).toBe("superuser");
  });

  it("are told that nobody changes their own role, make or facilities; the present ones are no change", async () => {
    const { data: me } = await call("user", "GET", "/users/me");
    for (const path of ["/users/me", `/users/${me.id}`]) {
      const put = (user: object) => call("user", "PUT", path, { user });
      const { status, body } = await put({ role: "admin", make: "Sun", facility_ids: [plants[0]] });
      expect([status, errorsOf({ body })]).toEqual([
        422,
        { role: [OWN_ACCESS], make: [OWN_ACCESS], facility_ids: [OWN_ACCESS] },
      ]);
      const { role, make, facility_ids } = me;
      expect((await put({ role, make, facility_ids })).status).toBe(200);
    }
    expect((await call("user", "GET", "/users/me")).data).toEqual(me);
  });

  const DEMOTED = { user: { role: "oem_superuser", make: "Sun" } };
  const ways = {
    delete: (id: number) => [`/users/${id}`, { method: "DELETE" }],
    demote: (id: number) => [`/users/${id}`, { method: "PUT", body: DEMOTED }],
    deactivate: (id: number) => [`/users/${id}/deactivate`, { method: "PUT" }],
  } satisfies Record<string, (id: number) => [string, object]>;
  type Way = keyof typeof ways;
  it.each<[Way, Way]>([
    ["delete", "delete"],
    ["demote", "demote"],
    ["deactivate", "deactivate"],
    ["delete", "demote"],
    ["demote", "deactivate"],
    ["deactivate", "delete"],
  ])("two superusers who %s and %s each other leave one", async (mine, theirs) => {
    const other = await createSession(db(), (await createUser(db(), { role: "superuser" })).actor);
    const act = (way: Way, token: string, id: number) => {
      const [path, how] = ways[way](id);
      return callApi(world(), v1, `/v1${path}`, { token, ...how });
    };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 === 0
          ? act(mine, tokens.boss, other.actor.userId)
          : act(theirs, other.token, boss.userId),
      ),
    );
    const left = await db()
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, "superuser"), eq(users.status, "active")));
    expect(left).toHaveLength(1);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    if (left[0]!.id === boss.userId) return;
    expect(left[0]!.id).toBe(other.actor.userId);
    boss = other.actor;
    tokens.boss = other.token;
  });
});

describe("service tiers", () => {
  it("are changed by superusers only, and hold at once", async () => {
    const { id, serialNumber } = await createMachine(db(), { facilityId: plants[0]! });
    const put = (who: Who, body: object) => call(who, "PUT", `/devices/${serialNumber}`, body);
    for (const who of ["admin", "user", "oem"] as const)
      expect((await put(who, { service_tier: { id: 1 } })).status).toBe(403);
    rechecked.length = 0;
    expect((await put("boss", { service_tier: { id: 1 } })).data).toMatchObject({
      id,
      service_tier: { name: "Tier 1", events: true },
    });
    expect(rechecked).toContain(hubName({ customerId: acme, userId: 0 }));
    expect(await lastAudit("machine.tier_changed")).toMatchObject({
      subjectId: id,
      customerId: acme,
      before: { service_tier_id: null },
      after: { service_tier_id: 1 },
    });
    expect((await put("boss", { service_tier_id: null })).data["service_tier"]).toBeNull();
    expect((await put("boss", { service_tier: { id: 99 } })).status).toBe(422);
    // What is left out stays as it is.
    expect((await put("boss", { service_tier: { id: 1 } })).status).toBe(200);
    expect((await put("boss", {})).data).toMatchObject({ id, service_tier: { name: "Tier 1" } });
  });

  it("come with a new machine, as its other settings do, where a superuser adds it", async () => {
    const machine = { serial_number: "TIER-1", make: "Sun", model: "625" };
    const add = (who: Who, more: object) => call(who, "POST", "/devices", { ...machine, ...more });
    for (const told of [{ service_tier: { id: 1 } }, { service_tier_id: 1 }, { kiwiplan: true }])
      expect((await add("oem", told)).status).toBe(403);
    for (const told of [{ service_tier: { id: 99 } }, { service_tier: 1 }, { service_tier_id: -1 }])
      expect((await add("boss", told)).status).toBe(422);
    const { data } = await add("boss", { service_tier: { id: 1 }, micro_stop_seconds: 45 });
    expect(data).toMatchObject({ serial_number: "TIER-1", service_tier: { name: "Tier 1" } });
    expect(await lastAudit("machine.added")).toMatchObject({
      subjectId: data["id"],
      after: { service_tier_id: 1, micro_stop_seconds: 45 },
    });
    const own = { serial_number: "TIER-2", service_tier: null, micro_stop_seconds: 30 };
    expect((await add("boss", own)).data).toMatchObject({ service_tier: null });
    const theirs = { serial_number: "TIER-3", micro_stop_seconds: 30 };
    expect((await add("oem", theirs)).status).toBe(201);
  });
});

const JOBS = { send: () => Promise.resolve() };
