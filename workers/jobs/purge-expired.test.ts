import { beforeAll, expect, it } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import {
  alarmJournal,
  alarmNotices,
  alarms,
  apiTokens,
  auditEntries,
  keptClock,
  outboxMessages,
  passwordTokens,
  phoneCodes,
  rateLimits,
  samplerKeys,
  samplers,
  sentForms,
  sessions,
  addressThrottles,
  signInFailures,
} from "#app/db/schema/index.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import { findCaller } from "#app/platform/access/find-caller.server.ts";
import { eq } from "drizzle-orm";
import { keepClock } from "./keep-clock.ts";
import { purgeExpired } from "./purge-expired.ts";

const db = openTestDb();
const DAY = 86_400_000;
let userId: number;
let deviceId: number;
let samplerId: number;

beforeAll(async () => {
  const customerId = await createCustomer(db());
  userId = (await createUser(db(), { role: "user", customerId })).actor.userId;
  const machine = await createMachine(db(), {
    facilityId: await createFacility(db(), customerId),
  });
  deviceId = machine.id;
  const [sampler] = await db()
    .insert(samplers)
    .values({ deviceId, name: "s", spec: "x", createdAt: NOW, updatedAt: NOW })
    .returning();
  samplerId = sampler!.id;
});

const session = (tokenHash: string, expiresAt: number) => ({
  tokenHash,
  userId,
  createdAt: NOW - DAY,
  lastSeenAt: NOW - DAY,
  expiresAt,
});
const token = (tokenHash: string, expiresAt: number, usedAt: number | null = null) => ({
  tokenHash,
  userId,
  purpose: "reset" as const,
  createdAt: NOW - DAY,
  expiresAt,
  usedAt,
});

it("removes what has expired, and only that", async () => {
  await db()
    .insert(sessions)
    .values([session("dead", NOW - 1), session("alive", NOW + 1)]);
  await db()
    .insert(passwordTokens)
    .values([
      token("old", NOW - DAY - 1),
      token("used", NOW + DAY, NOW - DAY - 1),
      token("fresh", NOW + 1),
      token("just used", NOW + 1, NOW - 1),
    ]);
  await db()
    .insert(signInFailures)
    .values([
      { subject: "old", failedSignIns: [], lastAt: NOW - 31 * DAY },
      { subject: "new", failedSignIns: [NOW - DAY], lastAt: NOW - DAY, lockedAt: NOW - DAY },
    ]);
  await db()
    .insert(addressThrottles)
    .values(
      ["old", "new"].map((network) => ({
        ...{ network, owedUntil: NOW, wasAllowed: true },
        lastAt: NOW - (network === "old" ? 25 : 1) * 3_600_000,
      })),
    );
  await db()
    .insert(samplerKeys)
    .values([
      { samplerId, keyHash: "replaced long ago", createdAt: NOW, expiresAt: NOW - DAY - 1 },
      { samplerId, keyHash: "replaced", createdAt: NOW, expiresAt: NOW + 1 },
      { samplerId, keyHash: "current", createdAt: NOW, expiresAt: null },
    ]);

  expect(await purgeExpired({ db: db(), now: NOW, keptMs: NOW })).toMatchObject({
    sessions: 1,
    tokens: 2,
    signInFailures: 1,
    addressThrottles: 1,
    samplerKeys: 1,
  });
  expect((await db().select().from(sessions)).map((row) => row.tokenHash)).toEqual(["alive"]);
  expect((await db().select().from(passwordTokens)).map((row) => row.tokenHash)).toEqual([
    "fresh",
    "just used",
  ]);
  expect((await db().select().from(signInFailures)).map((row) => row.subject)).toEqual(["new"]);
  expect((await db().select().from(addressThrottles)).map((row) => row.network)).toEqual(["new"]);
  expect((await db().select().from(samplerKeys)).map((row) => row.keyHash)).toEqual([
    "replaced",
    "current",
  ]);
});

