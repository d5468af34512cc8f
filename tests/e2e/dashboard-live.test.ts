/** A sampler posts, and a person's dashboard shows it: without a reload, and across a killed server. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  createSampler,
  listDevices,
  postBatch,
  readSeries,
  signIn,
  type Device,
} from "#tests/api.ts";
import {
  bringIntoView,
  comeAlive,
  isSameDocument,
  journeyBrowser,
  markDocument,
  newVisitor,
  openAs,
} from "#tests/browser.ts";
import * as en from "#app/all-texts/en.ts";
import { startHelios, demoDataDir } from "#tests/helios.ts";
import { findAccessProblemsInBothThemes } from "#tests/keyboard.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { dueWorkOf } from "#tests/due-work.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";
import { rmSync } from "node:fs";

const ADMIN = "admin@acme.example";

const browser = await journeyBrowser();

type Fleet = { token: string; machines: (Device & { key: string })[] };

/** A sampler of our own on every machine that the admin sees. */
async function equip(origin: string): Promise<Fleet> {
  const token = await signIn(origin, ADMIN);
  const machines = [];
  for (const device of await listDevices(origin, token))
    machines.push({ ...device, key: (await createSampler(origin, token, device.id)).key });
  expect(machines.length).toBeGreaterThan(0);
  return { token, machines };
}

/** Every machine runs at this speed now. Answers the sample's time. */
async function runAt(origin: string, fleet: Fleet, speed: number): Promise<number> {
  const timeMs = Date.now();
  const tags = { machine_speed: [speed], machine_state: ["running_and_feeding"] };
  for (const machine of fleet.machines) {
    expect(await postBatch(origin, machine.key, [{ times: [timeMs], tags }])).toMatchObject({
      accepted: 2,
      duplicate: 0,
      rejected: [],
    });
  }
  return timeMs;
}

const cardOf = (page: Page, machine: Device) =>
  page.getByRole("article").filter({ hasText: machine.name });
const seeSpeed = (page: Page, machine: Device, speed: number, timeout: number) =>
  cardOf(page, machine).getByText(String(speed), { exact: true }).first().waitFor({ timeout });

const LINES = "**/assets/machine-lines-*.js";

/** `isAway`: as if the network were lost before the list's script is fetched. What is chosen is not kept. */
async function openForList(width: number, { isAway = false } = {}) {
  const visitor = await newVisitor(browser, { viewport: { width, height: 844 } });
  const { page } = visitor;
  await page.route("**/dashboard/choice", (route) => route.fulfill({ status: 204 }));
  if (isAway) await page.route(LINES, (route) => route.abort("internetdisconnected"));
  await openAs(page, sharedHelios().origin, ADMIN);
  // It comes with what tells of the connection.
  await page.locator("[data-printed-at]").waitFor({ state: "attached" });
  const views = page.getByRole("group", { name: en.common.views.label, exact: true });
  return { ...visitor, list: views.getByRole("button", { name: en.common.views.list }) };
}

