/** What is scrolled to for the first time while there is no network: it says so, and comes alive when the network is back. */
import { expect, test } from "vitest";
import { createSampler, listDevices, postBatch, signIn } from "#tests/api.ts";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { texts as events } from "#app/features/events/texts.en.ts";
import { texts as eventos } from "#app/features/events/texts.es.ts";
import {
  breakableConnection,
  bringIntoView,
  comeAlive,
  isSameDocument,
  journeyBrowser,
  markDocument,
  newVisitor,
  openAs,
} from "#tests/browser.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { findAccessProblemsInBothThemes } from "#tests/keyboard.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const ADMIN = "admin@acme.example";
const { chart, part } = en.common;

const browser = await journeyBrowser();

/** A machine of the admin's whose past the charts show. */
async function machineWithPast(origin: string): Promise<number> {
  const token = await signIn(origin, ADMIN);
  const [machine] = await listDevices(origin, token);
  const { key } = await createSampler(origin, token, machine!.id);
  const endMs = Date.now();
  const times = Array.from({ length: 20 }, (_, step) => endMs - step * MINUTE_MS);
  const tags = {
    machine_state: times.map(() => "running_and_feeding"),
    machine_speed: times.map(() => 171),
    sheet_count: times.map((_, step) => 2_000 - step * 100),
  };
  await postBatch(origin, key, [{ times, tags }]);
  return machine!.id;
}

/** Each machine of the admin's is heard now. */
async function feedAll(origin: string): Promise<void> {
  const token = await signIn(origin, ADMIN);
  for (const { id } of await listDevices(origin, token)) {
    const { key } = await createSampler(origin, token, id);
    await postBatch(origin, key, [{ times: [Date.now()], tags: { machine_state: ["running"] } }]);
  }
}

test.each([
  ["the dashboard", "fleet-charts", () => "/dashboard"],
  ["a machine's overview", "noted-chart", (id: number) => `/machines/${id}/overview`],
])(
  "charts of %s that are scrolled to without a network are not said to be on their way",
  async (_, script, pathOf) => {
    const { origin } = sharedHelios();
    const { context, page } = await newVisitor(browser, { viewport: { width: 1024, height: 480 } });
    // As if they were further from what is seen first, however fast the network is lost.
    await page.route(`**/assets/${script}-*.js`, (route) => route.abort("internetdisconnected"));
    await openAs(page, origin, ADMIN, pathOf(await machineWithPast(origin)));
    await markDocument(page);
    // A chart is drawn in the browser alone.
    const charts = page.locator("[data-drawn]", { hasText: chart.loading });
    await context.setOffline(true);
    await bringIntoView(charts);
    await charts.getByText(part.failed).waitFor();
    expect(await charts.getByRole("button", { name: en.common.errors.retry }).count()).toBe(1);
    const loading = charts.getByText(chart.loading);
    expect(await loading.count()).toBeGreaterThan(0);
    expect(await loading.filter({ visible: true }).count()).toBe(0);
    expect(await findAccessProblemsInBothThemes(page)).toEqual([]);
    await page.unrouteAll();
    await context.setOffline(false);
    await charts.waitFor({ state: "detached" });
    await comeAlive(page);
    expect(await isSameDocument(page)).toBe(true);
    await context.close();
  },
);

test.each(["noted-chart", "time-canvas"])(
  "on a phone a chart whose %s hangs on a dead connection is not said to be on its way",
  async (script) => {
    const { origin } = sharedHelios();
    const viewport = { width: 390, height: 844 };
    const { context, page } = await newVisitor(browser, { viewport, hasTouch: true });
    const { promise: end, resolve: endHanging } = Promise.withResolvers<void>();
    const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>();
    await page.route(`**/assets/${script}-*.js`, async (route) => {
      tellAsked();
      await end;
      await route.continue();
    });
    await openAs(page, origin, ADMIN, `/machines/${await machineWithPast(origin)}/overview`);
    // It comes with what tells of the connection.
    await page.locator("[data-printed-at]").waitFor({ state: "attached" });
    const loading = page.getByText(chart.loading).filter({ visible: true });
    await bringIntoView(loading);
    await asked;
    await context.setOffline(true);
    const missing = page.getByText(part.failed).filter({ visible: true });
    await missing.first().waitFor();
    expect(await loading.count()).toBe(0);
    await context.setOffline(false);
    endHanging();
    await page.getByRole("group", { name: chart.range }).waitFor();
    await page.locator("[data-coming]").waitFor({ state: "detached" });
    await expect.poll(() => missing.count()).toBe(0);
    await context.close();
  },
);

