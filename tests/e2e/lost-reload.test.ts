/** A form was done, and the connection is lost before its page could be read again: the page stays, and is read once it is back. */
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import * as en from "#app/all-texts/en.ts";
import {
  comeAlive,
  isSameDocument,
  journeyBrowser,
  markDocument,
  newVisitor,
  openAs,
} from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const { errors: failure, organizations } = en.common;
const FACILITY = "/customers/1/facilities/1";

const browser = await journeyBrowser();
const { origin } = sharedHelios();

const isRead = (route: Route) =>
  route.request().method() === "GET" && route.request().url().includes(".data");

/** From now on nothing that a page reads comes; what is sent to Helios does. `lost` ends with the first of these. */
async function loseReads(page: Page): Promise<{ lost: Promise<void> }> {
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  await page.route(/\.data(?:\?|$)/, async (route) => {
    if (!isRead(route)) return route.continue();
    await route.abort("internetdisconnected");
    resolve();
  });
  return { lost };
}

test("a facility's form stays until its page can be read again", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, "superuser@helios.example", FACILITY);
  await comeAlive(page);
  await markDocument(page);
  const city = page.getByRole("textbox", { name: organizations.city, exact: true });
  const before = await city.inputValue();
  const save = page.getByRole("button", { name: organizations.save, exact: true });
  const name = `Rockford ${Date.now()}`;
  await city.fill(name);
  const { lost } = await loseReads(page);
  const sent = page.waitForResponse((answer) => answer.request().method() === "POST");
  await save.click();
  expect((await sent).ok()).toBe(true);
  await lost;
  // Asked once more, by itself: the page was not given up after the first.
  await page.waitForEvent("requestfailed", (request) => request.url().includes(".data"));
  expect(await city.inputValue()).toBe(name);
  expect(await page.getByText(failure.offlineTitle).count()).toBe(0);
  await page.unrouteAll();
  await page.waitForURL(/\/customers\/1\/facilities$/);
  await page.getByRole("table").getByText(name).first().waitFor();
  expect(await isSameDocument(page)).toBe(true);
  // As the other journeys expect it.
  await page.goto(origin + FACILITY);
  await comeAlive(page);
  await city.fill(before);
  await save.click();
  await page.waitForURL(/\/customers\/1\/facilities$/);
  await context.close();
});
