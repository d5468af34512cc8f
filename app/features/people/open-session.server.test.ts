import { and, asc, eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { auditEntries, sessions } from "#app/db/schema/index.ts";
import { MAX_SESSIONS_PER_USER } from "#app/domain/limits.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createSession, createUser, NOW } from "#tests/factories/people.ts";
import { openSession } from "./open-session.server.ts";

const db = openTestDb();
/** Sessions whose sockets were ended. */
let ended: number[];
let person: Awaited<ReturnType<typeof createUser>>["actor"];
let other: typeof person;

/** Sessions of the person, the one that was not seen for the longest first. */
const held = async () =>
  (
    await db()
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, person.userId))
      .orderBy(asc(sessions.lastSeenAt), asc(sessions.id))
  ).map(({ id }) => id);

/** What the audit log tells of sessions that ended to make room. */
const told = () =>
  db()
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.actorUserId, person.userId),
        eq(auditEntries.action, "session.displaced"),
      ),
    );

const open = (passwordHash?: string) =>
  openSession(
    {
      db: db(),
      now: NOW,
      address: "203.0.113.7",
      endSockets: (_owner, ids) => Promise.resolve(void ended.push(...ids)),
    },
    {
      userId: person.userId,
      userAgent: null,
      ...(passwordHash === undefined ? {} : { passwordHash }),
    },
  );

beforeEach(async () => {
  ended = [];
  person = (await createUser(db(), { role: "user" })).actor;
  other = (await createUser(db(), { role: "user" })).actor;
  await createSession(db(), other);
  const rows = Array.from({ length: MAX_SESSIONS_PER_USER }, (_, at) => ({
    tokenHash: `hash ${person.userId} ${at}`,
    userId: person.userId,
    createdAt: NOW - 1_000,
    // The first is in use: it was seen last.
    lastSeenAt: NOW - 1_000 + (at === 0 ? 900 : at),
    expiresAt: NOW + 1_000_000,
  }));
  for (let at = 0; at < rows.length; at += 10)
    await db()
      .insert(sessions)
      .values(rows.slice(at, at + 10));
});

it("ends the session that was not seen for the longest once a person has too many", async () => {
  const before = await held();
  const { actor } = await open();
  expect(await held()).toEqual([...before.slice(1), actor.sessionId]);
  expect(ended).toEqual([before[0]]);
  expect(await db().select().from(sessions).where(eq(sessions.userId, other.userId))).toHaveLength(
    1,
  );
});

it("tells the audit log which one that was, and how long it was not seen", async () => {
  const [oldest] = await held();
  await open();
  expect(await told()).toMatchObject([
    {
      ...{ at: NOW, actorRole: "user", customerId: person.customerId, address: "203.0.113.7" },
      ...{ subjectType: "session", subjectId: oldest, before: null, count: 1, means: null },
      after: { signed_in_at: NOW - 1_000, last_seen_at: NOW - 999 },
    },
  ]);
});

it("tells of none while there is room", async () => {
  await db().delete(sessions).where(eq(sessions.userId, person.userId));
  await open();
  expect(await told()).toEqual([]);
});

it("leaves room for fifty that begin at once, and for no more", async () => {
  await Promise.all(Array.from({ length: 50 }, () => open()));
  expect(await held()).toHaveLength(MAX_SESSIONS_PER_USER);
  // Each that ended is told once.
  const subjects = (await told()).map(({ subjectId }) => subjectId);
  expect([subjects.length, new Set(subjects).size]).toEqual([50, 50]);
});

it("ends none when it is refused", async () => {
  const before = await held();
  await expect(open("another hash")).rejects.toMatchObject({ code: "authentication_failed" });
  expect(await held()).toEqual(before);
  expect(ended).toEqual([]);
  expect(await told()).toEqual([]);
});