const WIDE_AND_LOW = { width: 1440, height: 480 };

test.each([
  ["en-US", en.common, events.events, /^data\s(\d+)\ss\sold$/i],
  ["es-MX", es.common, eventos.events, /^datos de\shace\s(\d+)\ss$/i],
])(
  "%s: values of a part whose script did not come say how old they are, and its events that they were not read",
  async (locale, words, ofEvents, age) => {
    const { context, page } = await newVisitor(browser, { locale, viewport: WIDE_AND_LOW });
    const connection = await breakableConnection(page);
    await page.route("**/assets/fleet-details-*.js", (route) =>
      route.abort("internetdisconnected"),
    );
    await openAs(page, sharedHelios().origin, ADMIN);
    await page.locator("[data-printed-at]").waitFor({ state: "attached" });
    const snapshot = page.locator("[data-drawn]").filter({ hasText: words.snapshot.title });
    const told = snapshot.getByText(age);
    const unread = snapshot.getByText(ofEvents.unread);
    expect(await unread.isVisible()).toBe(false);
    await context.setOffline(true);
    await connection.break();
    await bringIntoView(snapshot);
    await told.waitFor();
    expect(await snapshot.locator("dl").isVisible()).toBe(true);
    const seconds = async () => Number(age.exec(await told.innerText())?.[1]);
    const first = await seconds();
    await expect.poll(seconds).toBeGreaterThan(first);
    expect(await unread.isVisible()).toBe(true);
    // What was pressed says that it waits, and does not open once nobody waits for it.
    const { report } = ofEvents;
    await snapshot.getByRole("button", { name: report }).click();
    const waits = page.getByText(words.part.waits.replace("{{name}}", report));
    await waits.waitFor();
    await page.keyboard.press("Escape");
    await waits.waitFor({ state: "detached" });
    await page.unrouteAll();
    connection.mend();
    await context.setOffline(false);
    await snapshot.waitFor({ state: "detached" });
    expect(await page.getByRole("dialog").count()).toBe(0);
    await context.close();
  },
);

test.each([
  ["en-US", en.common, events.events, /^data\s\d+\s(?:s|min)\sold$/, { width: 1440, height: 900 }],
  [
    "es-MX",
    es.common,
    eventos.events,
    /^datos de\shace\s\d+\s(?:s|min)$/,
    { width: 390, height: 844 },
  ],
])(
  "%s: parts of the dashboard that were not seen before the connection went come alive, and say how old they are",
  async (locale, words, ofEvents, age, viewport) => {
    const { origin } = sharedHelios();
    await feedAll(origin);
    const hasTouch = viewport.width < 640;
    const { context, page } = await newVisitor(browser, { locale, viewport, hasTouch });
    const connection = await breakableConnection(page);
    const fetched = page.waitForResponse(/\/assets\/fleet-details-/, { timeout: GIVE_UP_MS });
    await openAs(page, origin, ADMIN);
    await fetched;
    // All but what it imports, and its words, which may be on their way.
    const isCut = ({ pathname }: URL) => !/^\/assets\/(?!fleet-)/.test(pathname);
    await page.route(isCut, (route) => route.abort("internetdisconnected"));
    await connection.break();
    await page.locator('[data-connection="lost"]').first().waitFor();
    // Nothing was scrolled to.
    await expect.poll(() => page.locator("main [data-drawn]").count()).toBe(0);
    const snapshot = page.getByRole("region", { name: words.snapshot.title });
    await bringIntoView(snapshot);
    const open = snapshot.getByRole("button", { name: words.snapshot.title });
    if (await open.isVisible()) await open.click();
    await snapshot.getByText(ofEvents.unread).waitFor();
    await snapshot.getByText(age).waitFor();
    await context.close();
  },
);

test("gauges of a range that could not be read without a connection have no age, and say that they were not read", async () => {
  const { context, page } = await newVisitor(browser);
  const connection = await breakableConnection(page);
  await openAs(page, sharedHelios().origin, ADMIN);
  await comeAlive(page);
  const { fleetGauges, gauge, live } = en.common;
  const card = page.locator("section").filter({
    has: page.getByRole("heading", { name: fleetGauges.title, exact: true }),
  });
  await context.setOffline(true);
  await connection.break();
  const old = card.locator("[data-old]");
  await expect.poll(() => old.innerText()).toMatch(/^Offline, \d+\s(?:s|min)\sold$/);
  await card.getByText(fleetGauges.range_day).click();
  await expect.poll(() => card.getByText(gauge.failed, { exact: true }).count()).toBe(2);
  expect(await old.innerText()).toBe(live.lostShort);
  expect(await card.getByText(gauge.unread, { exact: true }).count()).toBe(2);
  expect(await card.getByText(gauge.none, { exact: true }).count()).toBe(0);
  connection.mend();
  await context.setOffline(false);
  await card.getByText(gauge.failed, { exact: true }).first().waitFor({ state: "detached" });
  await context.close();
});

