/** Lists on a tablet and a small desk, beside a scroll bar: all that is shown of them fits, nothing is scrolled to sideways. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newVisitor, openAs, openBrowser } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const LISTS = [
  "/machines",
  "/customers",
  "/customers/1/users",
  "/alarms/journal",
  "/machines/1/samplers",
  "/machines/1/events",
];
/** As wide as the one of a browser that shows it all the time; the browser of the tests lays it over the page. */
const SCROLL_BAR = "15px";

let browser: Browser;
const { origin } = sharedHelios();
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

test.each([768, 1024, 1280])("at %i px, in Spanish", async (width) => {
  const { context, page, errors } = await newVisitor(browser, {
    ...{ locale: "es-MX", viewport: { width, height: 900 } },
  });
  await openAs(page, origin, "superuser@helios.example", LISTS[0]!);
  const wider: string[] = [];
  for (const path of LISTS) {
    await page.goto(origin + path);
    await page.locator("tbody th[scope=row]").first().waitFor();
    await page.evaluate((room) => (document.body.style.paddingRight = room), SCROLL_BAR);
    const found = await page.locator("table").evaluateAll((tables) =>
      tables.flatMap(({ parentElement }) => {
        const { scrollWidth, clientWidth } = parentElement!;
        return scrollWidth > clientWidth ? [`${scrollWidth} of ${clientWidth}`] : [];
      }),
    );
    wider.push(...found.map((width) => `${path} ${width}`));
  }
  expect(wider).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});
