/** What goes on paper: the whole page, also what nobody scrolled to, and nothing that can only be pressed. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newVisitor, openAs, openBrowser } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** Prints as a reader does, up to the browser's own dialog. */
async function print(page: Page): Promise<void> {
  // From then on the page hears keys itself.
  await page.waitForFunction(() => !("earlyKeys" in window));
  await page.evaluate(() => {
    window.print = () => (document.documentElement.dataset.printed = "");
  });
  await page.keyboard.press("Control+p");
  await page.waitForSelector("html[data-printed]", { timeout: GIVE_UP_MS });
  await page.emulateMedia({ media: "print" });
}

/** Of each chart, whether there is anything on its canvas that is seen. */
const drawnCharts = (page: Page) =>
  page.locator("[role=slider]").evaluateAll((plots) =>
    plots.map((plot) =>
      [...plot.querySelectorAll("canvas")].map((canvas) => {
        const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
        const isDrawn = pixels?.data.some((value) => value > 0) ?? false;
        return canvas.getClientRects().length > 0 ? isDrawn : null;
      }),
    ),
  );

test("the dashboard has its charts, when it was made, and no controls", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, "admin@acme.example");
  await page.waitForSelector('[data-connection="live"]', { timeout: GIVE_UP_MS });
  await print(page);
  await page.getByText(/^Printed \d/).waitFor();
  expect(await page.locator("main [data-drawn]").count()).toBe(0);
  // The canvas of the crosshair would cover the one below.
  expect(await drawnCharts(page)).toEqual(Array(3).fill([true, null]));
  for (const control of ["Slideshow", "Privacy policy"])
    expect(await page.getByRole("link", { name: control }).isVisible()).toBe(false);
  // Which machine is told of is said without a control to choose it.
  expect(await page.locator("#snapshot-machine").isVisible()).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});
