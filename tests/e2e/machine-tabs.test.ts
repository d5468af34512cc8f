/** A machine's tabs: what stands when the data of one of them does not come, and how it comes after all. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { call, createSampler, postBatch, signIn } from "#tests/api.ts";
import { journeyBrowser, makeWide, newVisitor, openAs, signInAs } from "#tests/browser.ts";
import { withMachine } from "#tests/own-machine.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { stopClock } from "#tests/stopped-clock.ts";
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";
import type { AlarmsOn } from "#app/domain/alarms/alarms-on.ts";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";

const ADMIN = "admin@acme.example";
const { crumbs, errors: words } = en.common;

const browser = await journeyBrowser();

test("when the server fails, a tab says so inside the machine's page, and comes when it is asked for again", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines/1/overview");
  const name = await page.getByRole("heading", { level: 1 }).textContent();
  const tab = (word: string) => page.getByRole("link", { name: word, exact: true });
  const failed = page.getByRole("heading", { name: words.serverTitle });
  await page.route("**/*.data*", (route) => route.fulfill({ status: 500, body: "" }));

  await tab(crumbs.comments).click();
  await failed.waitFor();
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  await page.getByRole("heading", { level: 1, name: name ?? "", exact: true }).waitFor();
  // Asked for again in vain, it still stands alone.
  const asked = page.waitForResponse("**/build");
  await page.getByRole("button", { name: words.retry }).click();
  await asked;
  await tab(crumbs.events).click();
  await failed.waitFor();
  await page.getByRole("heading", { level: 1, name: name ?? "", exact: true }).waitFor();

  await page.unroute("**/*.data*");
  await page.getByRole("button", { name: words.retry }).click();
  await failed.waitFor({ state: "detached" });
  await page.getByRole("table", { name: en.common.events.title }).waitFor();
  expect(page.url()).toBe(`${origin}/machines/1/events`);
  await context.close();
});

test("what comes no more is not called live, and looks old, however young it is", async () => {
  const { origin } = sharedHelios();
  const token = await signIn(origin, "superuser@helios.example");
  await withMachine({ origin, token }, "CUT-OFF", async ({ id }) => {
    const { key } = await createSampler(origin, token, id);
    const { context, page } = await newVisitor(browser);
    await openAs(page, origin, ADMIN, `/machines/${id}/overview`);
    const facts = page.locator("div:has(> h1)");
    const live = facts.getByText(en.common.live.live, { exact: true });
    const speed = facts.getByText("180 rpm");
    const tell = async () => {
      const tags = { machine_speed: [180], machine_state: ["running_and_feeding"] };
      await postBatch(origin, key, [{ times: [Date.now()], tags }]);
      return (await live.count()) + (await speed.count());
    };
    await expect.poll(tell).toBe(2);
    await context.setOffline(true);
    await page.locator('[data-connection="lost"]').waitFor();
    expect(await live.count()).toBe(0);
    expect(await speed.evaluate((value) => value.closest(".stale") !== null)).toBe(true);
    await context.close();
  });
});

test.each([
  ["script is", "**/assets/route-*.js"],
  ["scripts and words are", "**/assets/*.js"],
])(
  "a tab whose %s lost says so in its place, and opens at its address when they are served",
  async (_, lost) => {
    const { origin } = sharedHelios();
    const { context, page } = await newVisitor(browser);
    await openAs(page, origin, ADMIN, "/machines/1/overview");
    const name = await page.getByRole("heading", { level: 1 }).textContent();
    let loads = 0;
    page.on("load", () => (loads += 1));
    await page.route(lost, (route) => route.abort());

    const tab = page.getByRole("link", { name: crumbs.events, exact: true });
    // Pointed at first, which asks for the script beforehand.
    await tab.hover();
    await tab.click();
    const failed = page.getByRole("heading", { name: words.offlineTitle });
    await failed.waitFor();
    await page.getByRole("heading", { level: 1, name: name ?? "", exact: true }).waitFor();
    expect(page.url()).toBe(`${origin}/machines/1/events`);
    const asked = page.waitForEvent("requestfailed");
    await page.getByRole("button", { name: words.retry }).click();
    await asked;
    await failed.waitFor();
    expect(loads).toBe(0);

    await page.unroute(lost);
    await page.getByRole("table", { name: en.common.events.title }).waitFor();
    expect(page.url()).toBe(`${origin}/machines/1/events`);
    await context.close();
  },
);

