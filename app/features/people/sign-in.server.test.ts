import { eq } from "drizzle-orm";
import { scrypt } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { addressThrottles, auditEntries, users } from "#app/db/schema/index.ts";
import { hashPassword } from "#app/db/secrets.ts";
import {
  LOCKOUT_WINDOW_MS,
  MAX_ADDRESS_FAILURES,
  MAX_SHARED_FAILURES,
} from "#app/domain/access/lockout.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createUser, NOW } from "#tests/factories/people.ts";
import type { AccessChanged } from "#app/platform/tell-access.server.ts";
import { findSession } from "#app/platform/access/find-session.server.ts";
import { reserveAddress } from "./sign-in-attempts.server.ts";
import { signIn } from "./sign-in.server.ts";

const PASSWORD = "correct horse battery";
const trips: string[] = [];
const db = openTestDb((what) => trips.push(what));

vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  return { ...crypto, scrypt: vi.fn(crypto.scrypt) };
});
const accessChanged = vi.fn<AccessChanged>();
const at = (now: number) => ({
  db: db(),
  now,
  accessChanged,
  endSockets: () => Promise.resolve(),
});
const person = () => createUser(db(), { role: "user", password: PASSWORD });
const wrong = (email: string, now = NOW) =>
  signIn(at(now), { email, password: "not the password" });
const statuses = (results: { status: string }[]) => results.map((result) => result.status);

async function fail(email: string, times: number, now = NOW): Promise<string[]> {
  const results = [];
  for (let i = 0; i < times; i++) results.push(await wrong(email, now + i));
  return statuses(results);
}