it("removes a bounded number a run", async () => {
  const rows = Array.from({ length: 510 }, (_, i) => session(`many ${i}`, NOW - 1));
  for (let i = 0; i < rows.length; i += 10)
    await db()
      .insert(sessions)
      .values(rows.slice(i, i + 10));
  expect((await purgeExpired({ db: db(), now: NOW, keptMs: NOW })).sessions).toBe(500);
  expect((await purgeExpired({ db: db(), now: NOW, keptMs: NOW })).sessions).toBe(10);
});

it("forgets codes, counts, messages and API tokens that are over, and nothing that is not", async () => {
  await db()
    .insert(rateLimits)
    .values(
      ["old", "new"].map((subject) => ({
        subject,
        hits: [],
        lastAt: NOW - (subject === "old" ? 25 : 1) * 3_600_000,
      })),
    );
  const message = {
    channel: "mail" as const,
    to: "a@b.example",
    locale: "en" as const,
    template: "password_changed",
    subject: "s",
    text: "t",
    status: "sent" as const,
  };
  const days = (n: number) => NOW - n * 24 * 3_600_000;
  await db()
    .insert(outboxMessages)
    .values([91, 89].map((n) => ({ ...message, createdAt: days(n), dedupeKey: `k${n}` })));
  const { actor } = await createUser(db(), { role: "user" });
  const token = { userId: actor.userId, name: "t", scopes: [], createdAt: NOW };
  await db()
    .insert(apiTokens)
    .values([31, 29].map((n) => ({ ...token, tokenHash: `h${n}`, expiresAt: days(n) })));
  await db()
    .insert(phoneCodes)
    .values({
      userId: actor.userId,
      phone: "+14235550142",
      codeHash: "h",
      createdAt: NOW,
      expiresAt: NOW - 1,
    });
  const added = { contentHash: "h", subjectId: 1 };
  await db()
    .insert(sentForms)
    .values([25, 23].map((n) => ({ ...added, key: `1:${n}`, createdAt: NOW - n * 3_600_000 })));
  expect(await purgeExpired({ db: db(), now: NOW, keptMs: NOW })).toMatchObject({
    sentForms: 1,
    rateLimits: 1,
    messages: 1,
    apiTokens: 1,
    phoneCodes: 1,
  });
  expect((await db().select().from(outboxMessages)).map((row) => row.dedupeKey)).toEqual(["k89"]);
  const [token29] = await db().select().from(apiTokens);
  expect(token29).toMatchObject({ tokenHash: `ended ${token29?.id}`, expiresAt: days(29) });
});

it("forgets after 90 days that people were told of an alarm, unless it is still on or nobody was told", async () => {
  const old = NOW - 91 * DAY;
  const alarm = (name: string, inAlarm: boolean, triggeredAt: number) => ({
    ...{ deviceId, name, function: "anomalous_for_time_period" as const, inAlarm, triggeredAt },
    ...{ arguments: { tag_name: "x", period: 1_000 }, extraEmails: [] },
    ...{ changedAt: triggeredAt, createdAt: old, updatedAt: old },
  });
  const [off, on, again] = await db()
    .insert(alarms)
    .values([alarm("off", false, old), alarm("on", true, old), alarm("again", true, NOW - DAY)])
    .returning();
  const notice = (alarmId: number, raisedAt: number, toldAt: number | null = raisedAt) => ({
    ...{ alarmId, deviceId, raisedAt, createdAt: raisedAt, toldAt },
  });
  await db()
    .insert(alarmNotices)
    .values([
      notice(off!.id, old),
      notice(off!.id, old + 1, null),
      notice(on!.id, old),
      notice(again!.id, old),
    ]);
  const left = async () =>
    (await db().select().from(alarmNotices)).map(({ alarmId, raisedAt }) => [alarmId, raisedAt]);
  const kept = [
    [off!.id, old + 1],
    [on!.id, old],
  ];
  // One that is kept although it is old is no reason to keep what comes after it, nor is that nothing was told since.
  expect((await purgeExpired({ db: db(), now: NOW, keptMs: NOW })).alarmNotices).toBe(2);
  expect(await left()).toEqual(kept);
  const young = NOW - 89 * DAY;
  await db()
    .insert(alarmNotices)
    .values([notice(off!.id, young), notice(again!.id, NOW - DAY)]);
  expect((await purgeExpired({ db: db(), now: NOW, keptMs: NOW })).alarmNotices).toBe(0);
  await db().update(alarms).set({ inAlarm: false }).where(eq(alarms.id, on!.id));
  expect((await purgeExpired({ db: db(), now: NOW, keptMs: NOW })).alarmNotices).toBe(1);
  expect(await left()).toEqual([kept[0], [off!.id, young], [again!.id, NOW - DAY]]);
});

