/** On a phone and a tablet all that is pressed is at least 44 px wide and high, with the room around it that is its own. */
import { expect, test } from "vitest";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { tooSmallForAFinger } from "#tests/finger.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const TABS = [
  ...["overview", "machine_health", "analytics", "events", "maintenance"],
  ...["alarms", "comments", "samplers", "configuration"],
];
const PAGES = [
  ...TABS.map((tab) => `/machines/1/${tab}`),
  ...["/dashboard", "/machines", "/customers", "/admin/users", "/admin/notifications"],
  ...["/alarms/journal", "/audit", "/account", "/displays", "/reports/events"],
  ...["/enrollment_keys", "/outbox"],
];

const browser = await journeyBrowser();
const { origin } = sharedHelios();

test.each([390, 768])("at %i px", async (width) => {
  const { context, page, errors } = await newVisitor(browser, {
    ...{ viewport: { width, height: 900 }, hasTouch: true },
  });
  // Also with the notice of cookies above the page.
  await openAs(page, origin, "superuser@helios.example", PAGES[0]!);
  const small: string[] = [];
  for (const path of PAGES) {
    await page.goto(origin + path);
    small.push(...(await page.evaluate(tooSmallForAFinger)).map((found) => `${path} ${found}`));
  }
  expect(small).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});
