import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { sessions, users } from "#app/db/schema/index.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createCustomer, createFacility, createUser, NOW } from "#tests/factories/people.ts";
import { acceptTerms } from "#app/features/people/accept-terms.server.ts";
import { findSession } from "./find-session.server.ts";
import { openSession } from "#app/features/people/open-session.server.ts";
import { signOut } from "#app/features/people/sign-out.server.ts";
import { HOUR_MS, DAY_MS } from "#app/domain/durations.ts";
const db = openTestDb();
const at = (now: number) => ({ db: db(), now, endSockets: () => Promise.resolve() });
const open = async (role: "user" | "superuser", now = NOW) => {
  const { actor } = await createUser(db(), { role });
  return openSession(at(now), { userId: actor.userId, userAgent: null });
};

describe("a session", () => {
  it("names its actor with role, customer and facilities", async () => {
    const customerId = await createCustomer(db());
    const facilityIds = [
      await createFacility(db(), customerId),
      await createFacility(db(), customerId),
    ];
    const { actor } = await createUser(db(), { role: "user", customerId, facilityIds });
    const { token, actor: opened } = await openSession(at(NOW), {
      userId: actor.userId,
      userAgent: "test",
    });
    const found = await findSession(at(NOW), token);
    expect(found?.actor).toEqual({ ...actor, sessionId: opened.sessionId });
  });

  it("is nowhere at rest: only the hash of its token is", async () => {
    const { token } = await open("user");
    expect(JSON.stringify(await db().select().from(sessions))).not.toContain(token);
  });

  it("lives 30 days without use, the provider's staff 12 hours", async () => {
    const [user, staff] = [await open("user"), await open("superuser")];
    expect(await findSession(at(NOW + 30 * DAY_MS - 1), user.token)).not.toBeNull();
    expect(await findSession(at(NOW + 12 * HOUR_MS), staff.token)).toBeNull();
    expect(await findSession(at(NOW + 60 * DAY_MS), user.token)).toBeNull();
  });

  it("that expired stays so when the clock is set back", async () => {
    const { token } = await open("user");
    expect(await findSession(at(NOW + 31 * DAY_MS), token)).toBeNull();
    expect(await findSession(at(NOW), token)).toBeNull();
  });

  it("used while the clock was ahead lives no longer for it", async () => {
    const { token } = await open("user");
    await findSession(at(NOW + 29 * DAY_MS), token);
    expect((await findSession(at(NOW), token))?.session.expiresAt).toBe(NOW + 30 * DAY_MS);
  });

  it("opened while the clock was ahead counts from when the clock is right again", async () => {
    const { token } = await open("user", NOW + 3 * 365 * DAY_MS);
    expect((await findSession(at(NOW), token))?.session).toMatchObject({
      createdAt: NOW,
      expiresAt: NOW + 30 * DAY_MS,
    });
    for (let day = 20; day < 90; day += 20)
      expect(await findSession(at(NOW + day * DAY_MS), token)).not.toBeNull();
    expect(await findSession(at(NOW + 90 * DAY_MS), token)).toBeNull();
  });

  it("slides with use, written down at most every few minutes", async () => {
    const { token, actor } = await open("superuser");
    const stored = async () =>
      (await db().select().from(sessions).where(eq(sessions.id, actor.sessionId)))[0];
    await findSession(at(NOW + 60_000), token);
    expect((await stored())?.lastSeenAt).toBe(NOW);
    await findSession(at(NOW + 11 * HOUR_MS), token);
    expect((await stored())?.expiresAt).toBe(NOW + 23 * HOUR_MS);
    expect(await findSession(at(NOW + 22 * HOUR_MS), token)).not.toBeNull();
  });

  it("ends 90 days after the sign-in, however it is used", async () => {
    const { token } = await open("user");
    for (let day = 20; day < 90; day += 20)
      expect(await findSession(at(NOW + day * DAY_MS), token)).not.toBeNull();
    const last = await findSession(at(NOW + 90 * DAY_MS - 1), token);
    expect(last?.session.expiresAt).toBe(NOW + 90 * DAY_MS);
    expect(await findSession(at(NOW + 90 * DAY_MS), token)).toBeNull();
  });

  it("that has a later end written down ends after 90 days as well", async () => {
    const { token, actor } = await open("user");
    await db()
      .update(sessions)
      .set({ expiresAt: NOW + 400 * DAY_MS, lastSeenAt: NOW + 90 * DAY_MS - 1 })
      .where(eq(sessions.id, actor.sessionId));
    expect(await findSession(at(NOW + 90 * DAY_MS), token)).toBeNull();
  });

  it("does not exist for rubbish, for nobody, or when the account was disabled", async () => {
    const { token, actor } = await open("user");
    for (const text of [null, "", "x", `${token.slice(1)}A`, "'; drop table users; --"])
      expect(await findSession(at(NOW), text)).toBeNull();
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, actor.userId));
    expect(await findSession(at(NOW), token)).toBeNull();
  });

  it("ends at sign-out with its sockets, and only that one", async () => {
    const [first, other] = [await open("user"), await open("user")];
    const endSockets = vi.fn(() => Promise.resolve());
    await signOut({ ...at(NOW), actor: first.actor, endSockets });
    await signOut({ ...at(NOW), actor: first.actor, endSockets });
    expect(await findSession(at(NOW), first.token)).toBeNull();
    expect(await findSession(at(NOW), other.token)).not.toBeNull();
    expect(endSockets).toHaveBeenCalledWith(first.actor, [first.actor.sessionId]);
  });

  it("remembers when the terms were first accepted", async () => {
    const { actor, token } = await open("user");
    await acceptTerms({ ...at(NOW + 5), actor });
    await acceptTerms({ ...at(NOW + 9), actor });
    expect((await findSession(at(NOW), token))?.user.termsAcceptedAt).toBe(NOW + 5);
  });
});
