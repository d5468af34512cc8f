/** A link that works once, opened where no scripts run: the answer that uses it up says 200, and the link is dead after it. */
import { beforeAll, expect, it } from "vitest";
import { emailChanges, passwordTokens } from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import { openTestDb } from "./factories/db.ts";
import { openPages, visit } from "./factories/pages.ts";
import { createUser, NOW } from "./factories/people.ts";

const db = openTestDb();
let router: Awaited<ReturnType<typeof openPages>>;
beforeAll(async () => {
  router = await openPages();
});

const password = "a harbour of quiet boats";
const twice = { password, password_confirmation: password };

async function passwordLink(purpose: "reset" | "setup"): Promise<string> {
  const token = newToken();
  const { actor } = await createUser(db(), { role: "user" });
  await db()
    .insert(passwordTokens)
    .values({
      tokenHash: sha256Hex(token),
      userId: actor.userId,
      purpose,
      createdAt: NOW,
      expiresAt: NOW + 1_000,
    });
  return token;
}

type Link = { open: () => Promise<string>; form: Record<string, string>; deadTitle: string };

const LINKS: Record<string, Link> = {
  "a new e-mail address": {
    open: async () => {
      const { actor } = await createUser(db(), { role: "user" });
      const token = newToken();
      await db()
        .insert(emailChanges)
        .values({
          tokenHash: sha256Hex(token),
          userId: actor.userId,
          email: `${token.toLowerCase()}@acme.example`,
          createdAt: NOW,
          expiresAt: NOW + 1_000,
        });
      return `/login/confirm-email/${token}`;
    },
    form: { intent: "confirm_email" },
    deadTitle: "confirmEmail.deadTitle",
  },
  "a forgotten password": {
    open: async () => `/login/reset-password/${await passwordLink("reset")}`,
    form: { intent: "password", ...twice },
    deadTitle: "password.badLinkTitle",
  },
  "an invitation": {
    open: async () => `/login/setup-account/${await passwordLink("setup")}`,
    form: { intent: "password", ...twice },
    deadTitle: "password.badLinkTitle",
  },
};

it.each(Object.keys(LINKS))("%s is answered 200 once", async (name) => {
  const { open, form } = LINKS[name]!;
  const path = await open();
  const world = { db: db(), now: NOW };
  const statusOf = async (sent?: Record<string, string>) =>
    (await visit(router.handle, world, path, sent ? { form: sent } : {})).status;
  expect([await statusOf(), await statusOf(form)]).toEqual([200, 200]);
  expect(await statusOf()).toBe(404);
  expect(await statusOf(form)).not.toBe(200);
});

it.each(Object.keys(LINKS))("%s is a page of another name once its link is dead", async (name) => {
  const { open, form, deadTitle } = LINKS[name]!;
  const path = await open();
  const world = { db: db(), now: NOW };
  const isCalledDead = async () =>
    (await visit(router.handle, world, path, {})).body.includes(`"titleKey":"${deadTitle}"`);
  expect(await isCalledDead()).toBe(false);
  await visit(router.handle, world, path, { form });
  expect(await isCalledDead()).toBe(true);
});
