/** The pages of customers, facilities and people, as their forms are sent: what is saved, refused by field, and by whom. */
import { desc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { customers, devices, facilities, outboxMessages, users } from "#app/db/schema/index.ts";
import { hubName } from "#app/domain/live/ports.ts";
import { sendForm, type FormFields } from "./factories/actions.ts";
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
let router: Awaited<ReturnType<typeof openPages>>;
let acme: number;
let plant: number;
const tokens = {} as Record<"boss" | "admin" | "oem", string>;

beforeAll(async () => {
  router = await openPages();
  acme = await createCustomer(db());
  plant = await createFacility(db(), acme);
  const tokenOf = async (who: Parameters<typeof createUser>[1]) =>
    (await createSession(db(), (await createUser(db(), who)).actor)).token;
  tokens.boss = await tokenOf({ role: "superuser" });
  tokens.admin = await tokenOf({ role: "admin", customerId: acme });
  tokens.oem = await tokenOf({ role: "oem_superuser", make: "Sun" });
});

const world = () => ({ db: db(), now: NOW });
const send = (path: string, form: FormFields, token: string) =>
  sendForm(router, world(), path, form, token);
const page = async (path: string, token: string) => {
  const { body } = await visit(router.handle, world(), path, { token });
  return body;
};

const CUSTOMER = {
  intent: "save",
  name: "Initech Cartons",
  contact_name: "Pat Lee",
  contact_email: "Pat@Initech.Example",
  contact_phone: "(423) 555-0142",
  external_id: "",
  city: "Rome",
  country: "usa",
  state: "GA",
  logo: "",
};
const FACILITY = {
  intent: "save",
  name: "Plant 1",
  city: "Apodaca",
  country: "mexico",
  state: "NL",
  timezone: "America/Monterrey",
  sap_protocol: "none",
  contact_name: "Pat Lee",
  contact_phone: "+52 81 8345 6789",
  contact_email: "pat@initech.example",
};

describe("the pages of customers", () => {
  it("make, change and delete one; what may be left out becomes none", async () => {
    const made = await send("/customers/new", CUSTOMER, tokens.boss);
    const [row] = await db().select().from(customers).orderBy(desc(customers.id)).limit(1);
    expect([made.status, made.done]).toEqual([200, { id: row!.id }]);
    expect(row).toMatchObject({
      contactEmail: "pat@initech.example",
      contactPhone: "+14235550142",
      externalId: null,
      logo: null,
      state: "GA",
    });
    const path = `/admin/customers/${row!.id}`;
    await send(path, { ...CUSTOMER, external_id: "I-7", logo: "box.svg" }, tokens.boss);
    expect(await page(path, tokens.boss)).toContain('"external_id":"I-7"');
    const gone = await send(path, { intent: "delete-and-leave" }, tokens.boss);
    expect([gone.done, await db().$count(customers, eq(customers.id, row!.id))]).toEqual([
      { id: row!.id },
      0,
    ]);
  });

  it("say what is wrong by field, and why one that is not empty stays", async () => {
    const { status, errors } = await send(
      "/customers/new",
      { ...CUSTOMER, name: " ", contact_email: "nobody", logo: "own.svg" },
      tokens.boss,
    );
    expect([status, errors]).toEqual([
      422,
      { contact_email: "email", logo: "one_of", name: "required" },
    ]);
    const mexican = { ...CUSTOMER, contact_phone: "+52 81 8345 6789", state: "NL" };
    expect((await send("/customers/new", mexican, tokens.boss)).errors).toEqual({
      contact_phone: "phone",
      state: "state_of_country",
    });
    const kept = await send(`/customers/${acme}`, { intent: "delete-and-leave" }, tokens.boss);
    expect([kept.status, kept.errors]).toEqual([409, { "": "not_empty" }]);
  });

  it("are read by others and changed by nobody else", async () => {
    for (const token of [tokens.admin, tokens.oem]) {
      for (const intent of ["save", "delete-and-leave"])
        expect(await send(`/customers/${acme}`, { ...CUSTOMER, intent }, token)).toEqual({
          status: 302,
          to: "/errors/error-401",
        });
      expect(await page(`/customers/${acme}`, token)).toContain('"canChange":false');
    }
  });
});

describe("the pages of facilities", () => {
  it("make, change and delete one, with its machines beside it", async () => {
    const at = `/customers/${acme}/facilities`;
    const wrong = { ...FACILITY, state: "TX", timezone: "America/Chicago" };
    expect((await send(`${at}/new`, wrong, tokens.boss)).errors).toEqual({
      state: "state_of_country",
      timezone: "zone_of_country",
    });
    const made = await send(`${at}/new`, FACILITY, tokens.boss);
    const id = made.done!.id;
    expect(await db().select().from(facilities).where(eq(facilities.id, id))).toMatchObject([
      { customerId: acme, contactPhone: "+528183456789", timezone: "America/Monterrey" },
    ]);
    const { serialNumber } = await createMachine(db(), { facilityId: id });
    expect(await page(`${at}/${id}`, tokens.admin)).toContain(serialNumber);
    const kept = await send(`${at}/${id}`, { intent: "delete-and-leave" }, tokens.boss);
    expect([kept.status, kept.errors]).toEqual([409, { "": "not_empty" }]);
    const moved = { ...FACILITY, timezone: "America/Tijuana", state: "BC" };
    expect((await send(`${at}/${id}`, moved, tokens.boss)).done).toEqual({ id });
    expect(await page(`${at}/${id}`, tokens.boss)).toContain("America/Tijuana");
  });

  it("close one and open it again, superusers only, by name and with what goes", async () => {
    const id = await createFacility(db(), acme);
    const at = `/customers/${acme}/facilities/${id}`;
    const closed = async () =>
      (await db().select().from(facilities).where(eq(facilities.id, id)))[0]!.retiredAt !== null;
    const [inService, scrapped] = [
      await createMachine(db(), { facilityId: id }),
      await createMachine(db(), { facilityId: id }),
    ];
    await db().update(devices).set({ retiredAt: NOW }).where(eq(devices.id, scrapped.id));
    const listed = async () => {
      const text = await page(at, tokens.boss);
      return [inService, scrapped].filter((each) => text.includes(each.serialNumber)).length;
    };
    expect(await page(at, tokens.admin)).toContain('"service":null');
    expect(await page(at, tokens.boss)).toContain('"service":{"isRetired":false}');
    expect(await listed()).toBe(1);
    for (const isSecond of [false, true])
      expect([isSecond, (await send(at, { intent: "retire" }, tokens.boss)).done]).toEqual([
        isSecond,
        { id },
      ]);
    expect(await closed()).toBe(true);
    expect(await page(at, tokens.boss)).toContain('"service":{"isRetired":true}');
    expect(await listed()).toBe(2);
    expect((await send(at, { intent: "restore" }, tokens.boss)).done).toEqual({ id });
    expect(await closed()).toBe(false);
    expect((await send(at, { intent: "retire" }, tokens.admin)).status).toBe(302);
    expect(await closed()).toBe(false);
  });

  it("are changed by superusers only, below their own customer only", async () => {
    const other = await createCustomer(db());
    const denied = { status: 302, to: "/errors/error-401" };
    expect(await send(`/customers/${acme}/facilities/new`, FACILITY, tokens.admin)).toEqual(denied);
    const own = `/customers/${acme}/facilities/${plant}`;
    expect(await send(own, FACILITY, tokens.admin)).toEqual(denied);
    expect(await send(`/customers/${other}/facilities/${plant}`, FACILITY, tokens.boss)).toEqual({
      status: 302,
      to: "/errors/error-404",
    });
  });
});

const PERSON = {
  intent: "save",
  first_name: "Dana",
  last_name: "Whit",
  email: "dana@new.example",
  phone: "+1",
  role: "user",
  locale: "es",
  notifications_email: "on",
};
const personOf = async (email: string) =>
  (await db().select().from(users).where(eq(users.email, email)))[0];
/** With a password, of which nothing but that there is one is asked here. */
const newUser = async () => {
  const who = { role: "user" as const, customerId: acme, facilityIds: [plant] };
  const { userId } = (await createUser(db(), who)).actor;
  await db().update(users).set({ passwordHash: "x" }).where(eq(users.id, userId));
  return userId;
};

describe("the pages of people", () => {
  it("invite somebody with a role and facilities, by mail in their language", async () => {
    const path = `/customers/${acme}/users`;
    const other = await createFacility(db(), await createCustomer(db()));
    for (const [over, errors] of [
      [{ role: "superuser" }, { role: "one_of" }],
      [{ facility_ids: [String(other)] }, { "": "gone", facility_ids: "facilities_of_customer" }],
      [{ phone: "12" }, { phone: "phone" }],
      [
        { email: "", first_name: "" },
        { email: "required", first_name: "required" },
      ],
    ] as const)
      expect((await send(`${path}/new`, { ...PERSON, ...over }, tokens.admin)).errors).toEqual(
        errors,
      );
    const given = { ...PERSON, facility_ids: [String(plant)] };
    const made = await send(`${path}/new`, given, tokens.admin);
    expect(await personOf(PERSON.email)).toMatchObject({
      id: made.done!.id,
      customerId: acme,
      role: "user",
      phone: null,
      status: "invited",
      notificationsEmail: true,
    });
    const [mail] = await db().select().from(outboxMessages);
    expect(mail).toMatchObject({ to: PERSON.email, locale: "es", template: "account_setup" });
    expect(await page(path, tokens.admin)).toContain('"status":"invited"');
    expect(await page(`${path}/${made.done!.id}`, tokens.admin)).toContain(
      `"setupUntil":${NOW + 7 * 86_400_000}`,
    );
    const again = await send(
      "/admin/users/new",
      { ...given, customer_id: String(acme) },
      tokens.boss,
    );
    expect(again.errors).toEqual({ email: "email_taken" });
  });

  it("give every role in the admin area: the provider's with a make, the others with a customer", async () => {
    const at = "/admin/users/new";
    const one = { ...PERSON, email: "oem@new.example" };
    expect((await send(at, one, tokens.boss)).errors).toEqual({ customer_id: "required" });
    const oem = { ...one, role: "oem_superuser" };
    expect((await send(at, oem, tokens.boss)).errors).toEqual({ make: "required" });
    const made = await send(at, { ...oem, make: "Sun" }, tokens.boss);
    expect(await personOf(one.email)).toMatchObject({ make: "Sun", customerId: null });
    const path = `/admin/users/${made.done!.id}`;
    expect((await send(path, { ...oem, role: "user" }, tokens.boss)).errors).toEqual({
      role: "role_not_yours",
    });
    await send(path, { ...oem, role: "superuser" }, tokens.boss);
    expect(await personOf(one.email)).toMatchObject({ role: "superuser", make: null });
  });

  it("change somebody: what is unchecked means no, and none chosen means no facility", async () => {
    const id = await newUser();
    const email = `kit${id}@new.example`;
    const { notifications_email: _off, ...form } = { ...PERSON, email, role: "admin" };
    const answer = await send(`/customers/${acme}/users/${id}`, form, tokens.admin);
    expect(answer).toMatchObject({ done: { id } });
    const [row] = await db().select().from(users).where(eq(users.id, id));
    // A new address of an active account waits for its link.
    expect(row).toMatchObject({ role: "admin", notificationsEmail: false, firstName: "Dana" });
    expect(row!.email).not.toBe(email);
    expect(await page(`/customers/${acme}/users/${id}`, tokens.admin)).toContain(
      '"facilityIds":[]',
    );
  });

  it("offer a closed facility to who has it, so that saving does not take it away", async () => {
    const id = await newUser();
    const path = `/customers/${acme}/users/${id}`;
    const closeIt = (at: number | null) =>
      db().update(facilities).set({ retiredAt: at }).where(eq(facilities.id, plant));
    await closeIt(NOW);
    const [shown, ofNew] = [
      await page(path, tokens.admin),
      await page(`/customers/${acme}/users/new`, tokens.admin),
    ];
    await closeIt(null);
    expect(shown).toMatch(new RegExp(`\\{"id":${plant},"name":"[^"]+","isClosed":true`));
    expect(ofNew).not.toContain(`{"id":${plant},"name"`);
  });

  it("reset, lock out, let in and delete, of the list and of the account's page", async () => {
    const id = await newUser();
    const path = `/customers/${acme}/users`;
    const act = (intent: string, at = `${path}/${id}`, token = tokens.admin) =>
      send(at, { intent, id: String(id) }, token);
    const row = async () => (await db().select().from(users).where(eq(users.id, id)))[0];
    await db()
      .update(users)
      .set({ lockedAt: NOW, failedSignIns: [NOW] })
      .where(eq(users.id, id));
    expect(await page(path, tokens.admin)).toContain(`"lockedAt":${NOW}`);
    expect((await act("unlock")).done).toEqual({ id });
    expect(await row()).toMatchObject({ lockedAt: null, failedSignIns: [] });
    await act("deactivate");
    expect(await row()).toMatchObject({ status: "disabled" });
    await act("activate");
    await act("reset", path);
    expect((await row())?.resetPassword).toBe(true);
    expect((await act("invite-again")).status).toBe(409);
    expect((await act("delete", path, tokens.oem)).to).toBe("/errors/error-401");
    expect((await act("delete", path)).done).toEqual({ id });
    expect(await row()).toBeUndefined();
    // Somebody else was quicker: that they are gone is what was wanted.
    expect((await act("delete", path)).done).toEqual({ id });
  });

  it("change nobody's own account", async () => {
    const { actor } = await createSession(
      db(),
      (await createUser(db(), { role: "admin", customerId: acme })).actor,
    );
    const { token } = await createSession(db(), actor);
    const own = `/customers/${acme}/users/${actor.userId}`;
    for (const intent of ["save", "deactivate", "delete-and-leave"]) {
      const answer = await send(own, { ...PERSON, email: "me@new.example", intent }, token);
      expect([intent, answer.status, answer.done]).toEqual([intent, 409, null]);
    }
    expect(await page(own, token)).toContain('"isOwn":true');
  });
});

describe("access that is taken away on a page", () => {
  const gone = async (act: (id: number, machine: number) => Promise<unknown>) => {
    const who = { role: "user" as const, customerId: acme, facilityIds: [plant] };
    const { actor } = await createUser(db(), who);
    const session = await createSession(db(), actor);
    const { id: machine } = await createMachine(db(), { facilityId: plant });
    const see = async () => {
      const path = `/machines/${machine}/comments`;
      const seen = await visit(router.handle, world(), path, { token: session.token });
      return seen.to === null ? seen.status : new URL(seen.to, "https://x.example").pathname;
    };
    expect(await see()).toBe(200);
    await act(actor.userId, machine);
    return { page: await see(), sessionId: session.actor.sessionId };
  };
  const ended: number[] = [];
  const rechecked: string[] = [];
  const send = (path: string, form: FormFields) =>
    sendForm(router, { ...world(), ended, rechecked }, path, form, tokens.boss);
  const at = (id: number) => `/customers/${acme}/users/${id}`;

  it("is gone from the next page, and sockets are told: a facility, an account, a deleted one", async () => {
    const without = { ...PERSON, email: "without@new.example" };
    const moved = await gone((id) => send(at(id), without));
    expect(moved.page).toBe("/errors/error-404");
    expect(rechecked).toContain(hubName({ customerId: acme, userId: 0 }));
    for (const intent of ["deactivate", "delete-and-leave"]) {
      const taken = await gone((id) => send(at(id), { intent }));
      expect([intent, taken.page]).toEqual([intent, "/login"]);
      expect(ended).toContain(taken.sessionId);
    }
  });
});