test("a part that could not be fetched is asked for at once by hand", async () => {
  const { context, page } = await newVisitor(browser, { viewport: { width: 1024, height: 480 } });
  // Only as it is seen.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  // Of itself it is asked for after half a second, and then ever less often: once, in this journey.
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const waitUnlessLong = (act: TimerHandler, ms = 0) => (ms < 2_000 ? wait(act, ms) : 0);
    window.setTimeout = waitUnlessLong as typeof window.setTimeout;
  });
  const script = "**/assets/fleet-details-*.js";
  let failures = 0;
  page.on("requestfailed", (request) => {
    if (request.url().includes("/fleet-details-")) failures += 1;
  });
  await page.route(script, (route) => route.abort());
  await openAs(page, sharedHelios().origin, ADMIN);
  const snapshot = page.locator("[data-drawn]").filter({ hasText: en.common.snapshot.title });
  await bringIntoView(snapshot);
  const again = snapshot.getByRole("button", { name: en.common.errors.retry });
  await again.waitFor();
  await expect.poll(() => failures).toBe(2);
  await page.unroute(script);
  await again.click();
  await snapshot.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: en.common.snapshot.title }).waitFor();
  await context.close();
});

test("a range that could not be read without a connection is read once it is back", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, `/machines/${await machineWithPast(origin)}/overview`);
  await comeAlive(page);
  await context.setOffline(true);
  await page.locator('[data-connection="lost"]').waitFor();
  const range = page.getByRole("group", { name: chart.range });
  await range.getByText(chart.short_7d).click();
  const unread = page.getByText(chart.unread);
  await unread.waitFor();
  await context.setOffline(false);
  await unread.waitFor({ state: "detached" });
  await context.close();
});

test("a machine that is chosen without a connection is said not to have been read, and is read as soon as Helios is heard", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, "superuser@helios.example");
  await comeAlive(page);
  const snapshot = page.getByRole("region", { name: en.common.snapshot.title });
  await bringIntoView(snapshot);
  await page.locator("[data-printed-at]").waitFor({ state: "attached" });
  const choice = snapshot.getByRole("combobox");
  await choice.waitFor();
  await context.setOffline(true);
  await page.locator('[data-connection="lost"]').first().waitFor();
  const names = await choice.locator("option").allInnerTexts();
  await choice.selectOption(names.at(-1)!);
  const notes = [en.common.snapshot.unread, events.events.unread];
  for (const note of notes) await snapshot.getByText(note).waitFor();
  expect(await snapshot.locator("dl").isVisible()).toBe(false);
  // The page's own data comes later: nothing waits for it.
  await page.route("**/dashboard.data*", () => undefined);
  await context.setOffline(false);
  for (const note of notes) await snapshot.getByText(note).waitFor({ state: "detached" });
  expect(await snapshot.locator("dl").isVisible()).toBe(true);
  await context.close();
});

test("a list of a part that cannot come says what is shown, and what was chosen in it is shown once it comes", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser, { viewport: { width: 1024, height: 480 } });
  // As if it were further from what is seen first, however fast the network is lost.
  await page.route("**/assets/fleet-details-*.js", (route) => route.abort("internetdisconnected"));
  await openAs(page, origin, ADMIN);
  // It comes with what holds pages, the moment after a page is alive.
  await page.locator("[data-printed-at]").waitFor({ state: "attached" });
  const snapshot = page.locator("[data-drawn]").filter({ hasText: en.common.snapshot.title });
  const list = page.locator("#snapshot-machine");
  await list.focus();
  const drawn = await list.inputValue();
  const other = await list.locator("option:not(:checked)").first().getAttribute("value");
  await list.selectOption(other);
  await context.setOffline(true);
  await snapshot.getByText(part.failed).waitFor();
  await expect.poll(() => list.isDisabled()).toBe(true);
  expect(await list.inputValue()).toBe(drawn);
  await page.unrouteAll();
  await context.setOffline(false);
  await snapshot.waitFor({ state: "detached" });
  await expect.poll(() => list.inputValue()).toBe(other);
  expect(await list.isEnabled()).toBe(true);
  await context.close();
});
