import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { auditEntries, displayPairings, displays, facilities } from "#app/db/schema/index.ts";
import {
  CODE_MS,
  CODES_ENTERED,
  DISPLAY_TOUCH_MS,
  PAIRINGS_PER_ADDRESS,
  sessionIdOfDisplay,
} from "#app/domain/access/display.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import { MAX_DISPLAYS_PER_CUSTOMER } from "#app/domain/limits.ts";
import type { ProblemCode } from "#app/domain/problems.ts";
import {
  claimDisplay,
  findDisplay,
  listDisplays,
  revokeDisplay,
  updateDisplay,
} from "./displays.server.ts";
import { pairDisplay, isWaiting, startPairing } from "./pairing.server.ts";

const db = openTestDb();
const ended: [object, number[]][] = [];
const rechecked: object[] = [];
const screen = (over: { now?: number; address?: string } = {}) => ({
  db: db(),
  now: NOW,
  address: crypto.randomUUID(),
  linkSecret: () => Promise.resolve("a secret"),
  ...over,
});
const by = (actor: Actor, now = NOW) => ({
  ...screen({ now }),
  actor,
  accessChanged: (owner: object) => void rechecked.push(owner),
  endSockets: (owner: object, ids: number[]) => Promise.resolve(void ended.push([owner, ids])),
});

let acme: number;
let plants: number[];
let foreignPlant: number;
let admin: Actor;
let foreign: Actor;
let oem: Actor;
let boss: Actor;
let user: Actor;
const actorOf = async (...args: [Parameters<typeof createUser>[1]]) =>
  (await createUser(db(), ...args)).actor;

beforeAll(async () => {
  acme = await createCustomer(db());
  const globex = await createCustomer(db());
  plants = [await createFacility(db(), acme), await createFacility(db(), acme)];
  foreignPlant = await createFacility(db(), globex);
  await createMachine(db(), { facilityId: plants[0]!, make: "Sun", serialNumber: "SUN-1" });
  await createMachine(db(), { facilityId: plants[0]!, make: "Ward", serialNumber: "WARD-1" });
  await createMachine(db(), { facilityId: plants[0]!, serialNumber: "SUN-2_SIM" });
  await createMachine(db(), { facilityId: plants[1]!, serialNumber: "SUN-3" });
  await createMachine(db(), { facilityId: foreignPlant, serialNumber: "SUN-4" });
  admin = await actorOf({ role: "admin", customerId: acme });
  user = await actorOf({ role: "user", customerId: acme, facilityIds: plants });
  foreign = await actorOf({ role: "admin", customerId: globex });
  oem = await actorOf({ role: "oem_superuser", make: "Sun" });
  boss = await actorOf({ role: "superuser" });
});

const settings = () => ({
  name: "Line 1",
  facilityIds: [plants[0]!],
  locale: "es" as const,
  timeZone: "America/Monterrey",
});
async function pair(actor: Actor, over: Partial<ReturnType<typeof settings>> = {}) {
  const { code, token } = await startPairing(screen(), null);
  const display = await pairDisplay(by(actor), { ...settings(), ...over, code });
  const claimed = await claimDisplay(by(actor), token);
  return { token: claimed!.token, waitingToken: token, code, display };
}
const problem = (field: string, code: ProblemCode) => ({
  code: "validation_failed",
  fields: { [field]: [{ code }] },
});
const serials = async (actor: Actor) =>
  (await listMachines({ db: db(), actor })).map(({ serialNumber }) => serialNumber).sort();

describe("a screen that waits", () => {
  it("is told a code and a token, of which only hashes are kept", async () => {
    const { code, token, expiresAt } = await startPairing(screen(), null);
    expect([code, token, expiresAt - NOW]).toEqual([
      expect.stringMatching(/^[CDFHJKMNPRTVWXY34679]{6}$/),
      expect.stringMatching(/^hdt_[\w-]{43}$/),
      CODE_MS,
    ]);
    const kept = JSON.stringify(await db().select().from(displayPairings));
    expect([kept.includes(code), kept.includes(token)]).toEqual([false, false]);
    expect(await findDisplay({ db: db(), now: NOW }, token)).toBeNull();
  });

  it("keeps its token when it asks for another code, and the old code is nobody's", async () => {
    const first = await startPairing(screen(), null);
    const second = await startPairing(screen(), first.token);
    expect([second.token === first.token, second.code === first.code]).toEqual([true, false]);
    await expect(pairDisplay(by(admin), { ...settings(), code: first.code })).rejects.toMatchObject(
      problem("code", "pairing_code"),
    );
    expect((await pairDisplay(by(admin), { ...settings(), code: second.code })).name).toBe(
      "Line 1",
    );
  });

  it("cannot bring a token of its own", async () => {
    const own = `hdt_${"a".repeat(43)}`;
    expect((await startPairing(screen(), own)).token).not.toBe(own);
  });

  it("asks only so often from one address", async () => {
    const deps = screen({ address: "10.0.0.1" });
    for (let n = 0; n < PAIRINGS_PER_ADDRESS.most; n++) await startPairing(deps, null);
    await expect(startPairing(deps, null)).rejects.toMatchObject({
      code: "too_many_requests",
      retryAfterSeconds: 900,
    });
    await startPairing(screen(), null);
  });
});

