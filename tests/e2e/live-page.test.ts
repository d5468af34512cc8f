/** The live client in a real browser: how often it draws at 300 metrics, its memory over rejoins, and a series without a hole. */
import type { CDPSession, Page } from "playwright-core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createSampler, listDevices, postBatch, signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, signInAs } from "#tests/browser.ts";
import { holdingsOf, layouts, type Holdings } from "#tests/page-cost.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";

const ADMIN = "admin@acme.example";
const SEEN = { timeout: GIVE_UP_MS, interval: 100 };

const browser = await journeyBrowser();
let plant: { origin: string; deviceId: number; key: string };
beforeAll(async () => {
  const { origin } = sharedHelios();
  const token = await signIn(origin, ADMIN);
  const [device] = await listDevices(origin, token);
  plant = {
    origin,
    deviceId: device!.id,
    key: (await createSampler(origin, token, device!.id)).key,
  };
});

/** Posts a new value of every metric, and answers its time. */
async function tick(prefix: string, metrics: number, value: number): Promise<number> {
  const timeMs = Date.now();
  const tags = Object.fromEntries(
    Array.from({ length: metrics }, (_, index) => [`${prefix}_${index}`, [value + index]]),
  );
  await postBatch(plant.origin, plant.key, [{ times: [timeMs], tags }]);
  return timeMs;
}

async function openBoard(
  prefix: string,
  metrics: number,
): Promise<{ page: Page; cdp: CDPSession; close: () => Promise<void> }> {
  const { context, page, errors } = await newVisitor(browser);
  await signInAs(page, plant.origin, ADMIN);
  await tick(prefix, metrics, 0);
  await page.goto(
    `${plant.origin}/dev/live?device=${plant.deviceId}&prefix=${prefix}&metrics=${metrics}`,
  );
  await page.locator('[data-connection="live"]').waitFor();
  // A new channel per metric: what a busy machine needs seconds for.
  await vi.waitFor(
    async () => expect(await page.locator("[data-metric]:not(:empty)").count()).toBe(metrics),
    SEEN,
  );
  const cdp = await context.newCDPSession(page);
  const close = async () => {
    expect(errors).toEqual([]);
    await context.close();
  };
  return { page, cdp, close };
}

const shows = (page: Page, metric: string, value: number) =>
  vi.waitFor(
    async () =>
      expect(await page.locator(`[data-metric="${metric}"]`).textContent()).toBe(String(value)),
    SEEN,
  );

describe("a page", () => {
  test("with 300 metrics draws for each message that comes, not for each metric", async () => {
    const [metrics, ticks] = [300, 10];
    const { page, cdp, close } = await openBoard("budget", metrics);
    await tick("budget", metrics, 1);
    await shows(page, `budget_${metrics - 1}`, metrics);
    const before = await layouts(cdp);
    for (let value = 2; value < ticks + 2; value++) {
      await tick("budget", metrics, value);
      await shows(page, `budget_${metrics - 1}`, value + metrics - 1);
    }
    const drawn = (await layouts(cdp)) - before;
    console.log(`${ticks} times ${metrics} new values: ${drawn} layouts`);
    expect(drawn).toBeGreaterThanOrEqual(ticks);
    // Each value by itself would be 3,000.
    expect(drawn).toBeLessThan((ticks * metrics) / 10);
    await close();
  });

  test("with 100 metrics holds on to no more after a rejoin than before", async () => {
    const [metrics, rounds, counted] = [100, 24, 6];
    const { page, cdp, close } = await openBoard("soak", metrics);
    const held: Holdings[] = [];
    for (let round = 1; round <= rounds; round++) {
      await page.locator("[data-connection]").click();
      await tick("soak", metrics, round * 1_000);
      await shows(page, `soak_${metrics - 1}`, round * 1_000 + metrics - 1);
      if (round <= counted || round > rounds - counted) held.push(await holdingsOf(cdp));
    }
    console.log(`objects after each rejoin: ${held.map(({ objects }) => objects).join(" ")}`);
    // What is alive at the moment of counting moves each count, of 13,000, by up to 1,500: what is kept shows in the least of them.
    const least = (part: Holdings[], of: (one: Holdings) => number) => Math.min(...part.map(of));
    const growth = (of: (one: Holdings) => number) =>
      least(held.slice(-counted), of) - least(held.slice(0, counted), of);
    const keptForEach = metrics * (rounds - counted);
    expect(growth(({ objects }) => objects)).toBeLessThan(keptForEach / 2);
    expect(growth(({ functions }) => functions)).toBeLessThan(keptForEach / 2);
    // Fewer than in the first rounds is no leak.
    expect(growth(({ nodes }) => nodes)).toBeLessThanOrEqual(0);
    expect(growth(({ listeners }) => listeners)).toBeLessThanOrEqual(0);
    expect(held.at(-1)!.sockets).toBe(1);
    await close();
  });

  test("shows a series whole after a rejoin during which samples came, and again at once", async () => {
    const { page, close } = await openBoard("series", 1);
    const shown = async () =>
      (await page.locator("output").getAttribute("data-times"))!
        .split(" ")
        .filter(Boolean)
        .map(Number);
    const times = await shown();
    for (let round = 1; round <= 3; round++) {
      for (let value = 0; value < 3; value++)
        times.push(await tick("series", 1, round * 10 + value));
      await vi.waitFor(async () => expect(await shown()).toEqual(times), SEEN);
      // The socket is away while these come.
      await page.locator("[data-connection]").click();
      for (let value = 3; value < 6; value++)
        times.push(await tick("series", 1, round * 10 + value));
      await page.locator('[data-connection="live"]').waitFor();
    }
    await vi.waitFor(async () => expect(await shown()).toEqual(times), SEEN);
    await close();
  });

  test("that slept while samples came shows the newest and a whole series when it wakes", async () => {
    const { page, cdp, close } = await openBoard("asleep", 1);
    const shown = async () =>
      (await page.locator("output").getAttribute("data-times"))!
        .split(" ")
        .filter(Boolean)
        .map(Number);
    const times = await shown();
    await cdp.send("Page.setWebLifecycleState", { state: "frozen" });
    for (let value = 1; value <= 5; value++) times.push(await tick("asleep", 1, value));
    await cdp.send("Page.setWebLifecycleState", { state: "active" });
    await shows(page, "asleep_0", 5);
    times.push(await tick("asleep", 1, 6));
    await shows(page, "asleep_0", 6);
    await vi.waitFor(async () => expect(await shown()).toEqual(times), SEEN);
    await close();
  });
});