describe("signing in", () => {
  it("opens a session for the right password, whatever the case of the address", async () => {
    const { email, actor } = await person();
    const result = await signIn(at(NOW), { email: ` ${email.toUpperCase()} `, password: PASSWORD });
    if (result.status !== "signed_in") throw new Error(result.status);
    expect(result.user.id).toBe(actor.userId);
    expect((await findSession(at(NOW + 1), result.token))?.actor).toEqual(result.actor);
  });

  it("tells a wrong password, an unknown address and a disabled account apart by nothing", async () => {
    const { email } = await person();
    const disabled = await createUser(db(), {
      role: "user",
      password: PASSWORD,
      status: "disabled",
    });
    expect(await wrong(email)).toEqual({ status: "authentication_failed" });
    expect(await wrong("nobody@x.example")).toEqual({ status: "authentication_failed" });
    expect(await signIn(at(NOW), { email: disabled.email, password: PASSWORD })).toEqual({
      status: "authentication_failed",
    });
  });

  it("does the same work for an unknown address as for a wrong password", async () => {
    const passwordHash = await hashPassword(PASSWORD);
    const { email, actor } = await createUser(db(), { role: "user" });
    await db().update(users).set({ passwordHash }).where(eq(users.id, actor.userId));
    const workFor = async (address: string) => {
      trips.length = 0;
      vi.mocked(scrypt).mockClear();
      expect(await wrong(address)).toEqual({ status: "authentication_failed" });
      // What takes the time: each derivation with its cost, and each round trip to the database.
      return {
        derived: vi.mocked(scrypt).mock.calls.map(([, , bytes, cost]) => ({ bytes, cost })),
        trips: [...trips],
      };
    };
    const known = await workFor(email);
    expect(known.derived).toHaveLength(1);
    expect(known.trips.length).toBeGreaterThan(0);
    expect(await workFor("stranger@x.example")).toEqual(known);
  });

  it("locks after the tenth failure, for the right password too and for good", async () => {
    const { email } = await person();
    expect(await fail(email, 10)).toEqual(Array(10).fill("authentication_failed"));
    const later = NOW + 10 * LOCKOUT_WINDOW_MS;
    expect(
      statuses([await wrong(email), await signIn(at(later), { email, password: PASSWORD })]),
    ).toEqual(Array(2).fill("account_locked_too_many_attempts"));
  });

  it("answers an unknown address as if it locked too", async () => {
    const email = "ghost@x.example";
    expect(await fail(email, 10)).toEqual(Array(10).fill("authentication_failed"));
    expect(await wrong(email, NOW + 10 * LOCKOUT_WINDOW_MS)).toEqual({
      status: "account_locked_too_many_attempts",
    });
  });

  it("forgets failures on success and when the window has passed", async () => {
    const { email } = await person();
    await fail(email, 9);
    expect((await signIn(at(NOW + 10), { email, password: PASSWORD })).status).toBe("signed_in");
    expect(await fail(email, 9, NOW + 20)).not.toContain("account_locked_too_many_attempts");
    expect(await fail(email, 9, NOW + LOCKOUT_WINDOW_MS + 60)).not.toContain(
      "account_locked_too_many_attempts",
    );
    expect(
      (await signIn(at(NOW + LOCKOUT_WINDOW_MS + 90), { email, password: PASSWORD })).status,
    ).toBe("signed_in");
  });

  it("counts parallel tries exactly", async () => {
    const { email, actor } = await person();
    const results = await Promise.all(Array.from({ length: 50 }, () => wrong(email)));
    expect(statuses(results).sort()).toEqual([
      ...Array<string>(40).fill("account_locked_too_many_attempts"),
      ...Array<string>(10).fill("authentication_failed"),
    ]);
    const [row] = await db().select().from(users).where(eq(users.id, actor.userId));
    expect(row?.lockedAt).toBe(NOW);
    const locks = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "user.locked"));
    expect(locks.filter((entry) => entry.subjectId === actor.userId)).toHaveLength(1);
    // Open lists of people are told of the lock, once.
    const told = accessChanged.mock.calls.filter(([owner]) => owner.userId === actor.userId);
    expect(told).toEqual([[{ customerId: null, userId: actor.userId, isSeen: true }]]);
  });

  it.each([
    ["203.0.113.9", MAX_ADDRESS_FAILURES],
    [null, MAX_SHARED_FAILURES],
  ])(
    "slows the network address %s down after %d failures, for seconds, without touching the account",
    async (address, most) => {
      await db().delete(addressThrottles);
      const { email, actor } = await person();
      const attempt = (now: number, password = PASSWORD) =>
        signIn(at(now), { email, password, address });
      expect((await attempt(NOW)).status).toBe("signed_in");
      // What was right costs nothing: all but one failure is left to make.
      const eachMs = LOCKOUT_WINDOW_MS / most;
      await db()
        .update(addressThrottles)
        .set({ owedUntil: NOW + (most - 1) * eachMs });
      expect((await attempt(NOW, "not the password")).status).toBe("authentication_failed");
      const waits = { status: "too_many_requests", retryAfterSeconds: Math.ceil(eachMs / 1000) };
      expect(await Promise.all([attempt(NOW), attempt(NOW, "wrong too"), attempt(NOW)])).toEqual([
        waits,
        waits,
        waits,
      ]);
      const [row] = await db().select().from(users).where(eq(users.id, actor.userId));
      expect(row?.failedSignIns).toEqual([NOW]);
      // Others hammering meanwhile do not make it longer.
      for (let ms = 0; ms < eachMs; ms += eachMs / 4)
        expect((await attempt(NOW + ms)).status).toBe("too_many_requests");
      expect((await attempt(NOW + eachMs)).status).toBe("signed_in");
    },
  );

  it("lets no more failures of one address through than the window allows, however they come", async () => {
    await db().delete(addressThrottles);
    const address = "203.0.113.11";
    const room = 20;
    await reserveAddress(at(NOW), address);
    const owed = NOW + (MAX_ADDRESS_FAILURES - room) * (LOCKOUT_WINDOW_MS / MAX_ADDRESS_FAILURES);
    await db().update(addressThrottles).set({ owedUntil: owed });
    const passed = await Promise.all(
      Array.from({ length: 2 * room }, () => reserveAddress(at(NOW), address)),
    );
    expect(passed.filter((wait) => wait === null)).toHaveLength(room);
    let more = 0;
    for (let second = 1; second <= 90; second++)
      if ((await reserveAddress(at(NOW + second * 1_000), address)) === null) more++;
    expect(more).toBe(30);
  });

  it("does not hold successes against a network address", async () => {
    await db().delete(addressThrottles);
    const { email } = await person();
    const address = "203.0.113.10";
    for (let i = 0; i < 3; i++) await signIn(at(NOW), { email, password: PASSWORD, address });
    expect((await db().select().from(addressThrottles)).map((row) => row.owedUntil)).toEqual([NOW]);
  });
});
