/** The wall on screens of other sizes, and with more and fewer alarms: what is reachable, and what keeps its height. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { createSampler, listDevices, postBatch, signIn, type Device } from "#tests/api.ts";
import { journeyBrowser, newVisitor, signInAs } from "#tests/browser.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const ADMIN = "admin@acme.example";
const browser = await journeyBrowser();

/** All of the admin's machines run; the speed of the first may be abnormal. */
async function runAll(origin: string, isFirstAbnormal = false): Promise<Device[]> {
  const token = await signIn(origin, ADMIN);
  const devices = await listDevices(origin, token);
  for (const [index, { id }] of devices.entries()) {
    const { key } = await createSampler(origin, token, id);
    const tags = {
      ...{ machine_state: ["running_and_feeding"], machine_speed: [171] },
      machine_speed_ad_flag: [isFirstAbnormal && index === 0],
    };
    await postBatch(origin, key, [{ times: [Date.now()], tags }]);
  }
  return devices;
}

/** The wall has so many alarms, and no other. */
async function haveAlarms(page: Page, [device]: Device[], count: number): Promise<void> {
  const alarms = Array.from({ length: count }, (_, id) => ({
    ...{ id, name: "Bearing temperature high", priority: "high" },
    ...{ deviceId: device!.id, deviceName: device!.name, triggeredAt: Date.now() - 60_000 },
  }));
  const onByMachine = count === 0 ? {} : { [device!.id]: count };
  await page.route("**/dashboard/wall_alarms", (route) =>
    route.fulfill({
      json: { alarms, onByMachine, nextReturnMs: null, acknowledgedByMachine: {} },
    }),
  );
}

