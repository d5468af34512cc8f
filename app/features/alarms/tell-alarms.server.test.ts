/** People are told once of each time that an alarm went on, whatever is killed and however often a job comes. */
import { eq, like } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createAlarm } from "#tests/factories/alarms.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createMachine, createPlant, NOW } from "#tests/factories/people.ts";
import {
  alarmJournal,
  alarmNotices,
  alarms,
  emailCcs,
  facilities,
  outboxMessages,
  users,
} from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { completeSap } from "#app/domain/alarms/sap.ts";
import { listUntoldMachines, noticeReturned } from "./alarm-notices.server.ts";
import { saveAlarmStates } from "./save-alarm-states.server.ts";
import { STORM, STORM_MS, tellAlarms, type TellDeps } from "./tell-alarms.server.ts";

const db = openTestDb();
let facilityId: number;
let deviceId: number;
let user: { id: number; email: string };
let admin: { id: number; email: string };

const deps = (now = NOW): TellDeps => ({
  db: db(),
  now,
  publicOrigin: "https://helios.test",
  linkSecret: () => Promise.resolve("s"),
  jobs: { send: () => Promise.resolve() },
});
const add = (more: Parameters<typeof createAlarm>[2] = {}) => createAlarm(db(), deviceId, more);
const raise = (id: number, atMs = NOW, on = deviceId) =>
  saveAlarmStates({ db: db(), now: atMs }, on, [{ id, inAlarm: true, atMs }]);
const outbox = async (channel = "mail") =>
  (await db().select().from(outboxMessages)).filter((one) => one.channel === channel);
const addresses = async () => (await outbox()).map(({ to }) => to).sort();

beforeEach(async () => {
  await db().delete(outboxMessages);
  await db().delete(emailCcs);
  const plant = await createPlant(db());
  ({ facilityId, deviceId } = plant);
  const read = async ({ userId }: Actor) => {
    const row = (await db().select().from(users).where(eq(users.id, userId)).get())!;
    return { id: row.id, email: row.email };
  };
  [user, admin] = [await read(plant.user), await read(plant.admin)];
});

