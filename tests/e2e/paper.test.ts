/** Pages on paper: nothing to press, lists that say how much of them stands there, and an open drawer alone. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newVisitor, openAs, openBrowser } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const onPaper = (page: Page, isOnPaper: boolean) =>
  page.emulateMedia({ media: isOnPaper ? "print" : "screen" });

test("a table says which of its rows stand on paper, and has no tools there", async () => {
  const { context, page } = await newVisitor(browser);
  await page.goto(`${sharedHelios().origin}/dev/kit/tables`);
  const tools = page.locator("[data-table-tools]").first();
  const filters = tools.getByRole("link", { name: "Filters" });
  await filters.waitFor();
  const shown = page.getByText(/^1–\d+ of \d+$/).locator("visible=true");
  await onPaper(page, true);
  expect(await filters.isVisible()).toBe(false);
  expect(await shown.count()).toBeGreaterThan(0);
  await context.close();
});

test("an open drawer stands alone on paper, once", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, "admin@acme.example", "/machines/1/events");
  await page.getByRole("main").getByRole("button", { name: "Report event" }).first().click();
  const drawer = page.getByRole("dialog");
  const title = drawer.getByRole("heading", { name: "Report event" });
  await title.waitFor();
  await onPaper(page, true);
  expect(await page.locator("#content").isVisible()).toBe(false);
  expect(await title.isVisible()).toBe(true);
  const stays = await title.evaluate((element) => {
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      if (getComputedStyle(at).position === "fixed") return true;
    return false;
  });
  expect(stays).toBe(false);
  await onPaper(page, false);
  await page.keyboard.press("Escape");
  await title.waitFor({ state: "detached" });
  await onPaper(page, true);
  expect(await page.locator("#content").isVisible()).toBe(true);
  await context.close();
});
