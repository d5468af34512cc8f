/** The reports: a machine that no customer has is chosen as any other. */
import { expect, test } from "vitest";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { texts } from "#app/features/reports/texts.en.ts";
import { texts as spanish } from "#app/features/reports/texts.es.ts";
import * as en from "#app/all-texts/en.ts";

const words = texts.report;
/** The demo's machine without a facility. */
const UNASSIGNED = "12";

const browser = await journeyBrowser();

test("staff choose a machine without a customer, and the address keeps it", async () => {
  const { origin } = sharedHelios();
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, "superuser@helios.example", "/reports/events");
  const customer = page.getByLabel(words.customer, { exact: true });
  const machine = page.getByLabel(words.machine, { exact: true });
  await customer.selectOption({ label: words.withoutCustomer });
  await page.waitForURL(/[?&]customer=none\b/);
  await machine.selectOption(UNASSIGNED);
  await page.waitForURL(/[?&]machine=12\b/);
  const button = page.getByRole("button", { name: words.export });
  await button.waitFor();
  await page.reload();
  await button.waitFor();
  expect([await customer.inputValue(), await machine.inputValue()]).toEqual(["none", UNASSIGNED]);
  const chosen = await machine.locator("option:checked").innerText();
  expect(chosen.endsWith(` · ${en.common.machine.noFacility}`)).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

test("a range of one's own has a calendar that ends today, and nothing empty above it", async () => {
  const { origin } = sharedHelios();
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, "superuser@helios.example", `/reports/events?machine=${UNASSIGNED}`);
  await page.getByLabel(words.timeframe, { exact: true }).selectOption("custom");
  const openedAt = Date.now();
  await page.getByRole("button", { name: words.timeframe_custom }).click();
  const panel = page.getByLabel(words.timeframe_custom, { exact: true });
  const days = panel.getByRole("grid").getByRole("button", { disabled: false });
  await days.first().waitFor();
  // The machine has no facility, so its days are those of UTC; one may end while the calendar is looked at.
  const last = await days.last().getAttribute("data-day");
  expect([dayOf(openedAt), dayOf(Date.now())]).toContain(last);
  expect(await panel.locator("ul:empty").count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

test("who stops a report is told so, and goes on at its button", async () => {
  const say = spanish.report;
  const { origin } = sharedHelios();
  const { context, page, errors } = await newVisitor(browser, { locale: "es-MX" });
  await openAs(page, origin, "superuser@helios.example", `/reports/events?machine=${UNASSIGNED}`);
  // No answer: it runs until it is stopped.
  await page.route("**/reports/file/events", () => {});
  const generate = page.getByRole("button", { name: say.export });
  await generate.click();
  const stop = page.getByRole("button", { name: say.stop });
  await stop.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: say.stopped }).waitFor();
  expect(await generate.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await stop.count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

test("an export without an event says of which time, and a press exports a longer one", async () => {
  const say = spanish.report;
  const { origin } = sharedHelios();
  const { context, page, errors } = await newVisitor(browser, { locale: "es-MX" });
  await openAs(page, origin, "superuser@helios.example", `/reports/events?machine=${UNASSIGNED}`);
  const sent: string[] = [];
  // Nothing in the first timeframe, a file of the next.
  await page.route("**/reports/file/events", (route) => {
    sent.push(/name="timeframe"\s{4}(\w+)/.exec(route.request().postData() ?? "")?.[1] ?? "");
    return sent.length === 1
      ? route.fulfill({ status: 204 })
      : route.fulfill({
          headers: { "Content-Disposition": 'attachment; filename="events.csv"' },
          body: "id",
        });
  });
  const button = page.getByRole("button", { name: say.export, exact: true });
  await button.click();
  const nothing = page.getByText(say.nothing_20m, { exact: true });
  await nothing.waitFor();
  const wider = page.getByRole("group", { name: say.wider });
  expect(await wider.getByRole("button").allInnerTexts()).toEqual([
    say.timeframe_24h,
    say.timeframe_7d,
    say.timeframe_30d,
  ]);
  await wider.getByRole("button", { name: say.timeframe_7d }).focus();
  const saved = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await saved).suggestedFilename()).toBe("events.csv");
  expect(sent).toEqual(["20m", "7d"]);
  await page.waitForURL(/[?&]timeframe=7d\b/);
  const timeframe = page.getByLabel(say.timeframe, { exact: true });
  await expect.poll(() => timeframe.inputValue()).toBe("7d");
  expect(await nothing.count()).toBe(0);
  expect(await button.evaluate((node) => node === document.activeElement)).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
