/** Pages that read themselves again: what is open and typed in them stays when they cannot. */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { texts as reports } from "#app/features/reports/texts.en.ts";
import { texts as samplers } from "#app/features/samplers/texts.en.ts";
import { texts as kit } from "#app/kit/texts.en.ts";
import * as en from "#app/all-texts/en.ts";

const STAFF = "superuser@helios.example";
/** Longer than any page waits until it reads itself again. */
const LATER_MS = 16_000;
/** The same of a page whose server said that it failed. */
const SERVER_LATER_MS = 31_000;

const browser = await journeyBrowser();

/** Opens the page, lets `fill` fill it in, and looks that all stays while the page's data does not come. */
async function staysFilled(path: string, fill: (page: Page) => Promise<[Locator, string]>) {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await page.clock.install();
  await openAs(page, origin, STAFF, path);
  const [field, value] = await fill(page);
  const old = page.getByText(kit.kit.isOld);
  let isAnswered = false;
  await page.route("**/*.data*", async (route) => {
    if (isAnswered) await route.continue();
    else await route.abort();
  });

  await page.clock.fastForward(LATER_MS);
  await old.waitFor();
  expect(await field.inputValue()).toBe(value);
  await page.clock.fastForward(LATER_MS);
  await old.waitFor();

  isAnswered = true;
  await page.clock.fastForward(LATER_MS);
  await old.waitFor({ state: "detached" });
  expect(await field.inputValue()).toBe(value);
  await context.close();
}

test("a mapping that is being typed stays when the samplers cannot be read again", () =>
  staysFilled("/machines/1/samplers", async (page) => {
    await page.getByRole("button", { name: samplers.mappings.add }).click();
    const parent = page.getByLabel(samplers.mappings.parent);
    await parent.fill("Kept.Speed");
    return [parent, "Kept.Speed"];
  }));

test("what is chosen for a report stays when its machine cannot be read again", () =>
  staysFilled("/reports/measures?customer=1&machine=1", async (page) => {
    const format = page.getByLabel(reports.report.format);
    await format.selectOption("parquet");
    return [format, "parquet"];
  }));

test("a page that is opened anew meanwhile opens once somebody answers", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, STAFF, "/reports/events");
  await page.route("**/*.data*", (route) => route.abort());
  await page.getByRole("link", { name: en.common.crumbs.maintenances, exact: true }).click();
  const waits = page.getByText(en.common.live.waitsToOpen);
  await waits.waitFor();
  await page.getByText(reports.report.lead_events).waitFor();
  await page.unroute("**/*.data*");
  await page.getByText(reports.report.lead_maintenances).waitFor();
  await waits.waitFor({ state: "detached" });
  await context.close();
});

test("a page whose server failed comes back by itself", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await page.clock.install();
  await openAs(page, origin, STAFF, "/reports/events");
  await page.route("**/*.data*", (route) => route.fulfill({ status: 500 }));
  await page.getByRole("link", { name: en.common.crumbs.maintenances, exact: true }).click();
  const failure = page.getByRole("heading", { name: en.common.errors.serverTitle });
  await failure.waitFor();
  await page.unroute("**/*.data*");
  await page.clock.fastForward(SERVER_LATER_MS);
  await failure.waitFor({ state: "detached" });
  await page.getByText(reports.report.lead_maintenances).waitFor();
  await context.close();
});

test.each(["/machines", "/displays", "/dashboard"])(
  "%s is read again as soon as the connection is back",
  async (path) => {
    const { context, page } = await newVisitor(browser);
    // Not because some time passed.
    await page.addInitScript((longMs) => {
      const { setInterval } = window;
      window.setInterval = ((work: TimerHandler, ms = 0) =>
        setInterval(work, ms < longMs ? ms : 2 ** 31 - 1)) as typeof window.setInterval;
    }, LATER_MS - 1_000);
    await openAs(page, sharedHelios().origin, STAFF, path);
    await page.locator('[data-connection="live"]').first().waitFor();
    await context.setOffline(true);
    await page.getByText(en.common.live.lost).first().waitFor();
    const read = page.waitForResponse((answer) => answer.url().includes(`${path}.data`));
    await context.setOffline(false);
    expect((await read).status()).toBe(200);
    await context.close();
  },
);
