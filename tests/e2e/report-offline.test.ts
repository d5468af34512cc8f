/** The form of an event from the bar above every page, while Helios is not reached. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import * as en from "#app/all-texts/en.ts";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const browser = await journeyBrowser();
const { events, part, provider } = en.common;
const MACHINES = "**/dashboard/machines";

const openPage = async (path: string) => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, "superuser@helios.example", path);
  await page.locator("[data-printed-at]").waitFor({ state: "attached" });
  return { context, page };
};
const opener = (page: Page) =>
  page
    .getByRole("region", { name: provider.label })
    .getByRole("button", { name: provider.report, exact: true });
const drawerOf = (page: Page) => page.getByRole("dialog", { name: events.report });
const submitOf = (page: Page) =>
  drawerOf(page).getByRole("button", { name: events.submit, exact: true });
const machines = (page: Page) =>
  drawerOf(page).getByLabel(events.machine, { exact: true }).locator("option").count();

test("it opens with the machines that were read last, as downtime", async () => {
  const { context, page } = await openPage("/reports/events");
  await opener(page).click();
  await submitOf(page).waitFor();
  const known = await machines(page);
  expect(known).toBeGreaterThan(2);
  await page.keyboard.press("Escape");
  await drawerOf(page).waitFor({ state: "detached" });
  await page.route(MACHINES, (route) => route.abort());
  await opener(page).click();
  await submitOf(page).waitFor();
  expect(await machines(page)).toBe(known);
  const downtime = drawerOf(page).getByRole("switch", { name: events.isDowntime });
  expect(await downtime.isChecked()).toBe(true);
  await context.close();
});

test("it opens with the machines of the dashboard, and from there as downtime too", async () => {
  const { context, page } = await openPage("/dashboard");
  await page.route(MACHINES, (route) => route.abort());
  await opener(page).click();
  await submitOf(page).waitFor();
  expect(await machines(page)).toBeGreaterThan(2);
  await page.keyboard.press("Escape");
  await drawerOf(page).waitFor({ state: "detached" });
  await page.getByRole("main").getByRole("button", { name: events.report, exact: true }).click();
  const downtime = drawerOf(page).getByRole("switch", { name: events.isDowntime });
  await downtime.waitFor();
  expect(await downtime.isChecked()).toBe(true);
  await context.close();
});

test("where none are known it says that there is no connection, and opens once there is one", async () => {
  const { context, page } = await openPage("/reports/events");
  await page.route(MACHINES, (route) => route.abort());
  await opener(page).click();
  await page.getByText(part.waits.replace("{{name}}", provider.report)).waitFor();
  await page.unroute(MACHINES);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await submitOf(page).waitFor();
  await context.close();
});
