/** What is done in one window of a browser holds in its others at once: theme, language, demo mode, signing out and in. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { DEMO_COOKIE } from "#app/domain/preferences.ts";
import { texts } from "#app/features/events/texts.en.ts";
import { MASKS } from "#app/features/shell/use-other-windows.ts";
import { DEMO_PASSWORD } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const { nav, preferences, provider, live, login, logOutDialog } = en.common;
const { events } = texts;
const { origin } = sharedHelios();
const browser = await journeyBrowser();

/** The dashboard in one window, the comments of a machine in another, where something was typed. */
async function openTwo(email: string) {
  const { context, page: one, errors } = await newVisitor(browser);
  await openAs(one, origin, email, "/dashboard");
  const two = await context.newPage();
  two.on("pageerror", (error) => errors.push(String(error)));
  await two.goto(`${origin}/machines/1/comments`);
  const typed = two.getByRole("textbox").first();
  await typed.fill("Half a comment");
  // What listens to other windows comes after the page.
  for (const page of [one, two]) await page.waitForLoadState("networkidle");
  return { context, one, two, typed, errors };
}

async function choose(
  page: Page,
  name: string,
  accountMenu: string = nav.accountMenu,
): Promise<void> {
  await page.getByRole("button", { name: accountMenu }).click();
  await page.getByRole("menu").getByRole("menuitem", { name, exact: true }).click();
}

test("a theme and a language reach the other window, which keeps what was typed", async () => {
  const { context, one, two, typed, errors } = await openTwo("superuser@helios.example");
  await choose(one, preferences.dark);
  await two.locator("html[data-theme=dark]").waitFor();
  await choose(one, "Español");
  await two.getByRole("link", { name: es.common.crumbs.comments, exact: true }).waitFor();
  await two.locator("html[lang=es]").waitFor();
  expect(await typed.inputValue()).toBe("Half a comment");
  await choose(one, "English", es.common.nav.accountMenu);
  await two.locator("html[lang=en]").waitFor();
  expect(await two.locator("html").getAttribute("data-theme")).toBe("dark");
  expect(errors).toEqual([]);
  await context.close();
});

