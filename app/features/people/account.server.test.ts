import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import {
  auditEntries,
  customers,
  outboxMessages,
  passwordTokens,
  users,
} from "#app/db/schema/index.ts";
import { CODES_PER_ACCOUNT, EMAIL_CHANGES, PASSWORD_CHECKS } from "#app/domain/access/limits.ts";
import { PHONE_CODE_MS } from "#app/domain/access/phone-code.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { sha256Hex } from "#app/db/secrets.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { NOW, createCustomer, createSession, createUser } from "#tests/factories/people.ts";
import { findSession } from "#app/platform/access/find-session.server.ts";
import { createApiToken, listApiTokens } from "./api-tokens.server.ts";
import { getPendingEmail } from "./change-email.server.ts";
import { setOwnPassword, setPasswordByToken } from "./set-password.server.ts";
import {
  readSubscription,
  setNotificationsEmail,
  unsubscribeToken,
} from "./subscription.server.ts";
import { updateAccount } from "./update-account.server.ts";
import { confirmPhoneCode, sendPhoneCode } from "./verify-phone.server.ts";

const db = openTestDb();
const PASSWORD = "correct horse battery";
const NEW = { password: "marmot quill adobe", passwordConfirmation: "marmot quill adobe" };

const world = (actor: Actor, now = NOW) => ({
  db: db(),
  now,
  actor,
  jobs: { send: vi.fn(() => Promise.resolve()) },
  publicOrigin: "https://helios.test",
  endSockets: vi.fn(() => Promise.resolve()),
  accessChanged: vi.fn(),
  linkSecret: () => Promise.resolve("s".repeat(43)),
});
async function person(): Promise<{ actor: Actor; email: string; token: string }> {
  const { actor, email } = await createUser(db(), { role: "user", password: PASSWORD });
  const session = await createSession(db(), actor);
  return { actor: session.actor, email, token: session.token };
}
const row = async (id: number) => (await db().select().from(users).where(eq(users.id, id)).get())!;
describe("the own account", () => {
  it("changes what is given and writes down what it was", async () => {
    const { actor } = await person();
    const { user, opened } = await updateAccount(world(actor), {
      firstName: " Ana ",
      phone: "(423) 555-0142",
      locale: "es",
      timeZone: "America/Monterrey",
    });
    expect(opened).toBeNull();
    expect(user).toMatchObject({
      firstName: "Ana",
      lastName: "Lee",
      phone: "+14235550142",
      locale: "es",
      timeZone: "America/Monterrey",
    });
    const [entry] = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.actorUserId, actor.userId));
    expect(entry).toMatchObject({
      action: "user.account_changed",
      before: { first_name: "Kim", phone: null },
      after: { first_name: "Ana", phone: "+14235550142" },
    });
  });

  it("names each field that is wrong and stores nothing", async () => {
    const { actor } = await person();
    const bad = {
      firstName: "",
      lastName: "a\r\nb",
      email: "x@y.example\r\nBcc: z@y.example",
      phone: "+52 81 8000 0000",
      locale: "fr",
      timeZone: "Mars/Olympus",
    };
    await expect(updateAccount(world(actor), bad)).rejects.toMatchObject({
      code: "validation_failed",
      fields: {
        first_name: [{ code: "required" }],
        last_name: [{ code: "one_line" }],
        email: [{ code: "email" }],
        phone: [{ code: "phone" }],
        locale: [{ code: "one_of", values: "en, es" }],
        time_zone: [{ code: "zone_name" }],
      },
    });
    for (const phone of ["", "+", "+1", " +1 "])
      await expect(updateAccount(world(actor), { phone })).rejects.toMatchObject({
        fields: { phone: [{ code: "required" }] },
      });
    expect((await row(actor.userId)).firstName).toBe("Kim");
  });

  it("is told to open lists of people once they show something else, and only then", async () => {
    const { actor } = await person();
    const told = async (change: Parameters<typeof updateAccount>[1]) => {
      const deps = world(actor);
      await updateAccount(deps, change);
      return deps.accessChanged.mock.calls;
    };
    const once = [[{ customerId: null, userId: actor.userId, isSeen: true }]];
    for (const shown of [{ firstName: "Ana" }, { lastName: "Sol" }, { phone: "+1 423 555 0143" }]) {
      expect(await told(shown)).toEqual(once);
      expect(await told(shown)).toEqual([]);
    }
    expect(await told({ locale: "es", timeZone: "America/Monterrey" })).toEqual([]);
  });

  it("takes a Mexican number where the person's customer is in Mexico", async () => {
    const customerId = await createCustomer(db());
    const mexico = { country: "mexico" } as const;
    await db().update(customers).set(mexico).where(eq(customers.id, customerId));
    const { actor } = await createUser(db(), { role: "user", customerId });
    const session = await createSession(db(), actor);
    const changed = await updateAccount(world(session.actor), { phone: "+52 81 8000 0000" });
    expect(changed.user.phone).toBe("+528180000000");
  });

  it("asks for a new e-mail address only with the present password", async () => {
    const { actor, email } = await person();
    const wanted = `new-${email}`;
    for (const [currentPassword, problem] of [
      [undefined, "required"],
      ["nope", "wrong_password"],
    ])
      await expect(
        updateAccount(world(actor), { email: wanted, currentPassword }),
      ).rejects.toMatchObject({ fields: { current_password: [{ code: problem }] } });
    expect(await getPendingEmail(world(actor), actor.userId)).toBeNull();
  });

  it("takes so many new addresses and no more, taken or not", async () => {
    const [{ actor }, other] = [await person(), await person()];
    const change = (email: string) =>
      updateAccount(world(actor), { email, currentPassword: PASSWORD });
    for (let i = 1; i < EMAIL_CHANGES.most; i++)
      await expect(change(other.email)).rejects.toMatchObject({
        fields: { email: [{ code: "taken" }] },
      });
    expect((await change("last-one@x.example")).askedEmail).toBe("last-one@x.example");
    for (const email of [other.email, "free@x.example"])
      await expect(change(email)).rejects.toMatchObject({ code: "too_many_requests" });
    // What is no new address is none.
    const { email } = await row(actor.userId);
    expect((await change(email)).askedEmail).toBeNull();
  });

  it("takes a new password only with the present one, and ends every other session", async () => {
    const { actor, token } = await person();
    await expect(updateAccount(world(actor), { ...NEW })).rejects.toMatchObject({
      fields: { current_password: [{ code: "required" }] },
    });
    await expect(
      updateAccount(world(actor), { password: NEW.password, currentPassword: PASSWORD }),
    ).rejects.toMatchObject({
      fields: { password_confirmation: [{ code: "password_differs" }] },
    });
    const deps = world(actor);
    const { opened } = await updateAccount(deps, { ...NEW, currentPassword: PASSWORD });
    expect(await findSession(deps, token)).toBeNull();
    expect(await findSession(deps, opened?.token ?? null)).not.toBeNull();
    expect(deps.endSockets).toHaveBeenCalledWith({ customerId: null, userId: actor.userId }, [
      actor.sessionId,
    ]);
    expect(
      await updateAccount(
        { ...deps, actor: opened!.actor },
        { password: "", passwordConfirmation: "" },
      ),
    ).toMatchObject({
      opened: null,
    });
  });

  it("does not let the present password be guessed", async () => {
    const { actor } = await person();
    for (let i = 0; i < PASSWORD_CHECKS.most; i++)
      await expect(
        updateAccount(world(actor), { ...NEW, currentPassword: `guess ${i}` }),
      ).rejects.toMatchObject({
        code: "validation_failed",
      });
    await expect(
      updateAccount(world(actor), { ...NEW, currentPassword: PASSWORD }),
    ).rejects.toMatchObject({ code: "too_many_requests" });
  });

  it("sets a password without the present one only in a forced reset, however young the session is", async () => {
    const { actor } = await person();
    await expect(setOwnPassword(world(actor), NEW)).rejects.toMatchObject({
      fields: { current_password: [{ code: "required" }] },
    });
    await db().update(users).set({ resetPassword: true }).where(eq(users.id, actor.userId));
    expect((await setOwnPassword(world(actor), NEW)).user.resetPassword).toBe(false);
  });

  it("does not take the password in use in a forced reset, by the page or by a link", async () => {
    const { actor, email } = await person();
    await db().update(users).set({ resetPassword: true }).where(eq(users.id, actor.userId));
    const same = { password: PASSWORD, passwordConfirmation: PASSWORD };
    const refused = { fields: { password: [{ code: "password_in_use" }] } };
    await expect(setOwnPassword(world(actor), same)).rejects.toMatchObject(refused);
    const token = `link for ${email}`;
    await db()
      .insert(passwordTokens)
      .values({
        tokenHash: sha256Hex(token),
        userId: actor.userId,
        purpose: "reset",
        createdAt: NOW,
        expiresAt: NOW + 1,
      });
    await expect(setPasswordByToken(world(actor), { ...same, token })).rejects.toMatchObject(
      refused,
    );
    expect((await row(actor.userId)).resetPassword).toBe(true);
    expect((await setPasswordByToken(world(actor), { ...NEW, token })).user.resetPassword).toBe(
      false,
    );
  });

  it("ends the API tokens with a new password if asked to, and else keeps them", async () => {
    for (const [endApiTokens, left] of [
      [false, 1],
      [true, 0],
    ] as const) {
      const { actor } = await person();
      const token = { name: "BI", scopes: ["read:series"] as const, expiresInDays: 9 };
      await createApiToken(world(actor), token);
      const deps = world(actor);
      await updateAccount(deps, { ...NEW, currentPassword: PASSWORD, endApiTokens });
      expect((await listApiTokens(world(actor))).length).toBe(left);
    }
  });
});

