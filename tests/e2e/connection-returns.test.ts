/** What somebody did while there was no connection, and what becomes of it when it is back. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { comeAlive, journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const ADMIN = "admin@acme.example";
const STAFF = "superuser@helios.example";
const { common } = en;

const browser = await journeyBrowser();

const wordsOf = (text: string, name: string) => text.replace("{{name}}", name);
const back = (page: Page) => page.evaluate(() => window.history.back());
const isAt = (page: Page, path: RegExp) => page.waitForURL(({ pathname }) => path.test(pathname));
const waits = (page: Page) => page.getByText(common.live.waitsToOpen);
const follow = (page: Page, name: string) =>
  page.getByRole("link", { name, exact: true }).first().click();

/** What the menu is drawn by is there from then on. */
async function openMenuOnce(page: Page): Promise<void> {
  await page.getByRole("button", { name: common.nav.accountMenu }).click();
  const choice = page.getByRole("menuitem", { name: "Español" });
  await choice.waitFor();
  await page.keyboard.press("Escape");
  await choice.waitFor({ state: "detached" });
}

/** Goes on without a connection from here, as the page knows. */
async function loseConnection(page: Page): Promise<void> {
  // It comes with what holds pages, the moment after a page is alive.
  await page.locator("[data-printed-at]").waitFor({ state: "attached" });
  await page.context().setOffline(true);
  await page.locator('[data-connection="lost"]').first().waitFor();
}

test("a step back that waited for the connection is a step back", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, ADMIN);
  await follow(page, common.nav.machines);
  await isAt(page, /^\/machines$/);
  await follow(page, common.nav.reports);
  await isAt(page, /^\/reports/);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await loseConnection(page);
  await back(page);
  await waits(page).waitFor();
  await context.setOffline(false);
  await isAt(page, /^\/machines$/);
  await waits(page).waitFor({ state: "detached" });
  await page.evaluate(() => window.history.forward());
  await isAt(page, /^\/reports/);
  await page.evaluate(() => window.history.go(-2));
  await isAt(page, /^\/dashboard$/);
  await context.close();
});

test("a page that is cut off before all of its scripts came stays, and opens what was wanted later", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, ADMIN);
  await page.route(/\/assets\/later-/, (route) => route.abort());
  await page.goto(`${sharedHelios().origin}/dashboard`);
  await page.locator("html[data-alive]").waitFor();
  await context.setOffline(true);
  await page.locator('[data-connection="lost"]').first().waitFor();
  const document = await page.evaluateHandle(() => window.document);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  // Without pointing at it, which asks ahead.
  const link = page.getByRole("link", { name: common.nav.machines, exact: true }).first();
  await link.evaluate((element) => (element as HTMLElement).click());
  await page.evaluate(() => fetch("/build").catch(() => undefined));
  // The page's own parts that had not come yet are asked for again.
  expect(asked.filter((path) => path !== "/build" && !path.startsWith("/assets/"))).toEqual([]);
  await page.unroute(/\/assets\/later-/);
  await context.setOffline(false);
  await isAt(page, /^\/machines$/);
  expect(await page.evaluate((known) => known === window.document, document)).toBe(true);
  await context.close();
});

test("a tab that was chosen without a connection is one step away from the list, as any tab", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, ADMIN, "/machines");
  await page.locator('a[href="/machines/1"], a[href^="/machines/1/"]').first().click();
  await isAt(page, /^\/machines\/1\/overview$/);
  await loseConnection(page);
  await page.locator('nav a[href^="/machines/1/events"]').first().click();
  await waits(page).waitFor();
  await context.setOffline(false);
  await isAt(page, /^\/machines\/1\/events$/);
  await back(page);
  await isAt(page, /^\/machines$/);
  await context.close();
});

test.each([
  ["Escape", (page: Page) => page.keyboard.press("Escape")],
  [
    "what opens something else",
    (page: Page) => page.getByRole("button", { name: common.nav.accountMenu }).click(),
  ],
])("a drawer that is awaited without a connection is taken back by %s", async (_, takeBack) => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, STAFF, "/machines");
  await openMenuOnce(page);
  await loseConnection(page);
  const opener = page.getByRole("button", { name: "Add machine" });
  await opener.click();
  const awaited = page.getByText(wordsOf(common.part.waits, "Add machine"));
  await awaited.waitFor();
  // Pressed again it is still awaited.
  await opener.click();
  await awaited.waitFor();
  await takeBack(page);
  await awaited.waitFor({ state: "detached" });
  await context.setOffline(false);
  await page.locator('[data-connection="lost"]').waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await opener.click();
  // Asked for now, it comes: once, and not for what was taken back.
  await page.getByRole("heading", { name: "Add a machine" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(1);
  await context.close();
});

