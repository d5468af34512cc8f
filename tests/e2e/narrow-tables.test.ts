/** Lists on a tablet and on desks, beside a scroll bar: all that is shown of them fits, nothing is scrolled to sideways. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { withMachine } from "#tests/own-machine.ts";
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

const SUPERUSER = "superuser@helios.example";

const browser = await journeyBrowser();
const { origin } = sharedHelios();

/** What is wider than its scroller, of all tables of the page. */
async function widerTables(page: Page, path: string): Promise<string[]> {
  await page.goto(origin + path);
  await page.locator("tbody th[scope=row]").first().waitFor();
  await page.evaluate((room) => (document.body.style.paddingRight = room), SCROLL_BAR);
  const found = await page.locator("table").evaluateAll((tables) =>
    tables.flatMap(({ parentElement }) => {
      const { scrollWidth, clientWidth } = parentElement!;
      return scrollWidth > clientWidth ? [`${scrollWidth} of ${clientWidth}`] : [];
    }),
  );
  return found.map((width) => `${path} ${width}`);
}

test.each([768, 1024, 1280, 1440])("at %i px, in Spanish", async (width) => {
  const { context, page, errors } = await newVisitor(browser, {
    ...{ locale: "es-MX", viewport: { width, height: 900 } },
  });
  await openAs(page, origin, SUPERUSER, LISTS[0]!);
  const wider: string[] = [];
  for (const path of LISTS) wider.push(...(await widerTables(page, path)));
  expect(wider).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test.each([
  { width: 1280, locale: "es-MX" },
  { width: 1440, locale: "en-US" },
  { width: 1440, locale: "es-MX" },
])("machines with a long serial number and name, at $width px, $locale", async (how) => {
  const { width, locale } = how;
  const { context, page } = await newVisitor(browser, { locale, viewport: { width, height: 900 } });
  const token = await signIn(origin, SUPERUSER);
  const name = `ROTARY-DIE-CUTTER-${width}-${locale}-LINE0042NORTH`;
  await withMachine({ origin, token }, name, async () => {
    await openAs(page, origin, SUPERUSER, "/machines");
    expect(await widerTables(page, `/machines?f_serial=${name}`)).toEqual([]);
    // Not cut either: it stands on several lines.
    expect(await page.locator("tbody td").first().innerText()).toBe(name);
  });
  await context.close();
});

declare global {
  interface Window {
    /** What the list looks at, to know whether it is in sight. */
    lookedAt?: string[];
  }
}

test("a machine of the list is in sight by where its row begins, whatever its cells say", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await page.addInitScript(() => {
    const observe = IntersectionObserver.prototype.observe;
    IntersectionObserver.prototype.observe = function (element) {
      if (element.closest("tbody")) (window.lookedAt ??= []).push(element.tagName);
      observe.call(this, element);
    };
  });
  await openAs(page, origin, SUPERUSER, "/machines");
  await page.waitForFunction(() => window.lookedAt !== undefined);
  // A cell whose height follows from that came and went with each frame at the end of what is seen.
  expect(new Set(await page.evaluate(() => window.lookedAt))).toEqual(new Set(["TR"]));
  expect(errors).toEqual([]);
  await context.close();
});
