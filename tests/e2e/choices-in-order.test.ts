/** What is chosen in the frame of a page: the last choice counts, and without a connection nothing is changed. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { comeAlive, journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const browser = await journeyBrowser();

/** Goes on without a connection from here, as the page knows. */
async function loseConnection(page: Page): Promise<void> {
  // It comes with what holds pages, the moment after a page is alive.
  await page.locator("[data-printed-at]").waitFor({ state: "attached" });
  await page.context().setOffline(true);
  await page.locator('[data-connection="lost"]').first().waitFor();
}

async function choose(page: Page, menu: string, language: string): Promise<void> {
  await page.getByRole("button", { name: menu }).click();
  await page.getByRole("menuitem", { name: language }).click();
}

test("of two languages that are chosen one after the other the last is kept, however slow the first", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, "user@globex.example");
  await comeAlive(page);
  const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route("**/preferences**", async (route) => {
    const postData = route.request().postData() ?? "";
    if (!postData.includes("language")) return route.continue();
    asked.push(postData);
    if (asked.length === 1) await mayGo;
    await route.continue();
  });
  const first = page.waitForRequest("**/preferences**");
  await choose(page, en.common.nav.accountMenu, "Español");
  await page.locator('html[lang="es"]').waitFor();
  await first;
  await choose(page, es.common.nav.accountMenu, "English");
  await page.locator('html[lang="en"]').waitFor();
  expect(asked).toHaveLength(1);
  const last = page.waitForResponse((answer) =>
    (answer.request().postData() ?? "").includes("language=en"),
  );
  letGo();
  expect((await last).ok()).toBe(true);
  expect(asked).toHaveLength(2);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  await context.clearCookies({ name: "language" });
  await page.goto(`${origin}/account`);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  await context.close();
});

test.each([
  ["en-US", en.common],
  ["es-MX", es.common],
])("demo mode is not switched without a connection, and says so (%s)", async (locale, words) => {
  const { context, page } = await newVisitor(browser, { locale });
  await openAs(page, sharedHelios().origin, "superuser@helios.example", "/account");
  const demo = page.getByRole("switch", { name: words.provider.demoMode });
  // It comes with the frame's data, after which nothing is on its way.
  const isOn = page.getByText(words.provider.demoOn);
  await demo.click();
  await isOn.waitFor({ state: "attached" });
  await demo.click();
  await isOn.waitFor({ state: "detached" });
  await loseConnection(page);
  await demo.click();
  const away = page.getByRole("alert").getByText(words.away.question);
  await away.waitFor();
  expect(await demo.isChecked()).toBe(false);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await context.setOffline(false);
  await away.waitFor({ state: "detached" });
  await context.close();
});

test("the choice of facilities says without a connection that nothing can be sent", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, "admin@acme.example", "/dashboard");
  await comeAlive(page);
  await page.getByRole("button", { name: /facilities/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox").first().waitFor();
  await loseConnection(page);
  const away = dialog.getByText(en.common.away.form);
  await away.waitFor();
  await dialog.getByRole("button", { name: en.common.facilityDialog.save }).click();
  await dialog.getByText(en.common.facilityDialog.failed).waitFor();
  await context.setOffline(false);
  await away.waitFor({ state: "detached" });
  await context.close();
});

test("who is cut off while demo mode is on its way keeps the page, and the switch is off", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, "superuser@helios.example", "/machines");
  await comeAlive(page);
  await page.route("**/preferences.data**", (route) => route.abort("internetdisconnected"));
  const demo = page.getByRole("switch", { name: en.common.provider.demoMode });
  const lost = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("/preferences.data"),
  );
  await demo.click();
  await lost;
  await page.getByRole("switch", { name: en.common.provider.demoMode, checked: false }).waitFor();
  await page.getByRole("heading", { level: 1, name: en.common.machines.title }).waitFor();
  await page.unroute("**/preferences.data**");
  await demo.click();
  await page.getByRole("switch", { name: en.common.provider.demoMode, checked: true }).waitFor();
  await page.getByRole("heading", { level: 1, name: en.common.machines.title }).waitFor();
  await context.close();
});
