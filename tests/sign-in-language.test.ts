/** Texts of another language come with a whole page only: whoever signs in or out on a browser of another language gets one. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { users } from "#app/db/schema/index.ts";
import { ORIGIN, testContext } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import { openPages } from "./factories/pages.ts";
import { createSession, createUser, NOW } from "./factories/people.ts";

const db = openTestDb();
const PASSWORD = "correct horse battery";
let router: Awaited<ReturnType<typeof openPages>>;
beforeAll(async () => {
  router = await openPages();
});

async function send(path: string, headers: Record<string, string>, form: Record<string, string>) {
  const request = new Request(ORIGIN + path, {
    method: "POST",
    headers: { Origin: ORIGIN, "X-Forwarded-Host": new URL(ORIGIN).host, ...headers },
    body: new URLSearchParams(form),
  });
  const answer = await router.handle(request, testContext({ db: db(), now: NOW }));
  return {
    to: answer.headers.get("Location"),
    isWholePage: answer.headers.get("X-Remix-Reload-Document") === "true",
  };
}

it.each([
  ["es", "en-US", true],
  ["es", "es-MX", false],
  ["en", "es-MX", true],
  [null, "es-MX", false],
] as const)(
  "an account of %s on a browser of %s: whole page %s",
  async (locale, browser, whole) => {
    const { email, actor } = await createUser(db(), { role: "superuser", password: PASSWORD });
    await db().update(users).set({ locale }).where(eq(users.id, actor.userId));
    const form = { email, password: PASSWORD };
    expect(await send("/login?redirect=/machines", { "Accept-Language": browser }, form)).toEqual({
      to: "/machines",
      isWholePage: whole,
    });
  },
);

it("whoever signs out leaves nothing on the screen but a new page", async () => {
  const { actor } = await createUser(db(), { role: "superuser" });
  const { token } = await createSession(db(), actor);
  expect(await send("/logout", { Cookie: `__Host-sessionId=${token}` }, {})).toEqual({
    to: "/login",
    isWholePage: true,
  });
});

it("a sign-in that is sent twice leads to the page that was wanted both times", async () => {
  const { email, actor } = await createUser(db(), { role: "superuser", password: PASSWORD });
  const { token } = await createSession(db(), actor);
  const again = { Cookie: `__Host-sessionId=${token}` };
  const form = { email, password: PASSWORD };
  expect((await send("/login?redirect=/machines", again, form)).to).toBe("/machines");
  expect((await send("/login?redirect=//evil.example", again, form)).to).toBe("/dashboard");
});
