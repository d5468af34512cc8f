/** Demo mode masks from the moment of its switch on, also what a page has read for itself since it came. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { call, signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { stopClock } from "#tests/stopped-clock.ts";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";

const { provider } = en.common;

const browser = await journeyBrowser();

/** Whether a text was on the page since, however shortly. */
async function watchFor(page: Page, text: string): Promise<() => Promise<boolean>> {
  const watch = await page.evaluateHandle((said) => {
    // Not in what a page was drawn from.
    const place = `boolean(//body//*[not(self::script)]/text()[contains(., "${said}")])`;
    const seen = () => document.evaluate(place, document, null, 3).booleanValue;
    const found = { was: seen() };
    new MutationObserver(() => (found.was ||= seen())).observe(document, {
      ...{ childList: true, characterData: true, subtree: true },
    });
    return found;
  }, text);
  return () => watch.evaluate(({ was }) => was);
}

/** Answers to this address are those of now, and come only once that is said. */
async function holdAnswers(page: Page, address: string) {
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  const { promise: read, resolve: tellRead } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    const response = await route.fetch();
    tellRead();
    await mayAnswer;
    await route.fulfill({ response });
  });
  return { read, letAnswer };
}

/** Switched on, and all of the page masked. */
async function switchOn(page: Page): Promise<void> {
  await page.getByRole("switch", { name: provider.demoMode }).click();
  await page.getByText(provider.demoOn).waitFor({ state: "attached" });
  await page.locator("main:not(.invisible)").waitFor();
}

test("comments that came live show neither writer nor words while they are read again masked", async () => {
  const { origin } = sharedHelios();
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, "superuser@helios.example", "/machines/2/comments");
  const token = await signIn(origin, "admin@acme.example");
  const text = "The belt of Acme looks worn";
  await call(origin, "/v1/comments/2", {
    method: "POST",
    token,
    body: { comment: { text, is_public: true, device_id: 2 } },
  });
  const row = page.getByRole("listitem").filter({ hasText: text });
  await row.waitFor();
  const [writer = ""] = (await row.getByText(",").innerText()).split(",");
  await page.waitForLoadState("networkidle");

  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  await page.route("**/comment_list**", async (route) => {
    await mayAnswer;
    await route.continue();
  });
  const asked = page.waitForRequest("**/comment_list**");
  await page.getByRole("switch", { name: provider.demoMode }).click();
  await asked;
  await page.locator("main:not(.invisible)").waitFor();
  const shown = await page.locator("body").innerText();
  expect(shown).not.toContain(text);
  expect(shown).not.toContain(writer);
  letAnswer();
  await page.getByRole("listitem").filter({ hasText: "***" }).first().waitFor();
  expect(await page.locator("body").innerText()).not.toContain(writer);
  expect(errors).toEqual([]);
  await context.close();
});

test.each([
  ["en-US", en.common],
  ["es-MX", es.common],
])("%s: while a page is read again masked it says so, and no name", async (locale, texts) => {
  const { origin } = sharedHelios();
  const { context, page, errors } = await newVisitor(browser, { locale });
  await openAs(page, origin, "superuser@helios.example", "/dashboard");
  const main = page.getByRole("main");
  await main.getByText("Die Cutter 3").first().waitFor();
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  await page.route("**/dashboard.data**", async (route) => {
    await mayAnswer;
    await route.continue();
  });
  const script = Promise.withResolvers<void>();
  await page.route(/assets\/fleet-details-/, async (route) => {
    await script.promise;
    await route.continue();
  });
  const asked = page.waitForRequest("**/dashboard.data**");
  await page.getByRole("switch", { name: texts.provider.demoMode }).click();
  await page.getByRole("status").getByText(texts.provider.masking).waitFor();
  expect(await page.locator("body").innerText()).not.toContain("Die Cutter 3");
  await asked;
  letAnswer();
  await main.getByText(texts.demo.machine.replace("{{n}}", "")).first().waitFor();
  expect(await page.getByText(texts.provider.masking).count()).toBe(0);
  // What the server drew with other names, and is fetched only now.
  await main.locator("[data-drawn].skeleton").first().waitFor();
  expect(await page.locator("body").innerText()).not.toContain("Die Cutter 3");
  script.resolve();
  await main.locator("[data-drawn].skeleton").first().waitFor({ state: "detached" });
  expect(errors).toEqual([]);
  await context.close();
});