it("ends what has expired for good: it stays so when the clock is set back", async () => {
  const { actor } = await createUser(db(), { role: "user" });
  const apiToken = `hat_${"x".repeat(43)}`;
  const values = { userId: actor.userId, createdAt: NOW - DAY, expiresAt: NOW - 1 };
  await db()
    .insert(apiTokens)
    .values({ ...values, name: "t", scopes: [], tokenHash: sha256Hex(apiToken) });
  await db()
    .insert(passwordTokens)
    .values(token("link", NOW - 1));
  await db()
    .insert(samplerKeys)
    .values({ samplerId, keyHash: "just replaced", createdAt: NOW, expiresAt: NOW - 1 });
  await purgeExpired({ db: db(), now: NOW, keptMs: NOW });
  const back = NOW - 2 * 60_000;
  expect(await findCaller({ db: db(), now: back }, apiToken)).toBeNull();
  const link = await db().select().from(passwordTokens).where(eq(passwordTokens.tokenHash, "link"));
  expect(link).toMatchObject([{ usedAt: NOW - 1 }]);
  const keys = await db().select().from(samplerKeys);
  expect(keys.map(({ keyHash }) => keyHash)).not.toContain("just replaced");
});

it("an API token that was refused as expired is not taken by an earlier clock", async () => {
  const { actor } = await createUser(db(), { role: "user" });
  const apiToken = `hat_${"y".repeat(43)}`;
  await db()
    .insert(apiTokens)
    .values({
      userId: actor.userId,
      createdAt: NOW - DAY,
      expiresAt: NOW,
      name: "t",
      scopes: [],
      tokenHash: sha256Hex(apiToken),
    });
  const find = (now: number) => findCaller({ db: db(), now }, apiToken);
  expect((await find(NOW - 1))?.actor.userId).toBe(actor.userId);
  expect(await find(NOW)).toBeNull();
  expect(await find(NOW - 1)).toBeNull();
});

it("a clock that is years ahead deletes nothing that was to be kept", async () => {
  const YEARS = 4 * 365 * DAY;
  await db().delete(outboxMessages);
  await db()
    .insert(auditEntries)
    .values({
      at: NOW - DAY,
      actorUserId: userId,
      actorRole: "user",
      action: "event.reported",
      subjectType: "event",
      subjectId: 1,
    });
  const raised = { deviceId, alarmId: 1, alarmName: "a", priority: "low", kind: "raised" } as const;
  await db()
    .insert(alarmJournal)
    .values({ ...raised, at: NOW - DAY });
  await db()
    .insert(outboxMessages)
    .values({
      ...{ channel: "mail", to: "a@b.example", locale: "en", template: "password_changed" },
      ...{ subject: "s", text: "t", status: "sent", createdAt: NOW - DAY, dedupeKey: "kept" },
    });
  expect(await keepClock({ db: db(), now: NOW })).toBe(NOW);
  for (let minutes = 0; minutes <= 180; minutes += 5) {
    const now = NOW + YEARS + minutes * 60_000;
    const keptMs = await keepClock({ db: db(), now });
    expect(keptMs - NOW).toBeLessThanOrEqual(minutes * 60_000);
    expect(await purgeExpired({ db: db(), now, keptMs })).toMatchObject({
      auditEntries: 0,
      alarmJournal: 0,
      messages: 0,
    });
  }
  expect(await keepClock({ db: db(), now: NOW + DAY })).toBeLessThanOrEqual(NOW + DAY);
  expect(await db().select().from(keptClock)).toHaveLength(1);
});
