/** A Helios without users: the set-up link of the start makes the first superuser, who must agree to the terms. By keyboard alone. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { call, signIn } from "#tests/api.ts";
import { openBrowser } from "#tests/browser.ts";
import { startHelios, type Helios } from "#tests/helios.ts";
import { findAccessProblems, pressOn, typeInto } from "#tests/keyboard.ts";
import { openLocalDatabase } from "#tests/local-database.ts";
import {
  button,
  field,
  testOnceOf,
  VIEWS,
  visitIn,
  waitForDialog,
  type View,
} from "#tests/views.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";

let browser: Browser;
let helios: Helios;
let link: string;
beforeAll(async () => {
  [browser, helios] = await Promise.all([openBrowser(), startHelios({ seed: "empty" })]);
  await vi.waitFor(() => expect(helios.output()).toContain("/login/setup-account/"), GIVE_UP_MS);
  link = helios.origin + (/\/login\/setup-account\/\S+/.exec(helios.output())?.[0] ?? "");
});
afterAll(async () => {
  await browser?.close();
  await helios?.stop();
});

const EMAIL = "first@plant.example";
const PASSWORD = "a quiet line at dawn 9";
type Me = { data: { role: string; terms_accepted_at: string | null } };
const me = async () =>
  (
    await call<Me>(helios.origin, "/v1/users/me", {
      token: await signIn(helios.origin, EMAIL, PASSWORD),
    })
  ).data;

/** Whoever agreed in one view is asked in the next. */
function forgetTerms(): void {
  const db = openLocalDatabase(helios.dataDir);
  db.exec("update users set terms_accepted_at = null");
  db.close();
}

async function comeIn(page: Page, { words }: View): Promise<void> {
  await page.goto(`${helios.origin}/login`);
  await typeInto(page, field(page, words.login.email), EMAIL);
  await typeInto(page, field(page, words.signIn.password), PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/first_steps");
}

describe("the set-up link in Spanish, on a phone", () => {
  const view = VIEWS[1];
  const { words } = view;

  test("asks who it is and for a password, and lists what is wrong by the names of the fields", async () => {
    const { context, page, errors } = await visitIn(browser, helios.origin, view);
    await page.goto(link);
    const title = { en: "Create the first account", es: "Crear la primera cuenta" }[view.lang];
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(await findAccessProblems(page)).toEqual([]);
    await typeInto(page, field(page, words.password.firstName), "Ada");
    await typeInto(page, field(page, words.password.lastName), "First");
    await typeInto(page, field(page, words.login.email), EMAIL);
    await typeInto(page, field(page, words.password.password), "short");
    await typeInto(page, field(page, words.password.confirmation), "shorter");
    await page.keyboard.press("Enter");
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect((await alert.innerText()).split("\n")).toEqual([
      `${words.password.password}: ${words.problems.too_short.replace("{{least}}", "12")}`,
      `${words.password.confirmation}: ${words.problems.password_differs}`,
    ]);
    expect(await field(page, words.password.password).getAttribute("aria-invalid")).toBe("true");
    expect(await field(page, words.login.email).inputValue()).toBe(EMAIL);
    expect(await findAccessProblems(page)).toEqual([]);
    expect(errors.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([]);
    await context.close();
  });
});

test("the link makes the first superuser, once", async () => {
  const view = VIEWS[0];
  const { words } = view;
  const { context, page, errors } = await visitIn(browser, helios.origin, view);
  await page.goto(link);
  await typeInto(page, field(page, words.password.firstName), "Ada");
  await typeInto(page, field(page, words.password.lastName), "First");
  await typeInto(page, field(page, words.login.email), EMAIL);
  await typeInto(page, field(page, words.password.password), PASSWORD);
  await typeInto(page, field(page, words.password.confirmation), PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/first_steps");
  expect(await me()).toMatchObject({ role: "superuser", terms_accepted_at: null });
  // A page that stands may open its socket at any moment, and is refused without its session.
  await page.goto("about:blank");
  await context.clearCookies({ name: "sessionId" });
  expect((await page.goto(link))?.status()).toBe(404);
  expect(errors.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([]);
  await context.close();
});

describe.each(VIEWS)("the terms in $lang, $width wide", (view) => {
  const { words } = view;
  const testIn = testOnceOf(view);

  testIn("en", "stand before everything; who disagrees is out, and asked again", async () => {
    forgetTerms();
    const { context, page, errors } = await visitIn(browser, helios.origin, view);
    await comeIn(page, view);
    const dialog = page.getByRole("dialog", { name: words.terms.title });
    await waitForDialog(dialog);
    expect(await findAccessProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.goto(`${helios.origin}/machines`);
    await waitForDialog(dialog);
    const session = (await context.cookies()).find(({ name }) => name === "sessionId")?.value ?? "";
    await pressOn(page, button(page, words.terms.disagree));
    await page.waitForURL(`${helios.origin}/login`);
    await expect(call(helios.origin, "/v1/users/me", { token: session })).rejects.toThrow("401");
    expect((await me()).terms_accepted_at).toBeNull();
    expect(errors).toEqual([]);
    await context.close();
  });

  testIn("es", "who agrees has agreed at that moment, and is asked no more", async () => {
    forgetTerms();
    const { context, page, errors } = await visitIn(browser, helios.origin, view);
    await comeIn(page, view);
    const dialog = page.getByRole("dialog", { name: words.terms.title });
    await waitForDialog(dialog);
    const before = Date.now();
    await pressOn(page, button(page, words.terms.agree));
    await dialog.waitFor({ state: "detached" });
    expect(await findAccessProblems(page)).toEqual([]);
    const at = Date.parse((await me()).terms_accepted_at ?? "");
    expect(at).toBeGreaterThanOrEqual(before - 1_000);
    expect(at).toBeLessThanOrEqual(Date.now() + 1_000);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    expect(await dialog.count()).toBe(0);
    const cookie =
      (await context.cookies()).find(({ name }) => name === "currentUser")?.value ?? "";
    expect(JSON.parse(decodeURIComponent(cookie))).toMatchObject({
      terms_accepted_at: new Date(at).toISOString(),
    });
    expect(errors).toEqual([]);
    await context.close();
  });
});
