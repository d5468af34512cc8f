/** The live client in a real browser: the main thread's share at 300 metrics a second, its memory over rejoins, and a series without a hole. */
import type { Browser, CDPSession, Page } from "playwright-core";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { createSampler, listDevices, postBatch, signIn } from "../api.ts";
import { newVisitor, openBrowser, signInByForm } from "../browser.ts";

const ADMIN = "admin@acme.example";
const SEEN = { timeout: 20_000, interval: 100 };

let browser: Browser;
let plant: { origin: string; deviceId: number; key: string };
beforeAll(async () => {
  browser = await openBrowser();
  const { origin } = inject("helios");
  const token = await signIn(origin, ADMIN);
  const [device] = await listDevices(origin, token);
  plant = { origin, deviceId: device!.id, key: (await createSampler(origin, token, device!.id)).key };
});
afterAll(async () => {
  await browser?.close();
});

/** Posts a new value of every metric, and answers its time. */
async function tick(prefix: string, metrics: number, value: number): Promise<number> {
  const timeMs = Date.now();
  const tags = Object.fromEntries(Array.from({ length: metrics }, (_, index) => [`${prefix}_${index}`, [value + index]]));
  await postBatch(plant.origin, plant.key, [{ times: [timeMs], tags }]);
  return timeMs;
}

async function openBoard(prefix: string, metrics: number): Promise<{ page: Page; cdp: CDPSession; close: () => Promise<void> }> {
  const { context, page, errors } = await newVisitor(browser);
  await signInByForm(page, plant.origin, ADMIN);
  await page.goto(`${plant.origin}/dev/live?device=${plant.deviceId}&prefix=${prefix}&metrics=${metrics}`);
  await page.locator('[data-connection="live"]').waitFor();
  const cdp = await context.newCDPSession(page);
  const close = async () => {
    expect(errors).toEqual([]);
    await context.close();
  };
  return { page, cdp, close };
}

const shows = (page: Page, metric: string, value: number) =>
  vi.waitFor(async () => expect(await page.locator(`[data-metric="${metric}"]`).textContent()).toBe(String(value)), SEEN);

async function metricOf(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find((metric) => metric.name === name)!.value;
}

describe("a page", () => {
  test("with 300 metrics at 1 Hz keeps its main thread under 10 %", async () => {
    const [metrics, seconds] = [300, 10];
    const { page, cdp, close } = await openBoard("budget", metrics);
    await tick("budget", metrics, 0);
    await shows(page, `budget_${metrics - 1}`, metrics - 1);
    // Processor time, not the clock's: a busy machine does not count against the page.
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    const before = await metricOf(cdp, "TaskDuration");
    for (let second = 1; second <= seconds; second++) {
      const startedMs = Date.now();
      await tick("budget", metrics, second);
      await sleep(Math.max(0, startedMs + 1_000 - Date.now()));
    }
    await shows(page, `budget_${metrics - 1}`, seconds + metrics - 1);
    const share = ((await metricOf(cdp, "TaskDuration")) - before) / seconds;
    console.log(`main thread with ${metrics} metrics at 1 Hz: ${(share * 100).toFixed(1)} %`);
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(0.1);
    await close();
  });

  test("with 100 metrics does not grow over rejoins", async () => {
    const [metrics, rounds] = [100, 12];
    const { page, cdp, close } = await openBoard("soak", metrics);
    const heap = async () => {
      await cdp.send("HeapProfiler.collectGarbage");
      return (await cdp.send("Runtime.getHeapUsage")).usedSize;
    };
    const heaps: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      await page.locator("[data-connection]").click();
      await page.locator('[data-connection="live"]').waitFor();
      for (const value of [round * 1_000, round * 1_000 + 500]) {
        await tick("soak", metrics, value);
        await shows(page, `soak_${metrics - 1}`, value + metrics - 1);
      }
      heaps.push(await heap());
    }
    console.log(`heap, MB: ${heaps.map((bytes) => (bytes / 1e6).toFixed(1)).join(" ")}`);
    // The first rounds fill what stays; a subscription that was kept at each rejoin would show afterwards.
    expect(heaps.at(-1)! - heaps[3]!).toBeLessThan(500_000);
    await close();
  });

  test("shows a series whole after a rejoin during which samples came, and again at once", async () => {
    const { page, close } = await openBoard("series", 1);
    const times: number[] = [];
    const shown = async () => (await page.locator("output").getAttribute("data-times"))!.split(" ").filter(Boolean).map(Number);
    for (let round = 0; round < 3; round++) {
      for (let value = 0; value < 3; value++) times.push(await tick("series", 1, round * 10 + value));
      await vi.waitFor(async () => expect(await shown()).toEqual(times), SEEN);
      // The socket is away while these come.
      await page.locator("[data-connection]").click();
      for (let value = 3; value < 6; value++) times.push(await tick("series", 1, round * 10 + value));
      await page.locator('[data-connection="live"]').waitFor();
    }
    await vi.waitFor(async () => expect(await shown()).toEqual(times), SEEN);
    await close();
  });
});
