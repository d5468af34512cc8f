/** A password that is replaced while somebody else is using the old one: what the reset ended stays ended. */
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Db } from "#app/db/client.server.ts";
import { passwordTokens, sessions, users } from "#app/db/schema/index.ts";
import { newToken, sha256Hex, verifyPassword } from "#app/db/secrets.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createSession, createUser, NOW } from "#tests/factories/people.ts";
import { updateAccount } from "./update-account.server.ts";
import { deactivateUser } from "./manage-access.server.ts";
import { setOwnPassword, setPasswordByToken } from "./set-password.server.ts";
import { signIn } from "./sign-in.server.ts";

const OLD = "correct horse battery";
const OWNERS = "a quiet line at dawn";
const THIEFS = "the thief chose this one";
const db = openTestDb();
const deps = (through: Db = db()) => ({
  db: through,
  now: NOW,
  address: null,
  endSockets: () => Promise.resolve(),
  accessChanged: () => undefined,
  jobs: { send: () => Promise.resolve() },
  publicOrigin: "https://helios.test",
  linkSecret: () => Promise.resolve("s"),
});

/** The database, with something that happens just before the `turn`th batch goes; `wasThere` once it did. */
function overtakenAt(turn: number, happens: () => Promise<unknown>) {
  const state = { wasThere: false };
  let batches = 0;
  const through = new Proxy(db(), {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name !== "batch") return value.bind(target) as unknown;
      return async (statements: Parameters<Db["batch"]>[0]) => {
        if (++batches === turn) {
          state.wasThere = true;
          await happens();
        }
        return target.batch(statements);
      };
    },
  });
  return { through, state };
}

async function ownerResets(userId: number): Promise<void> {
  const token = newToken();
  const link = {
    tokenHash: sha256Hex(token),
    userId,
    purpose: "reset" as const,
    createdAt: NOW,
    expiresAt: NOW + 60_000,
  };
  await db().insert(passwordTokens).values(link);
  await setPasswordByToken(deps(), { token, password: OWNERS, passwordConfirmation: OWNERS });
}
const sessionsOf = (userId: number) =>
  db().select().from(sessions).where(eq(sessions.userId, userId));
const rowOf = async (userId: number) =>
  (await db().select().from(users).where(eq(users.id, userId)).get())!;

describe("signing in with the old password", () => {
  it.each([1, 2, 3])("opens nothing when a reset came before its step %i", async (turn) => {
    const { actor, email } = await createUser(db(), { role: "user", password: OLD });
    const { through, state } = overtakenAt(turn, () => ownerResets(actor.userId));
    expect(await signIn(deps(through), { email, password: OLD })).toEqual({
      status: "authentication_failed",
    });
    expect(state.wasThere).toBe(true);
    expect(await sessionsOf(actor.userId)).toHaveLength(1);
  });

  it("leaves no session behind that a later activation would wake, when the account was deactivated meanwhile", async () => {
    const { actor, email } = await createUser(db(), { role: "user", password: OLD });
    const { actor: boss } = await createUser(db(), { role: "superuser" });
    const { through, state } = overtakenAt(3, () =>
      deactivateUser({ ...deps(), actor: boss }, actor.userId),
    );
    expect(await signIn(deps(through), { email, password: OLD })).toEqual({
      status: "authentication_failed",
    });
    expect([state.wasThere, await sessionsOf(actor.userId)]).toEqual([true, []]);
  });

  it("is a sign-in like any other when nothing came between", async () => {
    const { actor, email } = await createUser(db(), { role: "user", password: OLD });
    const { through, state } = overtakenAt(4, () => ownerResets(actor.userId));
    expect(await signIn(deps(through), { email, password: OLD })).toMatchObject({
      status: "signed_in",
    });
    expect(state.wasThere).toBe(false);
  });
});

describe("a link", () => {
  it.each([1, 2, 3])(
    "opens nothing when the account was deactivated before its step %i",
    async (turn) => {
      const { actor } = await createUser(db(), { role: "user", password: OLD });
      const { actor: boss } = await createUser(db(), { role: "superuser" });
      const token = newToken();
      const link = {
        tokenHash: sha256Hex(token),
        userId: actor.userId,
        purpose: "reset" as const,
        createdAt: NOW,
        expiresAt: NOW + 60_000,
      };
      await db().insert(passwordTokens).values(link);
      const { through, state } = overtakenAt(turn, () =>
        deactivateUser({ ...deps(), actor: boss }, actor.userId),
      );
      const use = setPasswordByToken(deps(through), {
        token,
        password: OWNERS,
        passwordConfirmation: OWNERS,
      });
      await expect(use).rejects.toMatchObject({
        code: turn === 1 ? "not_found" : "authentication_failed",
      });
      expect([state.wasThere, await sessionsOf(actor.userId)]).toEqual([true, []]);
    },
  );
});

describe("a thief with a session and the old password", () => {
  const thief = async (): Promise<Actor> =>
    (await createSession(db(), (await createUser(db(), { role: "user", password: OLD })).actor))
      .actor;
  const password = { password: THIEFS, passwordConfirmation: THIEFS, currentPassword: OLD };

  it.each([
    [
      "by the password form",
      (through: Db, actor: Actor) => setOwnPassword({ ...deps(through), actor }, password),
    ],
    [
      "by the account",
      (through: Db, actor: Actor) => updateAccount({ ...deps(through), actor }, password),
    ],
  ])("does not change the password over the owner's reset %s", async (_, change) => {
    const actor = await thief();
    const { through, state } = overtakenAt(1, () => ownerResets(actor.userId));
    await expect(change(through, actor)).rejects.toMatchObject({ code: "unauthenticated" });
    expect([
      state.wasThere,
      await verifyPassword(OWNERS, (await rowOf(actor.userId)).passwordHash),
    ]).toEqual([true, true]);
    expect(await sessionsOf(actor.userId)).toHaveLength(1);
  });

  it("does not take the account's address with them", async () => {
    const actor = await thief();
    const { email } = await rowOf(actor.userId);
    const { through, state } = overtakenAt(1, () => ownerResets(actor.userId));
    const change = updateAccount(
      { ...deps(through), actor },
      { email: `thief${actor.userId}@x.example`, currentPassword: OLD },
    );
    await expect(change).rejects.toMatchObject({ code: "unauthenticated" });
    expect([state.wasThere, (await rowOf(actor.userId)).email]).toEqual([true, email]);
  });
});