test("a view that was chosen without a connection is kept once it is back", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, "user@globex.example");
  const views = page.getByRole("group", { name: "View", exact: true });
  const choose = (name: string) => views.getByRole("button", { name }).click();
  await loseConnection(page);
  await choose(common.views.carousel);
  await choose(common.views.list);
  const kept = page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/dashboard/choice") &&
      (answer.request().postData() ?? "").includes("list"),
  );
  await context.setOffline(false);
  expect((await kept).ok()).toBe(true);
  await page.reload();
  expect(await views.getByRole("button", { name: "List" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
  // As the other journeys expect it of this account.
  const again = page.waitForResponse((answer) => answer.url().endsWith("/dashboard/choice"));
  await choose("Grid");
  await again;
  await context.close();
});

test("a language that was chosen without a connection comes once it is back", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, "user@globex.example");
  const menu = page.getByRole("button", { name: common.nav.accountMenu });
  await comeAlive(page);
  await openMenuOnce(page);
  await loseConnection(page);
  await menu.click();
  await page.getByRole("menuitem", { name: "Español" }).click();
  const awaited = page.getByText(wordsOf(common.part.waits, "Español"));
  await awaited.waitFor();
  const told = page.waitForResponse((answer) => answer.url().includes("/preferences"));
  await context.setOffline(false);
  await page.locator('html[lang="es"]').waitFor();
  await awaited.waitFor({ state: "detached" });
  expect((await told).ok()).toBe(true);
  // As the other journeys expect it of this account.
  const again = page.waitForResponse((answer) => answer.url().includes("/preferences"));
  await page.getByRole("button", { name: es.common.nav.accountMenu }).click();
  await page.getByRole("menuitem", { name: "English" }).click();
  expect((await again).ok()).toBe(true);
  await context.close();
});

test.each([
  ["en-US", en, "11/20/2026 6:05 AM"],
  ["es-MX", es, "20/11/2026 06:05"],
])(
  "an open form says without a connection that nothing can be sent (%s)",
  async (locale, words, startAt) => {
    const { context, page } = await newVisitor(browser, { locale });
    await openAs(page, sharedHelios().origin, ADMIN, "/machines/1/events");
    await comeAlive(page);
    await page.getByRole("button", { name: words.common.events.report }).first().click();
    const drawer = page.getByRole("dialog");
    const name = drawer.getByRole("textbox", { name: words.common.events.name, exact: true });
    const text = `Cut ${locale} ${Date.now()}`;
    await name.fill(text);
    const { nowFor, start, end } = words.common.events;
    await drawer.getByRole("textbox", { name: start, exact: true }).fill(startAt);
    await drawer.getByRole("button", { name: nowFor.replace("{{field}}", end) }).click();
    const away = drawer.getByText(words.common.away.form);
    expect(await away.count()).toBe(0);
    await loseConnection(page);
    await away.waitFor();
    await drawer.getByRole("button", { name: words.common.events.submit }).click();
    await drawer.getByText(words.common.problems.not_sent).first().waitFor();
    expect(await name.inputValue()).toBe(text);
    await context.setOffline(false);
    await away.waitFor({ state: "detached" });
    await drawer.getByRole("button", { name: words.common.events.submit }).click();
    await drawer.getByRole("heading", { name: text }).waitFor();
    await drawer.getByRole("button", { name: words.common.drawer.close }).last().click();
    await page.reload();
    expect(await page.getByRole("table").getByText(text).count()).toBe(1);
    await context.close();
  },
);

test("nobody is told to be logged out who could not be for want of a connection", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, ADMIN, "/machines");
  const open = async () => {
    await page.getByRole("button", { name: common.nav.accountMenu }).click();
    await page.getByRole("menuitem", { name: common.nav.logOut }).click();
  };
  await open();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: common.logOutDialog.confirm }).waitFor();
  await loseConnection(page);
  await question.getByText(common.away.question).waitFor();
  await question.getByRole("button", { name: common.logOutDialog.confirm }).click();
  await question.getByText(common.away.question).waitFor();
  expect(await waits(page).count()).toBe(0);
  await context.setOffline(false);
  await question.getByText(common.away.question).waitFor({ state: "detached" });
  await question.getByRole("button", { name: common.logOutDialog.confirm }).click();
  await isAt(page, /^\/login$/);
  await context.close();
});