/** How often the data of a tab was asked for since. */
function countAsked(page: Page, tab: string): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(`/${tab}.data`)) count += 1;
  });
  return () => count;
}

/** Points at a tab until its data comes. What is kept of it stays young. */
async function pointAt(page: Page, tab: Tab): Promise<void> {
  await stopClock(page);
  const asked = page.waitForResponse(`**/${tab}.data*`);
  await page.getByRole("link", { name: crumbs[tab], exact: true }).hover();
  await asked;
}
type Tab = "comments" | "events" | "maintenance";

test.each(["en-US", "es-MX"])(
  "no name of a figure is cut in the overview, in %s",
  async (locale) => {
    const { origin } = sharedHelios();
    const { context, page } = await newVisitor(browser, { locale });
    await openAs(page, origin, ADMIN, "/machines/1/overview");
    for (const width of [1440, 1024, 768, 390]) {
      await makeWide(page, width);
      const names = await page.locator("dt > span:first-child:visible").evaluateAll((all) =>
        all.map((name) => ({
          name: name.textContent,
          isCut: name.scrollWidth > name.clientWidth,
        })),
      );
      expect(names.length).toBe(3);
      expect(names.filter(({ isCut }) => isCut)).toEqual([]);
    }
    await context.close();
  },
);

test("a tab that was pointed at opens with the data and the words that came then", async () => {
  const { origin } = sharedHelios();
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines/1/overview");
  const asked = countAsked(page, "comments");
  const { text, posted } = en.common.comments;
  const words = page.waitForResponse(
    async (answer) => /\/texts\.en-/.test(answer.url()) && (await answer.text()).includes(posted),
  );
  await pointAt(page, "comments");
  await words;
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.getByRole("link", { name: crumbs.comments, exact: true }).click();
  await page.getByLabel(text).waitFor();
  expect(asked()).toBe(1);
  expect(fetched.filter((url) => url.includes("/assets/texts"))).toEqual([]);

  // What was kept is taken once, and only while it is young.
  await page.getByRole("link", { name: crumbs.events, exact: true }).click();
  await page.getByRole("table", { name: en.common.events.title }).waitFor();
  await pointAt(page, "comments");
  await stopClock(page, MINUTE_MS);
  await page.getByRole("link", { name: crumbs.comments, exact: true }).click();
  await page.getByLabel(text).waitFor();
  expect(asked()).toBe(3);
  expect(errors).toEqual([]);
  await context.close();
});

test("a finger that comes down on a tab asks for its data at once, and its tap for no more", async () => {
  const { origin } = sharedHelios();
  const viewport = { width: 390, height: 844 };
  const { context, page, errors } = await newVisitor(browser, { viewport, hasTouch: true });
  await openAs(page, origin, ADMIN, "/machines/1/overview");
  const asked = countAsked(page, "maintenance");
  const tab = page.getByRole("link", { name: crumbs.maintenance, exact: true });
  const { x, y, width, height } = (await tab.boundingBox())!;
  const touch = await context.newCDPSession(page);
  const at = { touchPoints: [{ x: x + width / 2, y: y + height / 2 }] };
  const request = page.waitForRequest("**/maintenance.data*");
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", ...at });
  await request;
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.waitForURL("**/machines/1/maintenance");
  await page.getByRole("table").first().waitFor();
  expect(asked()).toBe(1);
  expect(errors).toEqual([]);
  await context.close();
});

