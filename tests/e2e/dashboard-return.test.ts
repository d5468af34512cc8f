/** What a dashboard and a wall count while they come back and hear their machines one after another. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSampler, listDevices, postBatch, signIn, type Device } from "#tests/api.ts";
import { breakableConnection, journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { startHelios, type Helios } from "#tests/helios.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";
import { stopClock } from "#tests/stopped-clock.ts";

const ADMIN = "admin@acme.example";
const STAFF = "superuser@helios.example";
/** A value whose rhythm is not known is stale after 30 s. */
const STALE_MS = 31_000;

type Machine = Device & { key: string };

const browser = await journeyBrowser();
/** Its own: nobody else makes its machines heard. */
let helios: Helios;
let machines: Machine[];
/** Those of which something was sent. */
const fed = new Set<number>();
beforeAll(async () => {
  helios = await startHelios({ simulator: "off" });
  const token = await signIn(helios.origin, ADMIN);
  machines = [];
  for (const device of await listDevices(helios.origin, token))
    machines.push({ ...device, key: (await createSampler(helios.origin, token, device.id)).key });
  expect(machines.length).toBeGreaterThan(2);
  for (const { id } of machines) fed.add(id);
});
afterAll(async () => {
  await helios?.stop();
});

/** It was switched off five seconds ago. */
const switchOff = ({ key }: Machine) =>
  postBatch(helios.origin, key, [
    { times: [Date.now() - 6_000, Date.now() - 5_000], tags: { machine_state: ["off", "off"] } },
  ]);

/** It runs and feeds at this speed, since a second ago. */
async function run({ key }: Machine, speed: number): Promise<void> {
  const now = Date.now();
  const tags = {
    machine_state: ["running_and_feeding", "running_and_feeding"],
    machine_speed: [speed, speed],
    sheet_count: [10, 13],
    sheet_size: [10, 10],
  };
  await postBatch(helios.origin, key, [{ times: [now - 1_000, now], tags }]);
}

/** Notes each text that `read` finds on the page, now and whenever the page changes. */
async function watch(page: Page, what: "dashboard" | "wall"): Promise<() => Promise<string[]>> {
  await page.evaluate((isOf) => {
    const read = () => {
      if (isOf === "dashboard")
        return document.querySelector("[data-whole-fleet] p")?.textContent ?? "nothing";
      const words = [...document.querySelectorAll("main[data-slide] header span")];
      const counted = words.filter(({ textContent }) =>
        /^\d+ of \d+ (?:were )?running$/.test(textContent!),
      );
      return counted[0]?.textContent?.replace("were ", "") ?? "nothing";
    };
    const seen = new Set([read()]);
    const observer = new MutationObserver(() => void seen.add(read()));
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { seen });
  }, what);
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
}

// The first of this file: before any other has posted anything later than what is off.
test("a wall that is cut off calls none of its machines silent", async () => {
  const [off, ...others] = machines;
  const { context, page } = await newVisitor(browser);
  await openAs(page, helios.origin, ADMIN);
  await switchOff(off!);
  for (const machine of others) await run(machine, 171);
  await context.clock.setFixedTime(Date.now());
  await page.goto(`${helios.origin}/dashboard/slideshow`);
  await page.locator("html[data-alive]").waitFor();
  const bar = page.locator("main[data-slide] header");
  await bar.getByText(`${off!.name} off, not shown`).waitFor();
  await context.setOffline(true);
  await page.locator("main[data-old]").waitFor();
  // The one that is off grows old first.
  await context.clock.setFixedTime(Date.now() + 27_000);
  await bar.getByText(/oldest data is (?:[2-9]\d\ss|1\d\d\ss|\d\smin)\sold$/i).waitFor();
  const row = page.getByRole("listitem").first();
  await row.getByText(/(?:[2-9]\d\ss|1\d\d\ss|\d\smin)\sold/).waitFor();
  expect(await bar.innerText()).toContain(`${others.length} of ${machines.length} were running`);
  expect(await bar.innerText()).not.toContain("silent");
  await context.close();
});

