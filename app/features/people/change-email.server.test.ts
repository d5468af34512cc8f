import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import {
  auditEntries,
  emailChanges,
  outboxMessages,
  passwordTokens,
  users,
} from "#app/db/schema/index.ts";
import { EMAIL_LINK_MS } from "#app/domain/access/session-lifetime.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createSession, createUser, NOW } from "#tests/factories/people.ts";
import {
  confirmEmailChange,
  findEmailChange,
  getPendingEmail,
  withdrawEmailChange,
} from "./change-email.server.ts";
import { deactivateUser, forcePasswordReset } from "./manage-access.server.ts";
import { signIn } from "./sign-in.server.ts";
import { updateAccount } from "./update-account.server.ts";

const PASSWORD = "correct horse battery";
const db = openTestDb();
const world = (actor: Actor, now = NOW) => ({
  db: db(),
  now,
  actor,
  jobs: { send: () => Promise.resolve() },
  publicOrigin: "https://helios.test",
  endSockets: () => Promise.resolve(),
  accessChanged: vi.fn(),
  linkSecret: () => Promise.resolve("s"),
});
async function person() {
  const { actor, email } = await createUser(db(), { role: "user", password: PASSWORD });
  return { email, actor: (await createSession(db(), actor)).actor };
}
const emailOf = async ({ userId }: Actor) =>
  (await db().select().from(users).where(eq(users.id, userId)).get())!.email;
const mailsTo = (to: string) => db().select().from(outboxMessages).where(eq(outboxMessages.to, to));
/** Asks for an address; the token of the link that was sent there. */
async function ask(actor: Actor, email: string, now = NOW): Promise<string> {
  await updateAccount(world(actor, now), { email, currentPassword: PASSWORD });
  const pending = await getPendingEmail({ db: db(), now }, actor.userId);
  const [mail] = (await mailsTo(pending!)).slice(-1);
  return /confirm-email\/([\w-]{43})/.exec(mail!.text)![1]!;
}

describe("a new e-mail address", () => {
  it("is in force once its link is opened, and not before; the old address is told both times", async () => {
    const { actor, email } = await person();
    const wanted = `new-${email}`;
    const token = await ask(actor, wanted.toUpperCase());
    expect(await emailOf(actor)).toBe(email);
    expect(await getPendingEmail(world(actor), actor.userId)).toBe(wanted);
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(["email_change_asked"]);
    expect((await signIn(world(actor), { email: wanted, password: PASSWORD })).status).toBe(
      "authentication_failed",
    );
    await db()
      .insert(passwordTokens)
      .values({
        tokenHash: token,
        userId: actor.userId,
        purpose: "reset",
        createdAt: NOW,
        expiresAt: NOW + 1,
      });
    const deps = world(actor);
    expect(await confirmEmailChange(deps, token)).toEqual({ email: wanted });
    expect(deps.accessChanged.mock.calls).toEqual([
      [{ customerId: null, userId: actor.userId, isSeen: true }],
    ]);
    expect(await emailOf(actor)).toBe(wanted);
    expect(await getPendingEmail(world(actor), actor.userId)).toBeNull();
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual([
      "email_change_asked",
      "email_changed_from",
    ]);
    const links = db().select().from(passwordTokens);
    expect(await links.where(eq(passwordTokens.userId, actor.userId))).toEqual([]);
    await expect(confirmEmailChange(world(actor), token)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("is written to in the person's language", async () => {
    const { actor, email } = await person();
    await db().update(users).set({ locale: "es" }).where(eq(users.id, actor.userId));
    await ask(actor, `es-${email}`);
    expect((await mailsTo(`es-${email}`))[0]?.subject).toContain("Confirme esta dirección");
    expect((await mailsTo(email))[0]?.subject).toContain("correo nuevo");
  });

  it("is replaced by a newer one, can be withdrawn, and waits a day", async () => {
    const { actor, email } = await person();
    const first = await ask(actor, `a-${email}`);
    const second = await ask(actor, `b-${email}`);
    expect(await findEmailChange(world(actor), first)).toBeNull();
    expect((await findEmailChange(world(actor), second))?.email).toBe(`b-${email}`);
    expect(await findEmailChange(world(actor, NOW + EMAIL_LINK_MS), second)).toBeNull();
    expect(await getPendingEmail(world(actor, NOW + EMAIL_LINK_MS), actor.userId)).toBeNull();
    await withdrawEmailChange(world(actor));
    await expect(confirmEmailChange(world(actor), second)).rejects.toMatchObject({
      code: "not_found",
    });
    const third = await ask(actor, `c-${email}`);
    await updateAccount(world(actor), { pendingEmail: null });
    expect(await findEmailChange(world(actor), third)).toBeNull();
    expect(await emailOf(actor)).toBe(email);
  });

  it("dies with a new password, a forced reset and a deactivation", async () => {
    const boss = (await createUser(db(), { role: "superuser" })).actor;
    const endings: ((actor: Actor) => Promise<unknown>)[] = [
      (actor) =>
        updateAccount(world(actor), {
          currentPassword: PASSWORD,
          password: "marmot quill adobe",
          passwordConfirmation: "marmot quill adobe",
        }),
      (actor) => forcePasswordReset(world(boss), actor.userId),
      (actor) => deactivateUser(world(boss), actor.userId),
    ];
    for (const end of endings) {
      const { actor, email } = await person();
      const token = await ask(actor, `d-${email}`);
      await end(actor);
      await expect(confirmEmailChange(world(actor), token)).rejects.toMatchObject({
        code: "not_found",
      });
      expect(await emailOf(actor)).toBe(email);
    }
  });

  it("goes to one of fifty who open their links to it at once", async () => {
    const tokens = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const { actor } = await createUser(db(), { role: "user" });
        const token = `link-${n}`;
        const { sha256Hex } = await import("#app/db/secrets.ts");
        await db()
          .insert(emailChanges)
          .values({
            userId: actor.userId,
            email: "wanted@x.example",
            tokenHash: sha256Hex(token),
            createdAt: NOW,
            expiresAt: NOW + 1e6,
          });
        return { actor, token };
      }),
    );
    const all = await Promise.allSettled(
      tokens.map(({ actor, token }) => confirmEmailChange(world(actor), token)),
    );
    const refused = all.flatMap((one) =>
      one.status === "rejected" ? [one.reason as unknown] : [],
    );
    expect(refused).toHaveLength(49);
    for (const reason of refused)
      expect(reason).toMatchObject({ fields: { email: [{ code: "taken" }] } });
    const told = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "user.email_changed"));
    expect(told.filter(({ after }) => after?.["email"] === "wanted@x.example")).toHaveLength(1);
  });
});