test("a tab that was pointed at before something was done shows what was done", async () => {
  const { origin } = sharedHelios();
  const token = await signIn(origin, "superuser@helios.example");
  await withMachine({ origin, token }, "DONE-MEANWHILE", async ({ id }) => {
    const { context, page, errors } = await newVisitor(browser);
    await openAs(page, origin, ADMIN, `/machines/${id}/overview`);
    const asked = countAsked(page, "events");
    await pointAt(page, "events");
    // As every part of a page sends it.
    const sent = await page.evaluate(async (device_id) => {
      const times = { start_at: "2026-01-05T10:00:00Z", end_at: "2026-01-05T11:00:00Z" };
      const headers = { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" };
      const body = JSON.stringify({ event: { device_id, name: "Done meanwhile", ...times } });
      return (await fetch("/v1/events", { method: "POST", headers, body })).status;
    }, id);
    expect(sent).toBeLessThan(300);
    // By key, so that nothing is pointed at anew.
    await page.getByRole("link", { name: crumbs.events, exact: true }).press("Enter");
    // The overview, which is left, has a table of that name as well.
    await page.locator('a[aria-current="page"]', { hasText: crumbs.events }).waitFor();
    const events = page.getByRole("table", { name: en.common.events.title });
    expect(await events.getByRole("rowheader").allInnerTexts()).toEqual(["Done meanwhile"]);
    expect(asked()).toBeGreaterThan(1);
    expect(errors).toEqual([]);
    await context.close();
  });
});

test("a form is sent though the script of its address is lost", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines/2/comments");
  const { post, text } = en.common.comments;
  let loads = 0;
  page.on("load", () => (loads += 1));
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.getByRole("textbox", { name: text }).fill("Sent without its script");
  await page.getByRole("button", { name: post }).click();
  await page.getByRole("listitem").filter({ hasText: "Sent without its script" }).waitFor();
  expect(loads).toBe(0);
  await context.close();
});

test("what a card of the current state offers covers nothing that it says", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines/1/machine_health");
  const card = page.locator("li[data-state]").first();
  const title = card.locator("p").first();
  await title.evaluate((each) => (each.textContent = "A title as long as some people write them "));
  const offer = card.getByRole("link");
  await card.hover();
  const [words, icons] = [await title.boundingBox(), await offer.boundingBox()];
  // The line's own leading may touch.
  expect(icons!.y + icons!.height).toBeLessThanOrEqual(words!.y + 3);
  await offer.click({ trial: true });
  await context.close();
});

test("gauges stand in one line, however many lines their names take, on a phone too", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser, { locale: "es-MX" });
  await openAs(page, origin, ADMIN, "/machines/1/overview");
  const { machine, gauge } = es.common;
  const gauges = page
    .getByRole("img", { name: machine.productivity })
    .or(page.getByRole("img", { name: gauge.uptime }))
    .or(page.getByRole("img", { name: gauge.riskLong }));
  const tops = () => gauges.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y));
  for (const width of [1440, 390]) {
    await makeWide(page, width);
    const [first, ...others] = await tops();
    expect(others, `at ${width}`).toEqual([first, first]);
  }
  await context.close();
});

test("the tab that is open is in sight before any script of its page runs", async () => {
  const { origin } = sharedHelios();
  const viewport = { width: 390, height: 844 };
  const { context, page } = await newVisitor(browser, { viewport });
  await signInAs(page, origin, ADMIN);
  await page.route(/\.js(?:\?|$)/, (route) => route.abort());
  for (const tab of ["overview", "machine_health", "samplers"] as const) {
    await page.goto(`${origin}/machines/1/${tab}`, { waitUntil: "load" });
    const { x, width } = (await page.locator('main nav a[aria-current="page"]').boundingBox())!;
    expect(x, tab).toBeGreaterThanOrEqual(0);
    expect(x + width, tab).toBeLessThanOrEqual(viewport.width);
  }
  await context.close();
});