test("count no machine fewer than before, and are of now once all are heard", async () => {
  for (const machine of machines) await run(machine, 171);
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, helios.origin, ADMIN);
  const wall = await context.newPage();
  await wall.goto(`${helios.origin}/dashboard/slideshow`);
  const all = String(machines.length);
  const total = page.locator("[data-whole-fleet] p").first();
  const counted = wall
    .locator("header p")
    .getByText(new RegExp(`^${all} of ${all} (?:were )?running$`))
    .filter({ visible: true });
  await page.bringToFront();
  await page.waitForSelector('[data-connection="live"]', { timeout: GIVE_UP_MS });
  await counted.waitFor({ timeout: GIVE_UP_MS });
  expect(await total.textContent()).toBe(all);
  const isOld = (element: Element) => element.closest(".stale") !== null;
  expect([await total.evaluate(isOld), await counted.evaluate(isOld)]).toEqual([false, false]);
  const [ofDashboard, ofWall] = [await watch(page, "dashboard"), await watch(wall, "wall")];
  const whole = [[all], [`${all} of ${all} running`]];

  await context.setOffline(true);
  await expect.poll(() => total.evaluate(isOld)).toBe(true);
  await expect.poll(() => counted.evaluate(isOld)).toBe(true);
  // Clocks stand from here on: however slow this machine is, nobody is awaited long enough.
  for (const each of [page, wall]) await stopClock(each, STALE_MS);
  const age = /(?:[2-9]\d\ss|1\d\d\ss|\d\smin)\sold/;
  await page.getByRole("article").first().getByText(age).waitFor({ timeout: GIVE_UP_MS });
  await wall.getByRole("listitem").first().getByText(age).waitFor({ timeout: GIVE_UP_MS });
  await context.setOffline(false);
  for (const machine of machines) {
    expect([await total.evaluate(isOld), await counted.evaluate(isOld)]).toEqual([true, true]);
    await run(machine, 183);
    const own = page.getByRole("article").filter({ hasText: machine.name });
    await own.getByText("183", { exact: true }).first().waitFor({ timeout: GIVE_UP_MS });
    expect([await ofDashboard(), await ofWall()]).toEqual(whole);
  }
  await expect.poll(() => total.evaluate(isOld)).toBe(false);
  // A wall calls what is older than 15 s old.
  await context.clock.setFixedTime(Date.now());
  await expect.poll(() => counted.evaluate(isOld)).toBe(false);
  expect([await ofDashboard(), await ofWall()]).toEqual(whole);
  expect(errors.filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([]);
  await context.close();
});

test("a dashboard that is cut off gives no other reason for a forecast that it does not have", async () => {
  const now = Date.now();
  await postBatch(helios.origin, machines[0]!.key, [
    { times: [now - 1, now], tags: { machine_state: ["off", "off"] } },
  ]);
  const { context, page } = await newVisitor(browser);
  await openAs(page, helios.origin, ADMIN);
  const card = page.getByRole("article").filter({ hasText: machines[0]!.name });
  await card.getByText("No forecast: machine is off").waitFor({ timeout: GIVE_UP_MS });
  await page.locator('[data-connection="live"]').waitFor({ timeout: GIVE_UP_MS });
  // Its card is alive when its time goes on.
  await context.setOffline(true);
  await page.locator('[data-connection="lost"]').waitFor({ timeout: GIVE_UP_MS });
  await stopClock(page, STALE_MS);
  await card.getByText(/(?:[2-9]\d\ss|1\d\d\ss|\d\smin)\sold/).waitFor({ timeout: GIVE_UP_MS });
  expect(await card.innerText()).toContain("No forecast: machine is off");
  await context.close();
});

const namesOf = (page: Page) =>
  page.locator("li[data-machine]").getByRole("heading").allTextContents();

