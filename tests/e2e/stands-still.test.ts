/** A page whose first scripts do not come: a picture whose values grow old. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { common as en } from "#app/locales/en/common.ts";
import { common as es } from "#app/locales/es/common.ts";
import { newVisitor, openBrowser, signInAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const ENTRY = /\/entry\.client-/;
const WORDS = /\/words\.es-/;
const { origin } = sharedHelios();

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const untilAlive = (page: Page) => page.locator("html[data-alive]").waitFor();

test.each([
  ["that begins the page", ENTRY, "en", en],
  ["with its words", WORDS, "es", es],
])(
  "without the script %s it says so, and is loaded again by itself",
  async (_, lost, locale, { live }) => {
    const { context, page } = await newVisitor(browser, { locale });
    await signInAs(page, origin, "admin@acme.example");
    await page.route(lost, (route) => route.abort());
    await page.goto(`${origin}/machines/1/overview`, { waitUntil: "commit" });
    const said = page.getByRole("status").getByText(live.standsStill);
    await said.waitFor();
    await page.unroute(lost);
    await untilAlive(page);
    expect(await said.count()).toBe(0);
    await context.close();
  },
);

test("what was filled in meanwhile stays until its reader loads the page again", async () => {
  const { context, page } = await newVisitor(browser);
  await page.clock.install();
  await page.route(ENTRY, (route) => route.abort());
  const email = page.locator('input[name="email"]');
  await page.goto(`${origin}/login`, { waitUntil: "commit" });
  await email.fill("somebody@acme.example");
  await page.getByRole("status").getByText(en.live.standsStill).waitFor();
  const asked = page.waitForResponse(/\/build$/);
  await page.clock.fastForward(3_000);
  await asked;
  await page.clock.fastForward(3_000);
  expect(await email.inputValue()).toBe("somebody@acme.example");
  await page.unroute(ENTRY);
  await page.getByRole("link", { name: en.live.reload }).click();
  await untilAlive(page);
  await context.close();
});

test("scripts that come slowly are told too, until they are there", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await page.clock.install();
  const held = Promise.withResolvers<void>();
  await page.route(ENTRY, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(ENTRY);
  await page.goto(`${origin}/login`, { waitUntil: "commit" });
  await asked;
  await page.clock.fastForward(10_000);
  const said = page.getByRole("status").getByText(en.live.standsStill);
  await said.waitFor();
  held.resolve();
  await untilAlive(page);
  expect(await said.count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});
