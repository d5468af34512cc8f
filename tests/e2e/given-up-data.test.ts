/** Whoever goes on while a page reads its data again leaves nothing in the console: what was given up is no failure. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { newVisitor, openAs, openBrowser } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

let browser: Browser;
const { origin } = sharedHelios();
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

type Held = Window & { holdsNext?: boolean; isHeld?: boolean };

/** The body of the next answer with a page's data never comes, until the router gives it up. */
function holdBodies(): void {
  const ask = window.fetch.bind(window);
  const held = window as Held;
  window.fetch = async (input, init) => {
    const answer = await ask(input, init);
    if (!held.holdsNext || !new URL(answer.url).pathname.endsWith(".data")) return answer;
    held.holdsNext = false;
    const signal = init?.signal;
    const body = new ReadableStream({
      start: (controller) =>
        signal?.addEventListener("abort", () => controller.error(signal.reason)),
    });
    held.isHeld = true;
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}

test("a click while the page's data is on its way leaves no error", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await page.addInitScript(holdBodies);
  await openAs(page, origin, "superuser@helios.example", "/customers");
  await page.evaluate(() => {
    (window as Held).holdsNext = true;
    void (
      window as unknown as { __remixRouter: { revalidate(): void } }
    ).__remixRouter.revalidate();
  });
  await page.waitForFunction(() => (window as Held).isHeld);
  await page.getByRole("navigation").getByRole("link", { name: "Reports" }).first().click();
  await page.waitForURL("**/reports/measures*");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