test("demo mode hides names in the other window too, from the moment when it is pressed", async () => {
  const { context, one, two, typed, errors } = await openTwo("superuser@helios.example");
  await two.getByRole("heading", { name: "FFG 1" }).waitFor();
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  await two.route("**/comments.data**", async (route) => {
    await mayAnswer;
    await route.continue();
  });
  const { promise: mayKeep, resolve: letKeep } = Promise.withResolvers<void>();
  await one.route("**/preferences**", async (route) => {
    await mayKeep;
    await route.continue();
  });
  const demo = { name: provider.demoMode };
  await one.getByRole("switch", demo).click();
  await two.locator("body").waitFor({ state: "hidden" });
  expect(await two.locator("body").innerText()).not.toContain("FFG 1");
  letKeep();
  await two.getByRole("status").getByText(provider.masking).waitFor();
  expect(await two.locator("body").innerText()).not.toContain("FFG 1");
  letAnswer();
  await two.getByRole("switch", { ...demo, checked: true }).waitFor();
  await two.locator("main:not(.invisible)").waitFor();
  expect(await two.locator("body").innerText()).not.toContain("FFG 1");
  expect(await two.title()).not.toContain("FFG 1");
  expect(await typed.inputValue()).toBe("Half a comment");

  // And back, in the window that was told.
  await two.getByRole("switch", demo).click();
  await one.getByRole("switch", { ...demo, checked: false }).waitFor();
  await one.getByRole("main").getByText("FFG 1").first().waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("a third window shows no names while demo mode is awaited from another one", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, "superuser@helios.example", "/machines/1/comments");
  await page.waitForLoadState("networkidle");
  /** From windows with these numbers, then what the page heard last is done. */
  const hear = (...messages: { what: typeof MASKS | null; from: number }[]) =>
    page.evaluate((told) => {
      const windows = new BroadcastChannel("helios-windows");
      for (const message of told) windows.postMessage(message);
      return new Promise((done) => setTimeout(done));
    }, messages);
  const body = page.locator("body");
  await hear({ what: MASKS, from: 1 }, { what: MASKS, from: 2 });
  await body.waitFor({ state: "hidden" });
  await hear({ what: null, from: 3 }, { what: null, from: 2 });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  expect(await body.isVisible()).toBe(false);
  // Nothing came of it.
  await hear({ what: null, from: 1 });
  await body.waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("an event that is being told of survives a switch of demo mode in the other window", async () => {
  const { context, one, two, errors } = await openTwo("superuser@helios.example");
  const demo = { name: provider.demoMode };
  for (const path of ["/machines/1/overview", "/machines/1/events", "/dashboard"]) {
    await two.goto(`${origin}${path}`);
    await two.waitForLoadState("networkidle");
    // In the bar, which is there on each page, the form asks for its machines itself.
    await two.getByRole("button", { name: events.report, exact: true }).first().click();
    const drawer = two.getByRole("dialog", { name: events.report });
    const machine = drawer.getByRole("combobox", { name: events.machine });
    const typed = drawer.getByLabel(events.name, { exact: true });
    await machine.selectOption({ label: "FFG 1" });
    await typed.fill("Half an event");
    const shown = () => machine.locator("option:checked").textContent();
    await one.getByRole("switch", demo).click();
    await two.getByRole("switch", { ...demo, checked: true, includeHidden: true }).waitFor();
    await typed.waitFor();
    expect(await shown()).not.toBe("FFG 1");
    expect(await typed.inputValue()).toBe("Half an event");
    await one.getByRole("switch", demo).click();
    await expect.poll(shown).toBe("FFG 1");
    expect(await typed.inputValue()).toBe("Half an event");
  }
  expect(errors).toEqual([]);
  await context.close();
});

test("a language reaches a sign-in page, which keeps what was typed", async () => {
  const { context, page: one, errors } = await newVisitor(browser);
  const two = await context.newPage();
  for (const page of [one, two]) {
    await page.goto(`${origin}/login`);
    await page.waitForLoadState("networkidle");
  }
  await two.getByLabel(login.email).fill("half@an.address");
  await one.getByRole("button", { name: "Español" }).click();
  await two.getByRole("heading", { name: es.common.signIn.heading }).waitFor();
  expect(await two.getByLabel(es.common.login.email).inputValue()).toBe("half@an.address");
  expect(errors).toEqual([]);
  await context.close();
});

test("a slideshow that is told twice of demo mode stays hidden until it has no names", async () => {
  const { context, page: wall, errors } = await newVisitor(browser);
  await openAs(wall, origin, "superuser@helios.example", "/dashboard/slideshow");
  await wall.waitForLoadState("networkidle");
  const { promise: mayKeep, resolve: letKeep } = Promise.withResolvers<void>();
  await wall.route("**/preferences**", async (route) => {
    await mayKeep;
    await route.continue();
  });
  const shown = await wall.evaluateHandle(() => {
    const seen: boolean[] = [];
    new MutationObserver(() => seen.push(document.documentElement.matches("[data-masks]"))).observe(
      document.documentElement,
      { attributeFilter: ["data-masks"] },
    );
    return seen;
  });
  const asked = wall.waitForRequest("**/preferences**");
  // In one task: the second is there before anything is drawn after the first.
  await wall.evaluate(
    ([cookie, masks]) => {
      document.cookie = `${cookie}=0; path=/`;
      const windows = new BroadcastChannel("helios-windows");
      for (const what of [masks, null, null]) windows.postMessage({ what, from: 1 });
    },
    [DEMO_COOKIE, MASKS],
  );
  await asked;
  expect(await shown.jsonValue()).toEqual([true]);
  letKeep();
  await wall.locator("main").waitFor();
  expect(await shown.jsonValue()).toEqual([true, false]);
  expect(errors).toEqual([]);
  await context.close();
});

test("language and demo mode reach the slideshow", async () => {
  const { context, page: one, errors } = await newVisitor(browser);
  await openAs(one, origin, "superuser@helios.example", "/dashboard");
  const wall = await context.newPage();
  wall.on("pageerror", (error) => errors.push(String(error)));
  await wall.goto(`${origin}/dashboard/slideshow`);
  for (const page of [one, wall]) await page.waitForLoadState("networkidle");
  await choose(one, "Español");
  await wall.locator("html[lang=es]").waitFor();
  await choose(one, "English", es.common.nav.accountMenu);
  await wall.locator("html[lang=en]").waitFor();

  const names = await wall.locator(".wall-name").allInnerTexts();
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  await wall.route("**/slideshow.data**", async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await one.getByRole("switch", { name: provider.demoMode }).click();
  await wall.locator("main").waitFor({ state: "hidden" });
  letAnswer();
  await wall.locator("main").waitFor();
  expect(names.length).toBeGreaterThan(0);
  const shown = await wall.locator("body").innerText();
  expect(names.filter((name) => shown.includes(name))).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test("who signs out and in again finds the other window as it was left", async () => {
  const { context, one, two, typed, errors } = await openTwo("admin@acme.example");
  await choose(one, nav.logOut);
  await one.getByRole("alertdialog").getByRole("button", { name: logOutDialog.confirm }).click();
  await one.waitForURL("**/login**");
  await two.getByText(live.ended).waitFor();
  expect(await typed.inputValue()).toBe("Half a comment");

  // As somebody else.
  await one.getByLabel(login.email).fill("user@acme.example");
  await one.getByLabel(en.common.signIn.password, { exact: true }).fill(DEMO_PASSWORD);
  const read = two.waitForResponse("**/comments.data**");
  await one.keyboard.press("Enter");
  await two.getByText(live.ended).waitFor({ state: "detached" });
  await read;
  await two.getByRole("button", { name: nav.accountMenu }).click();
  await two.getByRole("menu").getByText("user@acme.example").waitFor();
  expect(await typed.inputValue()).toBe("Half a comment");
  expect(errors.filter((error) => !error.includes("WebSocket"))).toEqual([]);
  await context.close();
});
