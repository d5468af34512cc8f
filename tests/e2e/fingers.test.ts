/** On a phone and a tablet all that is pressed is at least 44 px wide and high, with the room around it that is its own. */
import { expect, test } from "vitest";
import { common } from "#app/all-texts/en.ts";
import { journeyBrowser, makeWide, newVisitor, openAs } from "#tests/browser.ts";
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

const [PHONE, TABLET, HEIGHT] = [390, 768, 900] as const;

const browser = await journeyBrowser();
const { origin } = sharedHelios();

test("at the width of a phone and of a tablet", async () => {
  const { context, page, errors } = await newVisitor(browser, {
    ...{ viewport: { width: PHONE, height: HEIGHT }, hasTouch: true },
  });
  // Also with the notice of cookies above the page.
  await openAs(page, origin, "superuser@helios.example", PAGES[0]!);
  for (const path of PAGES) {
    await page.setViewportSize({ width: PHONE, height: HEIGHT });
    await page.goto(origin + path);
    expect(await page.evaluate(tooSmallForAFinger), `${path} at ${PHONE}`).toEqual([]);
    await makeWide(page, TABLET);
    // A part that finds out itself how much fits in draws once more.
    const small = () => page.evaluate(tooSmallForAFinger);
    await expect.poll(small, { message: `${path} at ${TABLET}` }).toEqual([]);
  }
  expect(errors).toEqual([]);
  await context.close();
});

test("what opens on a phone: the account menu, and the list of a form's problems", async () => {
  const { context, page, errors } = await newVisitor(browser, {
    ...{ viewport: { width: PHONE, height: HEIGHT }, hasTouch: true },
  });
  await openAs(page, origin, "superuser@helios.example", "/displays");
  await page.locator("html[data-alive]").waitFor();
  await page.getByRole("button", { name: common.displays.pair, exact: true }).click();
  await page.getByRole("link", { name: common.displays.name }).waitFor();
  expect(await page.evaluate(tooSmallForAFinger)).toEqual([]);
  await page.getByRole("button", { name: common.nav.accountMenu }).click();
  await page.getByRole("menuitem", { name: common.nav.logOut }).waitFor();
  expect(await page.evaluate(tooSmallForAFinger)).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});