/** A dashboard on which one machine with overdue work is not ready: the last one of them by name. */
async function openWithOneNotReady() {
  const { context, page } = await newVisitor(browser);
  const connection = await breakableConnection(page);
  for (const machine of machines) await run(machine, 171);
  await openAs(page, helios.origin, ADMIN);
  const due = page.locator("li[data-machine]:has([data-overdue-work])").getByRole("heading");
  const names = await due.allTextContents();
  expect(names.length).toBeGreaterThan(1);
  const last = names.sort((a, b) => a.localeCompare(b)).at(-1)!;
  const now = Date.now();
  await postBatch(helios.origin, machines.find(({ name }) => name === last)!.key, [
    { times: [now, now + 1], tags: { machine_state: ["not_ready", "not_ready"] } },
  ]);
  const notReady = page.getByRole("button", { name: /^1 not ready/ });
  await notReady.waitFor({ timeout: GIVE_UP_MS });
  await expect.poll(async () => (await namesOf(page)).includes(last)).toBe(true);
  /** All that it is told of is older than what counts as of now. */
  const growOld = async () => {
    await stopClock(page, STALE_MS);
    for (const { name } of machines)
      await page
        .getByRole("article")
        .filter({ hasText: name })
        .getByText(/(?:[2-9]\d\ss|1\d\d\ss|\d\smin)\sold/)
        .first()
        .waitFor({ timeout: GIVE_UP_MS });
  };
  return { context, page, connection, last, notReady, growOld };
}

test("a dashboard that is cut off knows what was urgent last, whatever is asked for by hand", async () => {
  const { context, page, last, notReady, growOld } = await openWithOneNotReady();
  const overdue = page.getByRole("button", { name: /overdue$/ });
  const pressed = async (chip: typeof overdue) => {
    await chip.click();
    const names = await namesOf(page);
    await chip.click();
    return names;
  };
  const live = await pressed(overdue);
  await context.setOffline(true);
  await page.locator('[data-connection="lost"]').waitFor({ timeout: GIVE_UP_MS });
  await growOld();
  expect(await pressed(overdue)).toEqual(live);
  expect((await pressed(notReady))[0]).toBe(last);
  await context.close();
});

test("a connection that says nothing any more takes no machine's urgency away before it is known to be lost", async () => {
  const { context, page, connection, growOld } = await openWithOneNotReady();
  const before = await namesOf(page);
  connection.mute();
  await page.locator('[data-connection="slow"]').waitFor({ timeout: GIVE_UP_MS });
  await growOld();
  expect(await namesOf(page)).toEqual(before);
  await context.close();
});

/** One of which nothing is known yet has fed for 20 min; `stop`: it stands for a moment. */
async function feedFor20Min() {
  const token = await signIn(helios.origin, STAFF);
  const machine = (await listDevices(helios.origin, token)).find(({ id }) => !fed.has(id))!;
  fed.add(machine.id);
  const { key } = await createSampler(helios.origin, token, machine.id);
  const feed = (times: number[]) => {
    const states = times.map((_, index) => (index === 0 ? "not_ready" : "running_and_feeding"));
    return postBatch(helios.origin, key, [{ times, tags: { machine_state: states } }]);
  };
  const lastMs = Date.now() - 1_000;
  await feed(Array.from({ length: 41 }, (_, index) => lastMs - (40 - index) * 30_000));
  return { name: machine.name, stop: (atMs = Date.now()) => feed([atMs, atMs + 1]) };
}

const FOR_20_MIN = /^(?:19|2\d) min$/;

test.each([
  // On a phone each machine has its row on a wall.
  ["wall", "/dashboard/slideshow", "listitem", 390],
  ["dashboard", "/dashboard", "article", 1440],
] as const)(
  "a %s whose connection was broken while a machine stood for a moment says since when it runs again",
  async (_, path, role, width) => {
    const machine = await feedFor20Min();
    const { context, page } = await newVisitor(browser, { viewport: { width, height: 900 } });
    const connection = await breakableConnection(page);
    await openAs(page, helios.origin, STAFF, path);
    const own = page.getByRole(role).filter({ hasText: machine.name });
    await own.getByText(FOR_20_MIN).waitFor();
    await connection.isHeard;
    await connection.break();
    await machine.stop();
    connection.mend();
    await own.getByText("< 1 min", { exact: true }).waitFor();
    await context.close();
  },
);
