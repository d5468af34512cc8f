/** Lists on a tablet and on desks, beside a scroll bar: all that is shown of them fits, nothing is scrolled to sideways. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createSampler, postBatch, signIn } from "#tests/api.ts";
import { journeyBrowser, makeWide, newVisitor, openAs, signInAs } from "#tests/browser.ts";
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

async function openList(page: Page, path: string): Promise<void> {
  await page.goto(origin + path);
  await page.locator("tbody th[scope=row]").first().waitFor();
  await page.evaluate((room) => (document.body.style.paddingRight = room), SCROLL_BAR);
}

/** What is wider than its scroller, of all tables of the page. */
const widerTables = (page: Page): Promise<string[]> =>
  page.locator("table").evaluateAll((tables) =>
    tables.flatMap(({ parentElement }) => {
      const { scrollWidth, clientWidth } = parentElement!;
      return scrollWidth > clientWidth ? [`${scrollWidth} of ${clientWidth}`] : [];
    }),
  );

test.each(LISTS)("%s on a tablet and on three desks, in Spanish", async (path) => {
  const [least = 0, ...wider] = [768, 1024, 1280, 1440];
  const { context, page, errors } = await newVisitor(browser, {
    ...{ locale: "es-MX", viewport: { width: least, height: 900 } },
  });
  await signInAs(page, origin, SUPERUSER);
  await openList(page, path);
  expect(await widerTables(page), `at ${least}`).toEqual([]);
  for (const width of wider) {
    await makeWide(page, width);
    // A list that finds out itself how much fits in draws once more.
    await expect.poll(() => widerTables(page), { message: `at ${width}` }).toEqual([]);
  }
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
    await signInAs(page, origin, SUPERUSER);
    await openList(page, `/machines?f_serial=${name}`);
    expect(await widerTables(page)).toEqual([]);
    // Not cut either: it stands on several lines.
    expect(await page.locator("tbody td").first().innerText()).toBe(name);
  });
  await context.close();
});

test("columns of the list of machines stand where they stay, before its scripts and values come", async () => {
  const placesOf = async (page: Page) => {
    const heads = page.locator("thead tr").first().locator("th:visible");
    return heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().x));
  };
  const token = await signIn(origin, SUPERUSER);
  const { context, page } = await newVisitor(browser);
  await withMachine({ origin, token }, "Columns", async ({ id }) => {
    const { key } = await createSampler(origin, token, id);
    const tags = { machine_state: ["running_and_feeding"], machine_speed: [187] };
    await postBatch(origin, key, [{ times: [Date.now()], tags }]);
    await signInAs(page, origin, SUPERUSER);
    // Alone in the list: other machines come and go meanwhile, and columns follow their words.
    const list = `${origin}/machines?f_serial=Columns`;
    // What the server writes of values that come later is put in its place by a script.
    const scripts = /\.js(?:\?|$)/;
    await page.route(scripts, (route) => route.abort());
    await page.goto(list, { waitUntil: "commit" });
    await page.locator("tbody th[scope=row]").first().waitFor();
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(
          ({ sheet }) => sheet !== null,
        ) && document.fonts.status === "loaded",
    );
    const before = await placesOf(page);
    expect(before.length).toBeGreaterThan(8);
    await page.unroute(scripts);
    await page.goto(list);
    await page.locator("tbody .skeleton").first().waitFor({ state: "detached" });
    await page.getByRole("cell", { name: "187 rpm", exact: true }).waitFor();
    expect(await placesOf(page)).toEqual(before);
    // The longest since would take one line.
    const state = page.locator("td span:has(> [data-state])");
    const left = await state.evaluate((cell) => {
      const since = document.createElement("span");
      since.className = "absolute text-xs whitespace-nowrap";
      since.textContent = "desde 28/11/26 20:45 GMT\u20115";
      cell.appendChild(since);
      return cell.clientWidth - since.offsetWidth;
    });
    expect(left).toBeGreaterThanOrEqual(0);
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

test("a column that the screen has no room for is shown where somebody wants it, on a desk and on a phone", async () => {
  const { context, page, errors } = await newVisitor(browser, {
    viewport: { width: 1280, height: 900 },
  });
  await openAs(page, origin, SUPERUSER, "/machines");
  const head = page.getByRole("columnheader", { name: "Machine serial" });
  expect(await head.count()).toBe(0);
  await page.getByRole("button", { name: "Columns" }).click();
  const chooser = page.getByRole("dialog", { name: "Columns" });
  const hint = chooser.getByText("needs a wider screen", { exact: true }).filter({ visible: true });
  const all = chooser.getByRole("checkbox", { name: "Show columns that need a wider screen" });
  await all.waitFor();
  expect(await hint.count()).toBe(1);
  await all.check();
  await head.waitFor();
  expect(await hint.count()).toBe(0);
  expect(new URL(page.url()).searchParams.get("wide")).toBe("on");
  // The table is scrolled, not the page.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
  // As wide as a landscape A4 page: paper is not scrolled, so the table has to end where the page does.
  await makeWide(page, 1047);
  await page.emulateMedia({ media: "print" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1047);
  await page.emulateMedia({ media: "screen" });
  await makeWide(page, 390);
  await page.locator("tbody td").getByText("Machine serial").first().waitFor();
  const panel = (await chooser.boundingBox())!;
  expect(panel.x).toBeGreaterThanOrEqual(8);
  expect(panel.x + panel.width).toBeLessThanOrEqual(382);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await all.uncheck();
  await page.locator("tbody td").getByText("Machine serial").first().waitFor({ state: "hidden" });
  await makeWide(page, 1600);
  await head.waitFor();
  expect(await all.isVisible()).toBe(false);
  expect(errors).toEqual([]);
  await context.close();
});

test("columns that are asked for before the scripts are there can be chosen once they are", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await signInAs(page, origin, SUPERUSER);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\.js(?:\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${origin}/machines`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Columns" }).click();
  const chooser = page.getByRole("dialog", { name: "Columns" });
  await chooser.waitFor();
  release();
  await chooser.getByRole("checkbox", { name: "Name" }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