describe("an alarm that goes on", () => {
  it("is told to the people of the plant, those it names, and those who are copied, each once", async () => {
    await db()
      .insert(emailCcs)
      .values([
        { name: "C", team: "T", email: "copied@x.example", createdAt: NOW },
        { name: "U", team: "T", email: user.email, createdAt: NOW },
      ]);
    const id = await add({ extraEmails: ["extra@x.example", admin.email, "copied@x.example"] });
    await raise(id);
    await tellAlarms(deps(), deviceId);
    expect(await addresses()).toEqual(
      ["copied@x.example", "extra@x.example", user.email, admin.email].sort(),
    );
    const mails = await outbox();
    const own = mails.find(({ to }) => to === user.email)!;
    expect(own.subject).toContain("Hot");
    expect(own.text).toContain(`https://helios.test/machines/${deviceId}/alarms`);
    expect(own.text).toContain("9:00 AM");
    expect(own.headers["List-Unsubscribe"]).toContain("unsubscribe");
    expect(mails.find(({ to }) => to === "extra@x.example")!.headers).toEqual({});
  });

  it("is not told to whoever turned notifications off, however they are named", async () => {
    await db().update(users).set({ notificationsEmail: false }).where(eq(users.id, user.id));
    await db().insert(emailCcs).values({ name: "U", team: "T", email: user.email, createdAt: NOW });
    await raise(await add({ extraEmails: [user.email] }));
    await tellAlarms(deps(), deviceId);
    expect(await addresses()).toEqual([admin.email]);
  });

  it("is not told to somebody who may not sign in any more, however they are named", async () => {
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, user.id));
    await db().insert(emailCcs).values({ name: "U", team: "T", email: user.email, createdAt: NOW });
    await raise(await add({ extraEmails: [user.email] }));
    await tellAlarms(deps(), deviceId);
    expect(await addresses()).toEqual([admin.email]);
  });

  it("is told at once where the clock was set back since it was told last", async () => {
    const id = await add();
    const notice = { alarmId: id, deviceId, raisedAt: NOW + DAY_MS, createdAt: NOW + DAY_MS };
    await db()
      .insert(alarmNotices)
      .values({ ...notice, toldAt: NOW + DAY_MS, isStorm: true });
    const later = { lastMailedAt: NOW + DAY_MS, changedAt: NOW + DAY_MS };
    await db().update(alarms).set(later).where(eq(alarms.id, id));
    await raise(id);
    await tellAlarms(deps(), deviceId);
    expect(await addresses()).toEqual([user.email, admin.email].sort());
    // One that a job of then claimed is found by the next.
    const claimed = { ...notice, raisedAt: NOW + DAY_MS + 1, claimedUntil: NOW + DAY_MS };
    await db().insert(alarmNotices).values(claimed);
    expect(await listUntoldMachines(deps())).toContain(deviceId);
  });

  it("is told once, when the recorder and the job both come again, and at once", async () => {
    const id = await add();
    await raise(id);
    await raise(id);
    await Promise.all([1, 2, 3, 4].map(() => tellAlarms(deps(), deviceId)));
    await raise(id);
    await tellAlarms(deps(), deviceId);
    expect(await addresses()).toEqual([user.email, admin.email].sort());
    const told = await db().select().from(alarmJournal).where(eq(alarmJournal.kind, "told"));
    expect(told.filter(({ alarmId }) => alarmId === id)).toMatchObject([
      { details: { addresses: 2 } },
    ]);
  });

  it("is told by the next job when one was killed at any step", async () => {
    for (const killedAt of ["before", "claimed", "batch"] as const) {
      await db().delete(outboxMessages);
      const id = await add();
      await raise(id);
      if (killedAt === "claimed")
        await db()
          .update(alarmNotices)
          .set({ claim: "dead", claimedUntil: NOW + MINUTE_MS });
      if (killedAt === "batch") {
        const real = db();
        const dying = Object.assign(Object.create(real), {
          batch: (statements: unknown[]) =>
            statements.length > 2
              ? Promise.reject(new Error("killed"))
              : real.batch(statements as never),
        });
        await expect(tellAlarms({ ...deps(), db: dying }, deviceId)).rejects.toThrow("killed");
      }
      if (killedAt !== "before") {
        await tellAlarms(deps(), deviceId);
        expect(await addresses()).toEqual([]);
      }
      const later = NOW + 2 * MINUTE_MS;
      expect(await listUntoldMachines({ db: db(), now: later })).toContain(deviceId);
      await tellAlarms(deps(later), deviceId);
      await tellAlarms(deps(later), deviceId);
      expect([killedAt, await addresses()]).toEqual([killedAt, [user.email, admin.email].sort()]);
      expect(await listUntoldMachines({ db: db(), now: later })).not.toContain(deviceId);
    }
  });

  it("again within 15 minutes sends no mail, and one afterwards", async () => {
    const id = await add();
    for (const minute of [0, 5, 14]) {
      await raise(id, NOW + minute * MINUTE_MS);
      await tellAlarms(deps(NOW + minute * MINUTE_MS), deviceId);
    }
    expect(await outbox()).toHaveLength(2);
    await raise(id, NOW + 15 * MINUTE_MS);
    await tellAlarms(deps(NOW + 15 * MINUTE_MS), deviceId);
    expect(await outbox()).toHaveLength(4);
  });

  it("while it is shelved is told to nobody", async () => {
    const id = await add({ shelvedUntil: NOW + MINUTE_MS, shelvedAt: NOW });
    await raise(id);
    await tellAlarms(deps(), deviceId);
    expect(await outbox()).toEqual([]);
  });

  it("while it is shelved is told once when it comes back and is on still", async () => {
    const until = NOW + HOUR_MS;
    const id = await add({ shelvedUntil: until, shelvedAt: NOW });
    await raise(id, NOW + MINUTE_MS);
    expect(await noticeReturned(deps(until - 1))).not.toContain(deviceId);
    expect(await noticeReturned(deps(until))).toContain(deviceId);
    await tellAlarms(deps(until), deviceId);
    // The next cron, and somebody who shelves it again, tell nobody of the same time again.
    expect(await noticeReturned(deps(until + MINUTE_MS))).not.toContain(deviceId);
    await db()
      .update(alarms)
      .set({ shelvedAt: until, shelvedUntil: until + HOUR_MS })
      .where(eq(alarms.id, id));
    expect(await noticeReturned(deps(until + HOUR_MS))).not.toContain(deviceId);
    await tellAlarms(deps(until + HOUR_MS), deviceId);
    expect(await addresses()).toEqual([user.email, admin.email].sort());
    // When it went on, not when it came back.
    expect((await outbox())[0]!.text).toContain("9:01 AM");
  });

  it("while it is shelved is told to nobody when it went off, or somebody acknowledged it, meanwhile", async () => {
    const shelved = { shelvedUntil: NOW + MINUTE_MS, shelvedAt: NOW };
    const [off, known] = [await add(shelved), await add(shelved)];
    await raise(off);
    await raise(known);
    await saveAlarmStates({ db: db(), now: NOW }, deviceId, [
      { id: off, inAlarm: false, atMs: NOW + 1 },
    ]);
    await db().update(alarms).set({ isAcknowledged: true }).where(eq(alarms.id, known));
    expect(await noticeReturned(deps(NOW + HOUR_MS))).not.toContain(deviceId);
  });
});