describe("the phone", () => {
  const withPhone = async (phone: string) => {
    const { actor } = await person();
    await db().update(users).set({ phone }).where(eq(users.id, actor.userId));
    return actor;
  };
  const codeOf = async (phone: string) => {
    const messages = await db().select().from(outboxMessages).where(eq(outboxMessages.to, phone));
    return messages.at(-1)?.text.slice(0, 6) ?? "";
  };
  const expired = { code: "validation_failed", fields: { code: [{ code: "expired" }] } };
  const wrong = { code: "validation_failed", fields: { code: [{ code: "not_correct" }] } };
  const other = (code: string) => (code === "000000" ? "000001" : "000000");

  it("is proved by the code that was sent to it, once", async () => {
    const actor = await withPhone("+14235550001");
    expect(await sendPhoneCode(world(actor))).toEqual({
      phone: "(***) ***-0001",
      expiresAt: NOW + PHONE_CODE_MS,
    });
    const code = await codeOf("+14235550001");
    expect(code).toMatch(/^\d{6}$/);
    await expect(confirmPhoneCode(world(actor), other(code))).rejects.toMatchObject(wrong);
    expect(await confirmPhoneCode(world(actor, NOW + 5), code)).toEqual({
      phoneVerifiedAt: NOW + 5,
    });
    expect((await row(actor.userId)).phoneVerifiedAt).toBe(NOW + 5);
    await expect(confirmPhoneCode(world(actor), code)).rejects.toMatchObject(expired);
  });

  it("is not proved by a code that is old, was replaced, was sent to another number or to somebody else", async () => {
    const [actor, stranger] = [await withPhone("+14235550002"), await withPhone("+14235550003")];
    await sendPhoneCode(world(actor));
    const first = await codeOf("+14235550002");
    await expect(confirmPhoneCode(world(actor, NOW + PHONE_CODE_MS), first)).rejects.toMatchObject(
      expired,
    );
    await sendPhoneCode(world(stranger));
    await expect(confirmPhoneCode(world(stranger), first)).rejects.toMatchObject({
      code: "validation_failed",
    });
    await db().update(users).set({ phone: "+14235550004" }).where(eq(users.id, actor.userId));
    await expect(confirmPhoneCode(world(actor), first)).rejects.toMatchObject(expired);
    expect((await row(actor.userId)).phoneVerifiedAt).toBeNull();
  });

  it("gives five tries, counted exactly when they come at once", async () => {
    const actor = await withPhone("+14235550005");
    await sendPhoneCode(world(actor));
    const code = await codeOf("+14235550005");
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, () => confirmPhoneCode(world(actor), other(code))),
    );
    const problems = tries.map((result) =>
      result.status === "rejected"
        ? (result.reason as { fields: { code: { code: string }[] } }).fields.code[0]!.code
        : "",
    );
    expect(problems.filter((problem) => problem === "not_correct")).toHaveLength(5);
    await expect(confirmPhoneCode(world(actor), code)).rejects.toMatchObject(expired);
  });

  it("is sent so many codes and no more, per account and per number", async () => {
    const shared = "+14235550006";
    const [actor, accomplice] = [await withPhone(shared), await withPhone(shared)];
    for (let i = 0; i < CODES_PER_ACCOUNT.most; i++) await sendPhoneCode(world(actor));
    await expect(sendPhoneCode(world(actor))).rejects.toMatchObject({
      code: "too_many_requests",
      retryAfterSeconds: 3600,
    });
    await expect(sendPhoneCode(world(accomplice))).rejects.toMatchObject({
      code: "too_many_requests",
    });
    const { actor: without } = await person();
    await expect(sendPhoneCode(world(without))).rejects.toMatchObject({
      fields: { phone: [{ code: "required" }] },
    });
  });

  it("is unproved again when it changes, and its code is nowhere at rest", async () => {
    const actor = await withPhone("+14235550007");
    await db().update(users).set({ phoneVerifiedAt: NOW }).where(eq(users.id, actor.userId));
    await updateAccount(world(actor), { phone: "+1 423 555 0007", lastName: "Li" });
    expect((await row(actor.userId)).phoneVerifiedAt).toBe(NOW);
    await updateAccount(world(actor), { phone: "+14235550008" });
    expect((await row(actor.userId)).phoneVerifiedAt).toBeNull();
    await sendPhoneCode(world(actor));
    expect(JSON.stringify(await db().select().from(auditEntries))).not.toContain(
      await codeOf("+14235550008"),
    );
  });
});

