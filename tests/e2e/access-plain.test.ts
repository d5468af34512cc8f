/** What must work before a page's scripts have come, and without any: signing in, a new password, stopping mails. */
import { describe, expect, test } from "vitest";
import { call, DEMO_PASSWORD, signIn } from "#tests/api.ts";
import { journeyBrowser } from "#tests/browser.ts";
import { pressOn, typeInto } from "#tests/keyboard.ts";
import {
  button,
  countMessages,
  field,
  newestMessage,
  testOnceOf,
  VIEWS,
  type View,
} from "#tests/views.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const browser = await journeyBrowser();

const NEW_PASSWORD = "a quiet line at dawn 6";

async function visitWithoutScripts(origin: string, { lang, locale, width }: View) {
  const context = await browser.newContext({
    locale,
    viewport: { width, height: 860 },
    javaScriptEnabled: false,
  });
  await context.addCookies([{ name: "language", value: lang, url: origin }]);
  return { context, page: await context.newPage() };
}

describe.each(VIEWS)("without scripts in $lang, $width wide", (view) => {
  const { words } = view;
  const testIn = testOnceOf(view);

  testIn("es", "somebody signs in, and is told when the password is wrong", async () => {
    const { origin } = sharedHelios();
    const { context, page } = await visitWithoutScripts(origin, view);
    await page.goto(`${origin}/login?redirect=/machines`);
    await typeInto(page, field(page, words.login.email), "user@acme.example");
    await typeInto(page, field(page, words.signIn.password), "not the password");
    await page.keyboard.press("Enter");
    await page.getByText(words.problems.authentication_failed).waitFor();
    // What takes the focus when the page has loaded would take it in the middle of a word.
    await page.waitForLoadState();
    expect(await field(page, words.login.email).inputValue()).toBe("user@acme.example");
    await typeInto(page, field(page, words.signIn.password), DEMO_PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/machines`);
    await context.close();
  });

  testIn(
    "en",
    "a link of a mail sets a new password and goes on by itself; its page tells its address to nobody",
    async () => {
      const { origin } = sharedHelios();
      // Not the account of the journeys with scripts: links are five an hour for one.
      const email = "new@acme.example";
      const { context, page } = await visitWithoutScripts(origin, view);
      const known = await countMessages(origin, email, "password_reset");
      await page.goto(`${origin}/login/reset-password-request?email=${encodeURIComponent(email)}`);
      await pressOn(page, button(page, words.resetRequest.submit));
      await page.getByText(words.resetRequest.sentTitle).waitFor();
      const { text } = await newestMessage(origin, email, "password_reset", known);
      const opened = await page.goto(
        origin + (/\/login\/reset-password\/\S+/.exec(text)?.[0] ?? ""),
      );
      expect(opened?.headers()["referrer-policy"]).toBe("no-referrer");
      await typeInto(page, field(page, words.password.password), "short");
      await typeInto(page, field(page, words.password.confirmation), "shorter");
      await page.keyboard.press("Enter");
      const lines = (await page.getByRole("alert").innerText()).split("\n");
      expect(lines).toEqual([
        `${words.password.password}: ${words.problems.too_short.replace("{{least}}", "12")}`,
        `${words.password.confirmation}: ${words.problems.password_differs}`,
      ]);
      expect(await page.content()).not.toContain("shorter");
      await typeInto(page, field(page, words.password.password), NEW_PASSWORD);
      await typeInto(page, field(page, words.password.confirmation), NEW_PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByText(words.password.resetDone).waitFor();
      await page.waitForURL(`${origin}/dashboard`);
      const token = await signIn(origin, email, NEW_PASSWORD);
      const back = {
        current_password: NEW_PASSWORD,
        password: DEMO_PASSWORD,
        password_confirmation: DEMO_PASSWORD,
      };
      await call(origin, "/v1/users/me", { method: "PUT", token, body: { user: back } });
      await context.close();
    },
  );

  testIn("es", "a code that proves no phone is told at its field, which keeps it", async () => {
    const { origin } = sharedHelios();
    const { context, page } = await visitWithoutScripts(origin, view);
    const email = "user@acme.example";
    const token = await signIn(origin, email);
    await call(origin, "/v1/users/me", {
      method: "PUT",
      token,
      body: { user: { phone: "+12105550171" } },
    });
    await page.goto(`${origin}/login?redirect=/account/sms/verify`);
    await typeInto(page, field(page, words.login.email), email);
    await typeInto(page, field(page, words.signIn.password), DEMO_PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/account/sms/verify`);
    const code = field(page, words.sms.code);
    await typeInto(page, code, "123456");
    await page.keyboard.press("Enter");
    await page.locator("#sms-code-code-errors").getByText(words.problems.expired).waitFor();
    expect([await code.inputValue(), await code.getAttribute("aria-invalid")]).toEqual([
      "123456",
      "true",
    ]);
    await context.close();
  });

  testIn("en", "the link of a mail stops the mails", async () => {
    const { origin } = sharedHelios();
    const { context, page } = await visitWithoutScripts(origin, view);
    const email = "admin@globex.example";
    const token = await signIn(origin, email);
    const set = (notifications_email: boolean) =>
      call(origin, "/v1/users/me", {
        method: "PUT",
        token,
        body: { user: { notifications_email } },
      });
    await set(false);
    const known = await countMessages(origin, email, "notifications_on");
    await set(true);
    const { text } = await newestMessage(origin, email, "notifications_on", known);
    await page.goto(
      origin + (/\/s\/notifications\/unsubscribe\/email\?token=\S+/.exec(text)?.[0] ?? ""),
    );
    await pressOn(page, button(page, words.unsubscribe.confirm));
    await page.getByText(words.unsubscribe.doneTitle).waitFor();
    type Me = { data: { notifications_email: boolean } };
    expect((await call<Me>(origin, "/v1/users/me", { token })).data.notifications_email).toBe(
      false,
    );
    await set(true);
    await context.close();
  });
});

test("a form that another site sends is refused before anything looks at it", async () => {
  const { origin } = sharedHelios();
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null", "sec-fetch-site": "cross-site" },
    { origin: "null" },
  ] as Record<string, string>[]) {
    const body = new URLSearchParams({ email: "user@acme.example", password: DEMO_PASSWORD });
    const answer = await fetch(`${origin}/login`, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
    });
    expect([headers, answer.status, answer.headers.getSetCookie()]).toEqual([headers, 403, []]);
  }
});