describe("a storm", () => {
  it("of 20 alarms of a facility is one mail that lists them; later ones wait for the next", async () => {
    const other = (await createMachine(db(), { facilityId })).id;
    const ids = await Promise.all(
      Array.from({ length: STORM }, (_, n) =>
        add({ name: `Alarm ${n}`, deviceId: n % 2 ? other : deviceId }),
      ),
    );
    for (const [n, id] of ids.entries()) await raise(id, NOW, n % 2 ? other : deviceId);
    await tellAlarms(deps(), deviceId);
    const mails = await outbox();
    expect(mails.map(({ to, template }) => [to, template]).sort()).toEqual(
      [user.email, admin.email].sort().map((to) => [to, "alarm_storm"]),
    );
    for (let n = 0; n < STORM; n++) expect(mails[0]!.text).toContain(`Alarm ${n} `);
    const late = await add({ name: "Late" });
    await raise(late, NOW + MINUTE_MS);
    await tellAlarms(deps(NOW + MINUTE_MS), deviceId);
    expect(await outbox()).toHaveLength(2);
    const after = NOW + STORM_MS + MINUTE_MS;
    expect(await listUntoldMachines({ db: db(), now: after })).toContain(deviceId);
    await tellAlarms(deps(after), deviceId);
    expect(await outbox()).toHaveLength(4);
  });

  it("of 19 is 19 mails", async () => {
    for (let n = 0; n < STORM - 1; n++) await raise(await add({ name: `Alarm ${n}` }));
    await tellAlarms(deps(), deviceId);
    expect(await outbox()).toHaveLength(2 * (STORM - 1));
  });
});

describe("SAP", () => {
  const sap = () => ({
    sapNotification: completeSap({ FunctLoc: "MG-1" }, "Hot"),
    sapRateInSeconds: 86_400,
  });

  it("gets one notification within the alarm's rate, over changes and switching off and on", async () => {
    await db().update(facilities).set({ sapProtocol: "IP" }).where(eq(facilities.id, facilityId));
    const id = await add(sap());
    const at = async (ms: number) => {
      await raise(id, NOW + ms);
      await Promise.all([1, 2].map(() => tellAlarms(deps(NOW + ms), deviceId)));
    };
    await at(0);
    const [first] = await outbox("sap");
    expect(JSON.parse(first!.text)).toEqual(sap().sapNotification);
    const read = async () => (await db().select().from(alarms).where(eq(alarms.id, id)).get())!;
    expect((await read()).sapLastNotified).toBe(NOW);
    await at(MINUTE_MS);
    await db().update(alarms).set({ sapNotification: null }).where(eq(alarms.id, id));
    await db().update(alarms).set(sap()).where(eq(alarms.id, id));
    await at(DAY_MS - 1);
    expect(await outbox("sap")).toHaveLength(1);
    await at(DAY_MS);
    expect(await outbox("sap")).toHaveLength(2);
  });

  it("of a facility that has none gets nothing", async () => {
    await raise(await add(sap()));
    await tellAlarms(deps(), deviceId);
    expect(await outbox("sap")).toEqual([]);
    expect(
      await db().select().from(alarmJournal).where(like(alarmJournal.kind, "sap")),
    ).not.toContainEqual(expect.objectContaining({ deviceId }));
  });
});