describe("the dashboard", () => {
  test("shows a posted value without a reload", async () => {
    const { origin } = sharedHelios();
    const fleet = await equip(origin);
    const [machine] = fleet.machines as [Fleet["machines"][0]];
    await runAt(origin, fleet, 171);
    const { context, page, errors } = await newVisitor(browser);
    await openAs(page, origin, ADMIN);
    await seeSpeed(page, machine, 171, GIVE_UP_MS);
    await markDocument(page);
    for (const speed of [183, 167]) {
      await runAt(origin, fleet, speed);
      await seeSpeed(page, machine, speed, GIVE_UP_MS);
    }
    expect(await isSameDocument(page)).toBe(true);
    expect(errors).toEqual([]);
    await context.close();
  });

  test.each([1440, 390])("shows its list without a connection, %i wide", async (width) => {
    const { page, context, list } = await openForList(width);
    // It is fetched before it is asked for, with its words, which other parts have too.
    await comeAlive(page);
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("machine-lines")),
    );
    await context.setOffline(true);
    await page.locator('[data-connection="lost"]').waitFor({ timeout: GIVE_UP_MS });
    await list.click();
    await page.locator("li[data-machine] [data-name]").first().waitFor();
    expect(await page.getByRole("article").count()).toBe(0);
    expect(await list.getAttribute("aria-pressed")).toBe("true");
    await context.close();
  });

  test("says that its list cannot come, and keeps what is shown until it is there", async () => {
    const { page, context, list } = await openForList(1440, { isAway: true });
    const cards = () => page.getByRole("article").count();
    const before = await cards();
    expect(before).toBeGreaterThan(0);
    await context.setOffline(true);
    await page.locator('[data-connection="lost"]').waitFor({ timeout: GIVE_UP_MS });
    const waits = page.getByText(en.common.part.waits.replace("{{name}}", en.common.views.list));
    const stays = async () => {
      expect(await list.getAttribute("aria-pressed")).toBe("false");
      expect(await cards()).toBe(before);
    };
    await list.click();
    await waits.waitFor();
    await stays();
    // Nobody waits for it any more.
    await page.getByRole("button", { name: en.common.form.cancel }).click();
    await waits.waitFor({ state: "detached" });
    await stays();
    await list.click();
    await waits.waitFor();
    await page.unroute(LINES);
    await context.setOffline(false);
    await expect.poll(cards, { timeout: GIVE_UP_MS }).toBe(0);
    expect(await list.getAttribute("aria-pressed")).toBe("true");
    expect(await waits.count()).toBe(0);
    await context.close();
  });

  test("says in words which of its parts could not be loaded, until they are there", async () => {
    const { origin } = sharedHelios();
    const { context, page } = await newVisitor(browser);
    // As if it were further from what is seen first, however fast the network is lost.
    await page.route("**/assets/fleet-details-*.js", (route) =>
      route.abort("internetdisconnected"),
    );
    await openAs(page, origin, ADMIN);
    const snapshot = page.locator("[data-drawn]").filter({ hasText: "Machine snapshot" });
    // It comes with what holds pages, the moment after a page is alive.
    await page.locator("[data-printed-at]").waitFor({ state: "attached" });
    await context.setOffline(true);
    await bringIntoView(snapshot);
    const missing = snapshot.getByRole("status").filter({ hasText: en.common.part.failed });
    await missing.waitFor({ timeout: GIVE_UP_MS });
    // What the server drew is of before then: no state in its colour.
    const isGrey = (element: Element) => getComputedStyle(element).filter.includes("grayscale");
    expect(await snapshot.locator("dl").locator("../..").evaluate(isGrey)).toBe(true);
    // A link in it does not leave the page, as long as nothing else can be opened.
    await snapshot.getByRole("link").last().click();
    await page.getByText(en.common.live.waitsToOpen).waitFor();
    await page.getByRole("button", { name: en.common.live.stay }).click();
    // Nor does one that asks for more of the same page take away what is there.
    // Of work; of alarms, where there are many, it is the second.
    await page
      .getByRole("link", { name: /show all/ })
      .first()
      .click();
    await page.getByText(en.common.live.waitsToOpen).waitFor();
    await dueWorkOf(page).waitFor();
    expect(await findAccessProblemsInBothThemes(page)).toEqual([]);
    await page.unrouteAll();
    await context.setOffline(false);
    await missing.waitFor({ state: "detached", timeout: GIVE_UP_MS });
    await page.getByRole("heading", { name: "Machine snapshot" }).waitFor();
    expect(await snapshot.count()).toBe(0);
    await page.waitForURL("**/dashboard?all=maintenances");
    await context.close();
  });

  test("heals by itself when the server is killed between two batches, and nothing is lost", async () => {
    const dataDir = demoDataDir();
    let helios = await startHelios({ dataDir });
    try {
      const { origin, port } = helios;
      const fleet = await equip(origin);
      const [machine] = fleet.machines as [Fleet["machines"][0]];
      const { context, page } = await newVisitor(browser);
      await openAs(page, origin, ADMIN);
      await markDocument(page);
      const first = await runAt(origin, fleet, 171);
      await seeSpeed(page, machine, 171, GIVE_UP_MS);

      await helios.kill9();
      // Away for so long that the page says so, once, and what it shows stays.
      const lost = page.getByRole("status").getByText(en.common.live.lost);
      await lost.waitFor({ timeout: GIVE_UP_MS });
      await seeSpeed(page, machine, 171, GIVE_UP_MS);
      expect(await lost.count()).toBe(1);
      expect(await findAccessProblemsInBothThemes(page)).toEqual([]);
      helios = await startHelios({ dataDir, port });
      const second = await runAt(origin, fleet, 183);

      await seeSpeed(page, machine, 183, GIVE_UP_MS);
      await lost.waitFor({ state: "detached" });
      expect(await isSameDocument(page)).toBe(true);
      for (const each of fleet.machines) {
        const points = await readSeries(
          origin,
          fleet.token,
          each.id,
          "machine_speed",
          first - 1000,
          second + 1000,
        );
        expect(
          points.map(({ time, value, count }) => ({ timeMs: Date.parse(time), value, count })),
        ).toEqual([
          { timeMs: first, value: 171, count: 1 },
          { timeMs: second, value: 183, count: 1 },
        ]);
      }
      await context.close();
    } finally {
      await helios.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
