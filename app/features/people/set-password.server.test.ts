import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { passwordTokens, users } from "#app/db/schema/index.ts";
import { seedEmpty } from "#app/db/seed/empty.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import { RESET_TOKEN_MS, SETUP_TOKEN_MS } from "#app/domain/access/session-lifetime.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createSession, createUser, NOW } from "#tests/factories/people.ts";
import { createFirstSuperuser } from "./create-first-superuser.server.ts";
import { findSession } from "#app/platform/access/find-session.server.ts";
import { setOwnPassword, setPasswordByToken } from "./set-password.server.ts";
import { signIn } from "./sign-in.server.ts";

const OLD = "the old one still";
const NEW = "marmot quill adobe";
const input = { password: NEW, passwordConfirmation: NEW };
const db = openTestDb();
const deps = (now = NOW) => ({
  db: db(),
  now,
  endSockets: vi.fn(() => Promise.resolve()),
  accessChanged: vi.fn(),
  jobs: { send: vi.fn(() => Promise.resolve()) },
  publicOrigin: "https://helios.test",
});

async function link(userId: number, purpose: "reset" | "setup" = "reset"): Promise<string> {
  const token = newToken();
  const lifetime = purpose === "reset" ? RESET_TOKEN_MS : SETUP_TOKEN_MS;
  await db()
    .insert(passwordTokens)
    .values({
      tokenHash: sha256Hex(token),
      userId,
      purpose,
      createdAt: NOW,
      expiresAt: NOW + lifetime,
    });
  return token;
}
const person = (over: Partial<Parameters<typeof createUser>[1]> = {}) =>
  createUser(db(), { role: "user", password: OLD, ...over });
const dead = { code: "not_found", fields: { link: [{ code: "link_used" }] } };

describe("a password by link", () => {
  it("is set once, ends every session with its sockets, and lifts lock and reset", async () => {
    const { actor, email } = await person({ resetPassword: true });
    await db()
      .update(users)
      .set({ lockedAt: NOW, failedSignIns: [NOW] })
      .where(eq(users.id, actor.userId));
    const old = await createSession(db(), actor);
    const token = await link(actor.userId);
    const given = deps();

    const session = await setPasswordByToken(given, { ...input, token });
    expect(await findSession(deps(), old.token)).toBeNull();
    expect((await findSession(deps(), session.token))?.user).toMatchObject({
      id: actor.userId,
      resetPassword: false,
    });
    expect(given.endSockets).toHaveBeenCalledWith({ customerId: null, userId: actor.userId }, [
      old.actor.sessionId,
    ]);
    expect(given.accessChanged.mock.calls).toEqual([
      [{ customerId: null, userId: actor.userId, isSeen: true }],
    ]);
    expect((await signIn(deps(), { email, password: NEW })).status).toBe("signed_in");
    expect((await signIn(deps(), { email, password: OLD })).status).toBe("authentication_failed");
    await expect(setPasswordByToken(deps(), { ...input, token })).rejects.toMatchObject(dead);
  });

  it("works for one of two that come at once", async () => {
    const token = await link((await person()).actor.userId);
    const results = await Promise.allSettled(
      [1, 2].map(() => setPasswordByToken(deps(), { ...input, token })),
    );
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("makes an invited account active, and leaves a disabled one alone", async () => {
    const [invited, disabled] = [await person(), await person({ status: "disabled" })];
    await db()
      .update(users)
      .set({ status: "invited", passwordHash: null })
      .where(eq(users.id, invited.actor.userId));
    const session = await setPasswordByToken(deps(), {
      ...input,
      token: await link(invited.actor.userId, "setup"),
    });
    expect(session.user.status).toBe("active");
    await expect(
      setPasswordByToken(deps(), { ...input, token: await link(disabled.actor.userId) }),
    ).rejects.toMatchObject(dead);
  });

  it("is refused when the link is unknown or its hour has passed", async () => {
    const token = await link((await person()).actor.userId);
    await expect(
      setPasswordByToken(deps(NOW + RESET_TOKEN_MS), { ...input, token }),
    ).rejects.toMatchObject(dead);
    await expect(setPasswordByToken(deps(), { ...input, token: newToken() })).rejects.toMatchObject(
      dead,
    );
  });

  it("names what is wrong by field and keeps the link alive", async () => {
    const token = await link((await person()).actor.userId);
    await expect(
      setPasswordByToken(deps(), { token, password: "short", passwordConfirmation: "other" }),
    ).rejects.toMatchObject({
      code: "validation_failed",
      fields: {
        password: [{ code: "too_short", least: 12 }],
        password_confirmation: [{ code: "password_differs" }],
      },
    });
    expect((await setPasswordByToken(deps(), { ...input, token })).token).toBeTruthy();
  });
});

describe("the own password", () => {
  it("goes with every session but the one that begins", async () => {
    const { actor } = await person({ resetPassword: true });
    const [here, elsewhere] = [await createSession(db(), actor), await createSession(db(), actor)];
    const session = await setOwnPassword({ ...deps(), actor: here.actor }, input);
    expect(session.user.resetPassword).toBe(false);
    for (const { token } of [here, elsewhere]) expect(await findSession(deps(), token)).toBeNull();
  });
});

describe("the first superuser", () => {
  it("is made by the link of the start, once", async () => {
    await db().delete(users);
    const token = (await seedEmpty(db(), { now: NOW })) ?? "";
    const who = {
      ...input,
      token,
      email: "First@Helios.example",
      firstName: "Fay",
      lastName: "Rey",
    };
    await expect(setPasswordByToken(deps(), { ...input, token })).rejects.toMatchObject(dead);
    await expect(createFirstSuperuser(deps(NOW + SETUP_TOKEN_MS), who)).rejects.toMatchObject(dead);
    await expect(
      createFirstSuperuser(deps(), {
        ...who,
        email: "nope",
        firstName: " ",
        password: "x",
        passwordConfirmation: "x",
      }),
    ).rejects.toMatchObject({
      code: "validation_failed",
      fields: {
        email: [{ code: "email" }],
        first_name: [{ code: "required" }],
        password: [{ code: "too_short", least: 12 }],
      },
    });
    const session = await createFirstSuperuser(deps(), who);
    expect(session.user).toMatchObject({
      role: "superuser",
      email: "first@helios.example",
      customerId: null,
    });
    await expect(
      createFirstSuperuser(deps(), { ...who, email: "second@helios.example" }),
    ).rejects.toMatchObject(dead);
  });

  it("is not made by the link of a reset", async () => {
    const token = await link((await person()).actor.userId);
    await expect(
      createFirstSuperuser(deps(), {
        ...input,
        token,
        email: "x@y.example",
        firstName: "X",
        lastName: "Y",
      }),
    ).rejects.toMatchObject(dead);
  });
});
