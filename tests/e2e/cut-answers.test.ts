/** An answer that breaks off in its middle is as good as none: the page stays, says so, and opens what was wanted. */
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import {
  comeAlive,
  isSameDocument,
  journeyBrowser,
  markDocument,
  newVisitor,
  openAs,
} from "#tests/browser.ts";
import { cuttingProxy } from "#tests/cutting-proxy.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const STAFF = "superuser@helios.example";
const DATA = /\.data(?:\?|$)/;

const browser = await journeyBrowser();
const proxy = await cuttingProxy(sharedHelios().port);
afterAll(() => proxy.close());

const isAt = (page: Page, path: RegExp) => page.waitForURL(({ pathname }) => path.test(pathname));
const follow = (page: Page, name: string) =>
  page.getByRole("link", { name, exact: true }).first().click();
const headingOf = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

/** More answers have broken off since. */
async function untilCutAgain(): Promise<void> {
  const before = proxy.cuts();
  await expect.poll(() => proxy.cuts()).toBeGreaterThan(before);
}

test.each([
  ["en-US", en.common, 1440],
  ["es-MX", es.common, 390],
])(
  "%s: a link whose page breaks off keeps the page before, says so, and opens later",
  async (locale, words, width) => {
    const viewport = { width, height: 844 };
    const { context, page } = await newVisitor(browser, { locale, viewport });
    await openAs(page, proxy.origin, STAFF, "/machines/1/overview");
    await comeAlive(page);
    await markDocument(page);
    const waits = page.getByText(words.live.waitsToOpen);
    proxy.cut(DATA);
    await follow(page, words.crumbs.events);
    await waits.waitFor();
    await untilCutAgain();
    await isAt(page, /\/overview$/);
    proxy.cut(null);
    await isAt(page, /\/events$/);
    await waits.waitFor({ state: "detached" });
    await page.getByRole("table", { name: words.events.title }).waitFor();
    expect(await isSameDocument(page)).toBe(true);
    await context.close();
  },
);

const { live, nav, crumbs, errors: failure } = en.common;

const NOTHING = /^$/;
const ROUTES = /__manifest/;

test.each([
  ["a page that reads itself again", "/reports/events", crumbs.maintenances, NOTHING],
  ["a page at an address that is not known yet", "/machines", nav.reports, ROUTES],
])("%s opens once its answer comes whole", async (_, from, name, alwaysCut) => {
  const { context, page } = await newVisitor(browser);
  proxy.cut(alwaysCut);
  await openAs(page, proxy.origin, STAFF, from);
  await comeAlive(page);
  await markDocument(page);
  proxy.cut(/\.data(?:\?|$)|__manifest/);
  await follow(page, name);
  await page.getByText(live.waitsToOpen).waitFor();
  await untilCutAgain();
  proxy.cut(null);
  await isAt(page, /^\/reports\/(?!events)/);
  expect(await isSameDocument(page)).toBe(true);
  await context.close();
});

test("a step back whose page breaks off is taken back by staying", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, proxy.origin, STAFF, "/machines");
  await comeAlive(page);
  await follow(page, nav.reports);
  await isAt(page, /^\/reports/);
  await headingOf(page, nav.reports).waitFor();
  proxy.cut(DATA);
  await page.evaluate(() => window.history.back());
  await page.getByText(live.waitsToOpen).waitFor();
  await headingOf(page, nav.reports).waitFor();
  await page.getByRole("button", { name: live.stay }).click();
  await page.getByText(live.waitsToOpen).waitFor({ state: "detached" });
  await isAt(page, /^\/reports/);
  proxy.cut(null);
  await page.locator("[data-pending]").waitFor({ state: "detached" });
  await headingOf(page, nav.reports).waitFor();
  // As if nothing had been: back and forward lead where they did.
  await page.evaluate(() => window.history.back());
  await isAt(page, /^\/machines$/);
  await page.evaluate(() => window.history.forward());
  await isAt(page, /^\/reports/);
  await context.close();
});

test("what a page kept from pointing at its link, and broke off, is asked for again", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, proxy.origin, STAFF, "/machines/1/overview");
  await comeAlive(page);
  proxy.cut(DATA);
  const tab = page.getByRole("link", { name: crumbs.events, exact: true });
  const broken = proxy.cuts();
  await tab.hover();
  await expect.poll(() => proxy.cuts()).toBeGreaterThan(broken);
  proxy.cut(null);
  await tab.click();
  await isAt(page, /\/events$/);
  await page.getByRole("table", { name: en.common.events.title }).waitFor();
  expect(await headingOf(page, failure.serverTitle).count()).toBe(0);
  await context.close();
});

test("a form whose answer breaks off says that it may have arrived, with all that was typed", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, proxy.origin, STAFF, "/customers/1/facilities/1");
  await comeAlive(page);
  const { city, save } = en.common.organizations;
  const field = page.getByRole("textbox", { name: city, exact: true });
  const before = await field.inputValue();
  proxy.cut(DATA);
  await field.fill(`${before} `);
  await page.getByRole("button", { name: save, exact: true }).click();
  await page.getByText(en.common.problems.offline).first().waitFor();
  expect(await field.inputValue()).toBe(`${before} `);
  proxy.cut(null);
  await context.close();
});