describe("the wall", () => {
  test("on a phone is one list of all machines, of which nothing is cut off at the side", async () => {
    const { origin } = sharedHelios();
    const devices = await runAll(origin, true);
    const viewport = { width: 390, height: 844 };
    const { context, page, errors } = await newVisitor(browser, { viewport, hasTouch: true });
    await signInAs(page, origin, ADMIN);
    await page.goto(`${origin}/dashboard/slideshow`);
    const rows = page.locator("main li");
    await expect.poll(() => rows.count(), { timeout: GIVE_UP_MS }).toBe(devices.length);
    expect(devices.length).toBeGreaterThan(3);
    const names = await rows.locator("h2 > span:first-child").allInnerTexts();
    expect(names.toSorted()).toEqual(devices.map(({ name }) => name).toSorted());
    expect(await page.getByRole("button", { name: /^Slide \d/ }).count()).toBe(0);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll("main dt, main h2 span, main li p")]
        .filter((element) => !element.classList.contains("sr-only"))
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    // A mark below one figure does not lift it above its neighbour.
    await rows.getByText("abnormal", { exact: true }).waitFor({ timeout: GIVE_UP_MS });
    const bottoms = await rows.evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll("dd > span:first-child")].map((figure) =>
          Math.round(figure.getBoundingClientRect().bottom),
        ),
      ),
    );
    for (const [speed, sheets, msf, uptime] of bottoms)
      expect([speed, msf], bottoms.join()).toEqual([sheets, uptime]);
    expect(errors).toEqual([]);
    await context.close();
  });

  test("offers no full screen where the browser has none", async () => {
    const { origin } = sharedHelios();
    const devices = await runAll(origin);
    const viewport = { width: 844, height: 390 };
    for (const [hasIt, buttons] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const { context, page, errors } = await newVisitor(browser, { viewport, hasTouch: true });
      // As on an iPhone.
      if (!hasIt) await page.addInitScript("delete Document.prototype.fullscreenEnabled");
      await signInAs(page, origin, ADMIN);
      await page.goto(`${origin}/dashboard/slideshow`);
      const rows = page.locator("main li");
      await expect.poll(() => rows.count(), { timeout: GIVE_UP_MS }).toBe(devices.length);
      const button = page.getByRole("button", { name: "Full screen" });
      await expect.poll(() => button.count()).toBe(buttons);
      expect(errors).toEqual([]);
      await context.close();
    }
  });

  test("gives its rows one height, whether one alarm is on or many", async () => {
    const { origin } = sharedHelios();
    const devices = await runAll(origin);
    const { context, page, errors } = await newVisitor(browser, {
      viewport: { width: 1920, height: 1080 },
    });
    await signInAs(page, origin, ADMIN);
    const heights: number[] = [];
    for (const count of [1, 2, 3, 7]) {
      await haveAlarms(page, devices, count);
      await page.goto(`${origin}/dashboard/slideshow`);
      const lines = page.getByRole("alert").locator("p");
      await expect.poll(() => lines.count(), { timeout: GIVE_UP_MS }).toBe(Math.min(count, 3));
      const row = await page.locator("main li").first().boundingBox();
      heights.push(Math.round(row!.height));
      await page.unroute("**/dashboard/wall_alarms");
    }
    expect(Math.max(...heights) - Math.min(...heights), heights.join()).toBeLessThanOrEqual(2);
    expect(errors).toEqual([]);
    await context.close();
  });

  test("has its key in one line, and its figures in the same columns whatever stands in them, in both languages", async () => {
    const { origin } = sharedHelios();
    await runAll(origin, true);
    for (const locale of ["en-US", "es-MX"]) {
      const viewport = { width: 1920, height: 1080 };
      const { context, page, errors } = await newVisitor(browser, { viewport, locale });
      await signInAs(page, origin, ADMIN);
      await page.goto(`${origin}/dashboard/slideshow`);
      await page.locator("main li dl").nth(2).waitFor({ timeout: GIVE_UP_MS });
      const key = await page
        .locator("main > p")
        .evaluate((line) => [...line.children].map((part) => part.getBoundingClientRect().bottom));
      expect(key.length).toBe(8);
      expect(Math.max(...key) - Math.min(...key)).toBeLessThan(10);
      const columns = await page.locator("main li dl").evaluateAll((all) => {
        for (const [at, text] of ["888", "88,888", "8,888", "100"].entries())
          all[0]!.querySelectorAll(".wall-figure")[at]!.textContent = text;
        return all.map((row) =>
          [...row.children].map((figure) => Math.round(figure.getBoundingClientRect().left)),
        );
      });
      for (const row of columns) expect(row).toEqual(columns[0]);
      // Beside a throughput that rises or falls, too.
      await page.locator("main li dt span.whitespace-nowrap").evaluateAll((all) => {
        for (const [at, window] of all.entries())
          // One that has its arrow already has no room for two.
          if (at % 3 < 2 && window.childElementCount === 0)
            window.insertAdjacentHTML("beforeend", "<b>\u2009↓</b>");
      });
      for (const [width, height] of [
        [1920, 1080],
        [1080, 1920],
        [1024, 768],
      ] as const) {
        await page.setViewportSize({ width, height });
        const tooLong = await page
          .locator("main li dt")
          .evaluateAll((all) =>
            all.filter((dt) => dt.scrollWidth > dt.clientWidth).map((dt) => dt.textContent),
          );
        expect(tooLong).toEqual([]);
      }
      expect(errors).toEqual([]);
      await context.close();
    }
  });

  test("keeps its head's words whole and its rows in place when it is cut off, in both languages", async () => {
    const { origin } = sharedHelios();
    await runAll(origin);
    for (const [locale, age] of [
      ["en-US", /data is \d+\s(?:s|min)\sold/],
      ["es-MX", /hace\s\d+\s(?:s|min)/],
    ] as const) {
      const viewport = { width: 1366, height: 768 };
      const { context, page } = await newVisitor(browser, { viewport, locale });
      await signInAs(page, origin, ADMIN);
      await page.goto(`${origin}/dashboard/slideshow`);
      await page.locator("html[data-alive]").waitFor();
      const topOf = () => page.locator("main li").first().boundingBox();
      const top = (await topOf())!.y;
      await context.setOffline(true);
      const head = page.locator("main[data-old] header");
      await head.getByRole("status").getByText(age).waitFor({ timeout: GIVE_UP_MS });
      expect(await topOf()).toMatchObject({ y: top });
      const broken = await head.locator("p > span span:visible").evaluateAll((all) => {
        const lineOf = (word: Element) => parseFloat(getComputedStyle(word).lineHeight);
        return all
          .filter((word) => word.getBoundingClientRect().height > 1.5 * lineOf(word))
          .map(({ textContent }) => textContent);
      });
      expect(broken).toEqual([]);
      await context.close();
    }
  });
});