test("a measure is found among hundreds by its name or its tag, and the page is as before afterwards", async () => {
  const { origin } = sharedHelios();
  const token = await signIn(origin, "superuser@helios.example");
  const { context, page, errors } = await newVisitor(browser);
  await withMachine({ origin, token }, "FIND-1", async ({ id }) => {
    const { key } = await createSampler(origin, token, id);
    const tags = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`Axis${n}.Torque`, [n]]),
    );
    await postBatch(origin, key, [{ times: [Date.now()], tags }]);
    await openAs(page, origin, "superuser@helios.example", `/machines/${id}/machine_health`);
    const other = page.getByRole("heading", { level: 3, name: "Other" });
    const sections = page.getByRole("heading", { level: 3 });
    const cards = page.locator("li[data-state]").filter({ visible: true });
    const before = await sections.allInnerTexts();
    const field = page.getByRole("searchbox", { name: "Find a measure" });
    await field.fill("torque AXIS277");
    await expect.poll(() => sections.allInnerTexts()).toEqual(["Other"]);
    await expect.poll(() => cards.allInnerTexts()).toEqual([expect.stringContaining("277")]);
    await page.getByRole("status").getByText("1 measure", { exact: true }).waitFor();
    await field.pressSequentially("x");
    await page.getByText("No measure matches these words.").waitFor();
    expect(await sections.count()).toBe(0);
    await field.press("Escape");
    await expect.poll(() => sections.allInnerTexts()).toEqual(before);
    expect(await cards.getByText("Axis277.Torque").count()).toBe(0);
    await other.click();
    await cards.getByText("Axis277.Torque").waitFor();
  });
  expect(errors).toEqual([]);
  await context.close();
});

test("a card's word is said at its own sign alone", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines/1/machine_health");
  const tips = page.getByRole("tooltip", { includeHidden: true });
  await tips.first().waitFor({ state: "attached" });
  await page.locator("details[open] summary").first().hover();
  expect(await page.getByRole("tooltip").count()).toBe(0);
  await tips.first().locator("xpath=..").getByRole("button").hover();
  await expect.poll(() => page.getByRole("tooltip").count()).toBe(1);
  await context.close();
});

test("who takes back that a new machine replaces another is not asked again how it begins", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, "superuser@helios.example", "/machines/12/configuration");
  const words = en.common.configuration;
  const begin = page.getByRole("heading", { name: words.beginTitle });
  const which = page.getByRole("heading", { name: words.replaceTitle });
  await begin.waitFor();
  await page.getByRole("dialog").getByRole("button", { name: words.replaceTitle }).click();
  await which.waitFor();
  expect(await begin.count()).toBe(0);
  await page.keyboard.press("Escape");
  await which.waitFor({ state: "detached" });
  await page.waitForURL((url) => url.search === "");
  await page.getByRole("button", { name: words.replaceTitle }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await context.close();
});

