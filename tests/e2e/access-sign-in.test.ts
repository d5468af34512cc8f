/** Signing in, and what is said when it fails: by keyboard alone, in both languages, wide and narrow. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { DEMO_PASSWORD } from "#tests/api.ts";
import { journeyBrowser } from "#tests/browser.ts";
import { findAccessProblems, pressOn, tabTo, typeInto } from "#tests/keyboard.ts";
import { button, field, testOnceOf, VIEWS, visitIn } from "#tests/views.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const browser = await journeyBrowser();

const MAX_FAILURES = 10;
/** What the browser itself notes of an answer that is no success. */
const isRefusal = (line: string): boolean =>
  line.startsWith("Failed to load resource: the server responded with a status of 401");

describe.each(VIEWS)("in $lang, $width wide", (view) => {
  const { words } = view;
  const visit = () => visitIn(browser, sharedHelios().origin, view);
  const testIn = testOnceOf(view);
  const submit = (page: Page) => button(page, words.signIn.submit);
  async function tryWith(page: Page, email: string, password: string): Promise<void> {
    await typeInto(page, field(page, words.login.email), email);
    await typeInto(page, field(page, words.signIn.password), password);
    await page.keyboard.press("Enter");
  }

  test("a form says what is missing once it was left, and leads to the page that was wanted", async () => {
    const { context, page, errors, origin } = await visit();
    await page.goto(`${origin}/login?redirect=${encodeURIComponent("/machines?page=1")}`);
    await page.getByText(words.signIn.needBoth).waitFor();
    expect(await submit(page).isDisabled()).toBe(true);
    expect(await page.getByText(words.problems.email).count()).toBe(0);
    await typeInto(page, field(page, words.login.email), "half-an-address");
    await page.keyboard.press("Tab");
    await page.getByText(words.problems.email).waitFor();
    const email = field(page, words.login.email);
    expect(await email.getAttribute("aria-invalid")).toBe("true");
    expect(await findAccessProblems(page)).toEqual([]);
    await typeInto(page, email, "user@acme.example");
    await page.getByText(words.problems.email).waitFor({ state: "detached" });

    const password = field(page, words.signIn.password);
    await typeInto(page, password, DEMO_PASSWORD);
    await pressOn(page, button(page, words.passwordField.show), "Space");
    expect([await password.getAttribute("type"), await password.inputValue()]).toEqual([
      "text",
      DEMO_PASSWORD,
    ]);
    await pressOn(page, button(page, words.passwordField.hide), "Space");
    await tabTo(page, submit(page));
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/machines?page=1`);
    expect(errors).toEqual([]);
    await context.close();
  });

  testIn(
    "en",
    "a wrong password and an unknown address are told apart by nothing, not even when they are locked",
    async () => {
      const { context, page, errors, origin } = await visit();
      const said: string[] = [];
      for (const email of [
        "admin@globex.example",
        `nobody-${view.lang}-${view.width}@nowhere.example`,
      ]) {
        await page.goto(`${origin}/login`);
        await tryWith(page, email, "not the password");
        await page.getByRole("alert").waitFor();
        said.push(await page.getByRole("alert").innerText());
        expect(await field(page, words.login.email).inputValue()).toBe(email);
      }
      expect(said).toEqual([
        words.problems.authentication_failed,
        words.problems.authentication_failed,
      ]);
      expect(await findAccessProblems(page)).toEqual([]);

      const ghost = `ghost-${view.lang}-${view.width}@nowhere.example`;
      const body = new URLSearchParams({ email: ghost, password: "x" });
      for (let i = 0; i < MAX_FAILURES; i++)
        expect(
          (
            await fetch(`${origin}/login`, {
              method: "POST",
              headers: { origin },
              body,
              redirect: "manual",
            })
          ).status,
        ).toBe(401);
      await page.goto(`${origin}/login`);
      await tryWith(page, ghost, "not the password");
      await page.getByText(words.problems.account_locked_too_many_attempts).waitFor();
      await page.getByRole("link", { name: words.nav.help }).waitFor();
      expect(await findAccessProblems(page)).toEqual([]);
      expect(errors.filter((line) => !isRefusal(line))).toEqual([]);

      // Who fails is not shut out.
      await page.goto(`${origin}/login?redirect=//evil.example/`);
      await tryWith(page, "admin@globex.example", DEMO_PASSWORD);
      await page.waitForURL(`${origin}/dashboard`);
      await context.close();
    },
  );
});

test("what was typed stays when Helios does not answer, and signs in once it does", async () => {
  const { context, page, origin } = await visitIn(browser, sharedHelios().origin, VIEWS[0]);
  const { words } = VIEWS[0];
  await page.goto(`${origin}/login`);
  await typeInto(page, field(page, words.login.email), "user@acme.example");
  await typeInto(page, field(page, words.signIn.password), DEMO_PASSWORD);
  await page.route("**/login.data*", (route) => route.abort());
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText(words.problems.offline).waitFor();
  expect(await field(page, words.login.email).inputValue()).toBe("user@acme.example");
  await page.unroute("**/login.data*");
  await field(page, words.signIn.password).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${origin}/dashboard`);
  await context.close();
});