describe("a code", () => {
  it("makes a display of the screen, however it is typed, and works once", async () => {
    const { code, token } = await startPairing(screen(), null);
    const typed = ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)}`;
    const made = await pairDisplay(by(admin), { ...settings(), code: typed });
    expect(made).toMatchObject({
      customerId: acme,
      facilityIds: [plants[0]],
      locale: "es",
      make: null,
      lastSeenAt: null,
    });
    expect(await isWaiting({ db: db(), now: NOW }, token)).toBe(false);
    expect((await claimDisplay(by(admin), token))?.found.display.id).toBe(made.id);
    await expect(pairDisplay(by(admin), { ...settings(), code })).rejects.toMatchObject(
      problem("code", "pairing_code"),
    );
  });

  it("is told in a form's words where its customer has as many displays as there may be", async () => {
    const full = await createCustomer(db());
    const plant = await createFacility(db(), full);
    await db().run(
      sql`insert into displays (token_hash, customer_id, name, locale, time_zone, created_at) with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MAX_DISPLAYS_PER_CUSTOMER}) select 'full ' || n, ${full}, 'Wall', 'en', 'UTC', ${NOW} from numbers`,
    );
    const { code } = await startPairing(screen(), null);
    await expect(
      pairDisplay(by(boss), { ...settings(), code, facilityIds: [plant] }),
    ).rejects.toMatchObject({
      code: "conflict",
      problem: { code: "limit", most: MAX_DISPLAYS_PER_CUSTOMER },
    });
  });

  it("entered twice at once pairs one display, with the facilities of the one who was first", async () => {
    const { code } = await startPairing(screen(), null);
    const both = await Promise.allSettled([
      pairDisplay(by(admin), { ...settings(), code }),
      pairDisplay(by(boss), { ...settings(), code, facilityIds: [plants[1]!] }),
    ]);
    const made = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(made.length).toBe(1);
    expect(made[0]!.facilityIds.length).toBe(1);
  });

  it("is too old after ten minutes", async () => {
    const { code, token } = await startPairing(screen(), null);
    await expect(
      pairDisplay(by(admin, NOW + CODE_MS), { ...settings(), code }),
    ).rejects.toMatchObject(problem("code", "pairing_code"));
    expect(await isWaiting({ db: db(), now: NOW + CODE_MS }, token)).toBe(false);
    await pairDisplay(by(admin, NOW + CODE_MS - 1), { ...settings(), code });
  });

  it("cannot be guessed at, and right ones do not count", async () => {
    const guesser = await actorOf({ role: "admin", customerId: acme });
    for (let n = 0; n < 12; n++) await pair(guesser);
    for (let n = 0; n < CODES_ENTERED.most; n++)
      await expect(
        pairDisplay(by(guesser), { ...settings(), code: "CCCCCC" }),
      ).rejects.toMatchObject({ code: "validation_failed" });
    await expect(pair(guesser)).rejects.toMatchObject({ code: "too_many_requests" });
  });

  it("is entered by the privileged roles, for facilities of theirs, of one customer", async () => {
    await expect(pair(user)).rejects.toMatchObject({ code: "forbidden" });
    await expect(pair(foreign)).rejects.toMatchObject({ code: "not_found" });
    await expect(pair(boss, { facilityIds: [987654] })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(pair(boss, { facilityIds: [plants[0]!, foreignPlant] })).rejects.toMatchObject(
      problem("facility_ids", "one_customer"),
    );
    await pair(boss, { facilityIds: [foreignPlant] });
  });
});

describe("the token of a display", () => {
  it("is a new one: what the screen waited with opens nothing, and hands it over only until it is used", async () => {
    const { token, waitingToken, display } = await pair(admin);
    expect(token).toMatch(/^hdt_[\w-]{43}$/);
    expect(token).not.toBe(waitingToken);
    expect(await findDisplay({ db: db(), now: NOW }, waitingToken)).toBeNull();
    // An answer that was lost is asked for again.
    expect((await claimDisplay(by(admin), waitingToken))?.token).toBe(token);
    expect((await findDisplay({ db: db(), now: NOW }, token))?.display.id).toBe(display.id);
    expect(await claimDisplay(by(admin), waitingToken)).toBeNull();
    expect((await startPairing(screen(), waitingToken)).token).not.toBe(waitingToken);
  });
});

describe("a display", () => {
  it("sees the machines of its facilities and nothing else", async () => {
    const { token } = await pair(admin);
    const found = await findDisplay({ db: db(), now: NOW }, token);
    expect(found?.actor).toMatchObject({ role: "display", userId: 0, customerId: acme });
    expect(await serials(found!.actor)).toEqual(["SUN-1", "WARD-1"]);
  });

  it("that an OEM superuser paired sees their make only", async () => {
    const { token, display } = await pair(oem);
    const found = await findDisplay({ db: db(), now: NOW }, token);
    expect([display.make, await serials(found!.actor)]).toEqual(["Sun", ["SUN-1"]]);
  });

  it("loses a facility that goes to another customer", async () => {
    const plant = await createFacility(db(), acme);
    await createMachine(db(), { facilityId: plant, serialNumber: "MOVED-1" });
    const { token } = await pair(admin, { facilityIds: [plant] });
    const seen = async () => serials((await findDisplay({ db: db(), now: NOW }, token))!.actor);
    expect(await seen()).toEqual(["MOVED-1"]);
    await db()
      .update(facilities)
      .set({ customerId: foreign.customerId! })
      .where(eq(facilities.id, plant));
    expect(await seen()).toEqual([]);
  });

  it("is listed with when it was last seen, written once a minute", async () => {
    const { token, display } = await pair(admin);
    const lastSeen = async () =>
      (await listDisplays({ db: db(), actor: admin })).find(({ id }) => id === display.id)
        ?.lastSeenAt;
    expect(await lastSeen()).toBeNull();
    for (const [at, seen] of [
      [NOW, NOW],
      [NOW + DISPLAY_TOUCH_MS - 1, NOW],
      [NOW + DISPLAY_TOUCH_MS, NOW + DISPLAY_TOUCH_MS],
    ] as const) {
      await findDisplay({ db: db(), now: at }, token);
      expect(await lastSeen()).toBe(seen);
    }
  });

  it("is looked after by its customer's admins, its maker and superusers; for others it does not exist", async () => {
    const { display } = await pair(admin);
    const ofMake = (await pair(oem)).display;
    const ids = async (actor: Actor) =>
      (await listDisplays({ db: db(), actor })).map(({ id }) => id);
    expect(await ids(admin)).toEqual(expect.arrayContaining([display.id, ofMake.id]));
    expect(await ids(boss)).toEqual(expect.arrayContaining([display.id, ofMake.id]));
    expect(await ids(oem)).toEqual(expect.not.arrayContaining([display.id]));
    expect(await ids(oem)).toContain(ofMake.id);
    expect(await ids(foreign)).not.toContain(display.id);
    await expect(ids(user)).rejects.toMatchObject({ code: "forbidden" });
    for (const actor of [foreign, oem]) {
      await expect(updateDisplay(by(actor), display.id, { name: "Mine" })).rejects.toMatchObject({
        code: "not_found",
      });
      await expect(revokeDisplay(by(actor), display.id)).rejects.toMatchObject({
        code: "not_found",
      });
    }
    await expect(revokeDisplay(by(user), display.id)).rejects.toMatchObject({ code: "forbidden" });
    await expect(revokeDisplay(by(admin), 987654)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is renamed and given other facilities of its customer", async () => {
    const { display, token } = await pair(admin);
    const changed = await updateDisplay(by(admin), display.id, {
      name: "Line 2",
      facilityIds: plants,
    });
    expect(changed).toMatchObject({
      name: "Line 2",
      facilityIds: plants,
      locale: "es",
      timeZone: "America/Monterrey",
    });
    expect(await serials((await findDisplay({ db: db(), now: NOW }, token))!.actor)).toEqual([
      "SUN-1",
      "SUN-3",
      "WARD-1",
    ]);
    expect(rechecked.at(-1)).toEqual({ customerId: acme, userId: 0 });
    await expect(
      updateDisplay(by(boss), display.id, { facilityIds: [foreignPlant] }),
    ).rejects.toMatchObject(problem("facility_ids", "customer_of_display"));
  });

  it("that is revoked is nobody, and its sockets are closed", async () => {
    const { display, token } = await pair(admin);
    expect(await revokeDisplay(by(admin), display.id)).toEqual({ id: display.id, name: "Line 1" });
    expect(ended.at(-1)).toEqual([
      { customerId: acme, userId: 0 },
      [sessionIdOfDisplay(display.id)],
    ]);
    expect(await findDisplay({ db: db(), now: NOW }, token)).toBeNull();
    expect((await startPairing(screen(), token)).token).not.toBe(token);
  });

  it("leaves its story in the audit log, without code or token", async () => {
    const { display, token, code } = await pair(admin);
    await updateDisplay(by(admin), display.id, { name: "Hall" });
    await updateDisplay(by(admin), display.id, { name: "Hall" });
    await revokeDisplay(by(admin), display.id);
    const entries = (
      await db().select().from(auditEntries).where(eq(auditEntries.subjectId, display.id))
    ).filter(({ subjectType }) => subjectType === "display");
    expect(
      entries.map(({ action, before, after }) => [
        action,
        before?.["name"] ?? null,
        after?.["name"] ?? null,
      ]),
    ).toEqual([
      ["display.paired", null, "Line 1"],
      ["display.changed", "Line 1", "Hall"],
      ["display.revoked", "Hall", null],
    ]);
    expect(
      entries.every(
        ({ customerId, actorUserId }) => customerId === acme && actorUserId === admin.userId,
      ),
    ).toBe(true);
    for (const secret of [token, code]) expect(JSON.stringify(entries)).not.toContain(secret);
    expect(JSON.stringify(await db().select().from(displays))).not.toContain(token);
  });
});
