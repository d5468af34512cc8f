/** Demo mode masks from the moment of its switch on, also what a page has read for itself since it came. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, signIn } from "#tests/api.ts";
import { newVisitor, openAs, openBrowser } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import * as en from "#app/all-texts/en.ts";

const { provider } = en.common;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

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