test("a tab that was pointed at before demo mode was switched on opens masked", async () => {
  const { origin } = sharedHelios();
  const token = await signIn(origin, "admin@acme.example");
  const text = "Only Acme may read this";
  await call(origin, "/v1/comments/3", {
    method: "POST",
    token,
    body: { comment: { text, is_public: true, device_id: 3 } },
  });
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, "superuser@helios.example", "/machines/3/overview");
  // What is kept stays young.
  await stopClock(page);
  const tab = page.getByRole("link", { name: en.common.crumbs.comments, exact: true });
  const kept = page.waitForResponse("**/comments.data*");
  await tab.hover();
  await kept;

  const wasSeen = await watchFor(page, text);
  const demo = page.getByRole("switch", { name: provider.demoMode });
  await demo.press("Space");
  await page.locator("[role=switch][aria-checked=true]").waitFor();
  await tab.press("Enter");
  await page.waitForURL(`${origin}/machines/3/comments**`);
  await page.getByRole("listitem").filter({ hasText: "***" }).first().waitFor();
  expect(await wasSeen()).toBe(false);
  expect(errors).toEqual([]);
  await context.close();
});

test("a switch that was lost on its way says so, and stays as it was", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, "superuser@helios.example", "/machines");
  // It comes with what says so.
  await page.locator("[data-printed-at]").waitFor({ state: "attached" });
  await page.route("**/preferences.data**", (route) => route.abort("internetdisconnected"));
  const demo = page.getByRole("switch", { name: provider.demoMode });
  await demo.click();
  await page.getByText(en.common.away.question).waitFor();
  expect(await demo.getAttribute("aria-checked")).toBe("false");
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(en.common.nav.machines);
  await page.unrouteAll();
  await demo.click();
  await page.getByText(provider.demoOn).waitFor({ state: "attached" });
  await context.close();
});

test("machines that were read for the palette before are not found by their names", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, "superuser@helios.example", "/reports/events");
  await page.locator("[data-printed-at]").waitFor({ state: "attached" });
  const find = async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: en.common.palette.title }).fill("Die Cutter 3");
  };
  await find();
  const found = page.getByRole("option").filter({ hasText: "Die Cutter 3" });
  await found.waitFor();
  await page.keyboard.press("Escape");
  await found.waitFor({ state: "detached" });
  await switchOn(page);
  const { read, letAnswer } = await holdAnswers(page, "**/dashboard/machines");
  await find();
  await read;
  expect(await found.count()).toBe(0);
  letAnswer();
  expect(errors).toEqual([]);
  await context.close();
});

test("machines that are read for a report as demo mode is switched on are not shown", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, "superuser@helios.example", "/reports/events");
  await page.locator("[data-printed-at]").waitFor({ state: "attached" });
  const { read, letAnswer } = await holdAnswers(page, "**/dashboard/machines");
  const report = page.getByRole("button", { name: provider.report, exact: true });
  await report.click();
  await read;
  await switchOn(page);
  const wasSeen = await watchFor(page, "Die Cutter 3");
  // It was given up with the switch, and nobody waits for it any more.
  letAnswer();
  await page.unrouteAll({ behavior: "wait" });
  // Asked for anew, it opens with other names.
  await report.click();
  const machine = page.getByRole("dialog").getByText(en.common.demo.machine.replace("{{n}}", ""));
  await machine.first().waitFor({ state: "attached" });
  expect(await wasSeen()).toBe(false);
  expect(errors).toEqual([]);
  await context.close();
});

test("alarms that are read as demo mode is switched on are read again masked", async () => {
  const { origin } = sharedHelios();
  const { context, page, errors } = await newVisitor(browser);
  const { read, letAnswer } = await holdAnswers(page, "**/dashboard/alarms");
  await openAs(page, origin, "superuser@helios.example", "/dashboard");
  await read;
  const table = page.getByRole("table", { name: en.common.attention.alarms });
  const name = (await table.getByRole("rowheader").first().innerText()).trim();
  // Machines that are joined again with the switch may ask before the first answer has come.
  const again = page.waitForRequest("**/dashboard/alarms");
  await switchOn(page);
  await table.getByText(name).first().waitFor({ state: "detached" });
  const wasSeen = await watchFor(page, name);
  letAnswer();
  await (await (await again).response())?.finished();
  expect(await wasSeen()).toBe(false);
  expect(errors).toEqual([]);
  await context.close();
});