test("the number of alarms above the tabs follows them on every tab, and those that come back from the shelf", async () => {
  const { origin } = sharedHelios();
  const token = await signIn(origin, ADMIN);
  const path = "/v1/devices/1/alarms";
  type Alarms = { data: { id: number; name: string; in_alarm: boolean }[] };
  const { data } = await call<Alarms>(origin, path, { token });
  const [alarm] = data;
  if (alarm === undefined) throw new Error("the machine has no alarm");
  const { context, page, errors } = await newVisitor(browser);
  let alarmsOn: AlarmsOn = { on: 41, nextReturnMs: null };
  await page.route("**/machines/1/alarms_on", (route) => route.fulfill({ json: alarmsOn }));
  await page.clock.install();
  await openAs(page, origin, ADMIN, "/machines/1/comments");
  await page.getByRole("link", { name: "41 alarms" }).waitFor();
  alarmsOn = { on: 42, nextReturnMs: 900_000 };
  await call(origin, `/v1/alarms/${alarm.id}`, {
    method: "PUT",
    token,
    body: { name: `${alarm.name} again` },
  });
  await page.getByRole("link", { name: "42 alarms" }).waitFor();
  // Nobody tells it that the time on the shelf is over: it looks by itself.
  alarmsOn = { on: 43, nextReturnMs: null };
  await page.clock.fastForward(900_000);
  await page.getByRole("link", { name: "43 alarms" }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("the focus stays on the alarm that was acknowledged by keyboard", async () => {
  const { origin } = sharedHelios();
  type Alarms = { data: { name: string; in_alarm: boolean }[] };
  const token = await signIn(origin, ADMIN);
  const { data } = await call<Alarms>(origin, "/v1/devices/3/alarms", { token });
  const name = data.find((alarm) => alarm.in_alarm)?.name ?? "";
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines/3/alarms");
  const card = page.getByRole("listitem").filter({ hasText: name });
  // It was somewhere else before: what gives it back must not take it there.
  const add = page.getByRole("button", { name: en.common.alarms.add });
  await add.press("Enter");
  await page.getByRole("button", { name: en.common.kit.cancel }).press("Enter");
  const isOnAdd = () => add.evaluate((element) => element === document.activeElement);
  await expect.poll(isOnAdd).toBe(true);
  await card
    .getByRole("button", { name: `${en.common.alarms.acknowledge} ${name}` })
    .press("Enter");
  await page.getByRole("dialog").getByLabel(en.common.alarms.note).press("Enter");
  await card.getByText(/^Acknowledged by/).waitFor();
  const focused = () => card.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(focused).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

test("the focus goes to the card beside an alarm that was deleted by keyboard", async () => {
  const { origin } = sharedHelios();
  const token = await signIn(origin, ADMIN);
  const name = "Deleted by keyboard";
  await call(origin, "/v1/alarms", {
    token,
    body: {
      ...{ device_id: 4, name, function: "no_data_for_time_period" },
      arguments: { period: 3_600_000 },
    },
  });
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines/4/alarms");
  const cards = page.getByRole("listitem");
  const card = cards.filter({ hasText: name });
  await card.getByRole("button").first().waitFor();
  const names = await cards.allInnerTexts();
  const beside = cards.nth(names.findIndex((text) => text.includes(name)));
  await card.getByRole("button", { name, exact: true }).press("Enter");
  await page.getByRole("button", { name: en.common.alarms.delete }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button").last().press("Enter");
  await page.getByText(en.common.alarms.deleted).waitFor();
  await card.waitFor({ state: "detached" });
  // What stands in its place now.
  const focused = () => beside.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(focused).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

test("an event that was found by a filter is opened, and the filter stands when it is closed", async () => {
  const { origin } = sharedHelios();
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines/1/events?filters=on&size=10");
  const events = page.getByRole("table", { name: en.common.events.title });
  const name = await events.getByRole("rowheader").last().textContent();
  const filter = page.getByLabel("Filter by Event");
  await filter.fill(name ?? "");
  await events
    .getByRole("rowheader")
    .getByRole("link", { name: name ?? "" })
    .click();
  const drawer = page.getByRole("dialog", { name: name ?? "" });
  await drawer.getByRole("button", { name: en.common.drawer.close }).first().click();
  await drawer.waitFor({ state: "detached" });
  expect(await filter.inputValue()).toBe(name);

  // Another range of the states leaves the table as it is.
  await page.getByRole("radio", { name: en.common.events.span_week }).click();
  await page.waitForURL(/span=week/);
  expect(await filter.inputValue()).toBe(name);
  expect(new URL(page.url()).searchParams.get("f_name")).toBe(name);
  expect(new URL(page.url()).searchParams.get("size")).toBe("10");
  expect(errors).toEqual([]);
  await context.close();
});

test("an event on the states is opened by a press beside its mark, and the table turns to its page", async () => {
  const { origin } = sharedHelios();
  const token = await signIn(origin, "superuser@helios.example");
  await withMachine({ origin, token }, "MANY-EVENTS", async ({ id }) => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    for (let day = 1; day <= 22; day += 1) {
      const times = { start_at: at(-day * DAY_MS), end_at: at(20 * MINUTE_MS - day * DAY_MS) };
      const event = { device_id: id, name: `Day ${day}`, ...times };
      await call(origin, "/v1/events", { token, body: { event } });
    }
    const viewport = { width: 390, height: 844 };
    const { context, page, errors } = await newVisitor(browser, { viewport });
    await openAs(page, origin, ADMIN, `/machines/${id}/events?span=month`);
    const { timeline, span_month: span } = en.common.events;
    await page.getByRole("img", { name: `${timeline}, ${span}: ` }).waitFor();
    const box = await page.getByRole("img", { name: "22 events in this range" }).boundingBox();
    const { x, y, width, height } = box!;
    const press = (day: number) => page.mouse.click(x + width * (1 - day / 30) - 3, y + height - 1);
    const row = (name: string) => page.locator("th[scope=row]", { hasText: name });

    await press(22);
    const drawer = (name: string) => page.getByRole("dialog", { name, exact: true });
    const close = { name: en.common.drawer.close };
    await drawer("Day 22").getByRole("button", close).first().click();
    await drawer("Day 22").waitFor({ state: "detached" });
    await row("Day 22").waitFor();
    await press(2);
    await drawer("Day 2").getByRole("button", close).first().waitFor();
    await expect.poll(() => row("Day 22").count()).toBe(0);
    expect(await row("Day 2").count()).toBeGreaterThan(0);
    expect(new URL(page.url()).searchParams.get("span")).toBe("month");
    expect(errors).toEqual([]);
    await context.close();
  });
});

test("a comment that is posted is read back at most twice: for its form, and for the live channel", async () => {
  const { origin } = sharedHelios();
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines/2/comments");
  // The channel is joined when a colleague's comment comes.
  const token = await signIn(origin, ADMIN);
  const write = (text: string) =>
    call(origin, "/v1/comments/2", {
      method: "POST",
      token,
      body: { comment: { text, is_public: true, device_id: 2 } },
    });
  await write("Belt looks worn");
  await page.getByText("Belt looks worn").waitFor();
  await page.waitForLoadState("networkidle");
  let reads = 0;
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes("/comment_list")) reads += 1;
  });
  await page.getByLabel(en.common.comments.text).fill("Belt changed");
  const post = page.getByRole("button", { name: en.common.comments.post });
  await post.press("Enter");
  await page.getByText(en.common.comments.posted).waitFor();
  await page.getByText("Belt changed").waitFor();
  // Who posted by key goes on from there.
  expect(await post.evaluate((button) => button === document.activeElement)).toBe(true);
  // What was read for the post is over when a later comment is there.
  await write("Belt runs well");
  await page.getByText("Belt runs well").waitFor();
  await page.waitForLoadState("networkidle");
  expect(reads).toBeLessThanOrEqual(3);
  expect(errors).toEqual([]);
  await context.close();
});

test("the way to a measure ends with what it is called, and the way to no measure with the tab", async () => {
  const { context, page } = await newVisitor(browser);
  const tab = "/machines/1/analytics";
  await openAs(
    page,
    sharedHelios().origin,
    "superuser@helios.example",
    `${tab}/measure/e_stop_pressed`,
  );
  const last = page.getByRole("navigation", { name: crumbs.label }).locator("[aria-current=page]");
  await expect.poll(() => last.innerText()).toBe("Emergency stop pressed");
  await page.goto(`${sharedHelios().origin}${tab}/measure`);
  await expect.poll(() => last.innerText()).toBe(crumbs.analytics);
  await context.close();
});