describe("notification mails", () => {
  it("are stopped by the signed link of a mail, and started again only by the person", async () => {
    const { actor, email } = await person();
    const deps = world(actor);
    const token = await unsubscribeToken(deps, actor.userId);
    expect(await readSubscription(deps, { token })).toEqual({ subscribed: true });
    for (let i = 0; i < 2; i++)
      expect(await setNotificationsEmail(deps, { token }, false)).toEqual({ subscribed: false });
    expect(await readSubscription(deps, { actor })).toEqual({ subscribed: false });
    await expect(setNotificationsEmail(deps, { token }, true)).rejects.toMatchObject({
      code: "forbidden",
    });
    await setNotificationsEmail(deps, { actor }, true);
    const [mail] = await db().select().from(outboxMessages).where(eq(outboxMessages.to, email));
    expect(mail?.headers["List-Unsubscribe"]).toBe(
      `<https://helios.test/s/notifications/unsubscribe/one-click?token=${token}>`,
    );
  });

  it("are not stopped by a link that was made up", async () => {
    const { actor } = await person();
    const deps = world(actor);
    const [id, signature] = (await unsubscribeToken(deps, actor.userId)).split(".");
    const other = { ...deps, linkSecret: () => Promise.resolve("another") };
    for (const token of [
      "",
      "x",
      `${Number(id) + 1}.${signature}`,
      `${id}.${"A".repeat(43)}`,
      `0${id}.${signature}`,
      await unsubscribeToken(other, actor.userId),
    ]) {
      expect(await readSubscription(deps, { token })).toBeNull();
      await expect(setNotificationsEmail(deps, { token }, false)).rejects.toMatchObject({
        code: "not_found",
      });
    }
  });
});
