/** Demo mode masks from the moment of its switch on, also what a page has read for itself since it came. */
import { expect, test } from "vitest";
import { call, signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { stopClock } from "#tests/stopped-clock.ts";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";

const { provider } = en.common;

const browser = await journeyBrowser();

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

  // Whoever looks for it finds each text that was on the page, however shortly.
  await page.evaluate((said) => {
    const seen = () => document.body.textContent.includes(said);
    const watch = window as unknown as { wasSeen: boolean };
    watch.wasSeen = seen();
    new MutationObserver(() => (watch.wasSeen ||= seen())).observe(document, {
      ...{ childList: true, characterData: true, subtree: true },
    });
  }, text);
  const demo = page.getByRole("switch", { name: provider.demoMode });
  await demo.press("Space");
  await page.locator("[role=switch][aria-checked=true]").waitFor();
  await tab.press("Enter");
  await page.waitForURL(`${origin}/machines/3/comments**`);
  await page.getByRole("listitem").filter({ hasText: "***" }).first().waitFor();
  expect(await page.evaluate(() => (window as unknown as { wasSeen: boolean }).wasSeen)).toBe(
    false,
  );
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
