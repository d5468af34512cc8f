/** The cards of the dashboard's machines beside each other, and those of a carousel that are not on the screen yet. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSampler, listDevices, postBatch, signIn } from "#tests/api.ts";
import { comeAlive, journeyBrowser, makeWide, newVisitor, openAs } from "#tests/browser.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { startHelios, type Helios } from "#tests/helios.ts";

const SUPERUSER = "superuser@helios.example";
const STATES = ["running_and_feeding", "off", "ready_to_run"];
const PER_SLIDE = 2;
/** Rounded by the browser, of what is as high. */
const SLACK_PX = 0.5;

const browser = await journeyBrowser();
let helios: Helios;

beforeAll(async () => {
  helios = await startHelios();
  const token = await signIn(helios.origin, SUPERUSER);
  const nowMs = Date.now();
  for (const [index, device] of (await listDevices(helios.origin, token)).entries()) {
    const { key } = await createSampler(helios.origin, token, device.id);
    // How long it has lasted is said beside the state, and leaves its place less room.
    const times = [nowMs - 20 * MINUTE_MS, nowMs - 11 * MINUTE_MS, nowMs];
    const tags = {
      machine_state: ["running", ...times.slice(1).map(() => STATES[index % STATES.length]!)],
      machine_speed: times.map(() => (index % STATES.length === 0 ? 171 : 0)),
    };
    await postBatch(helios.origin, key, [{ times, tags }]);
  }
});
afterAll(async () => {
  await helios?.stop();
});

/** Of each row, how far apart the tops of its cards' figures lie, and those of their strips, px. */
const stepsOf = (page: Page) =>
  page.evaluate(() => {
    const rows = new Map<number, { figures: number[]; strips: number[] }>();
    for (const card of document.querySelectorAll("[data-machine]")) {
      const top = (element: Element) => element.getBoundingClientRect().top;
      const figures = card.querySelector("dl");
      const strip = [...card.querySelectorAll("svg")].at(-1);
      if (figures === null || strip === undefined) continue;
      const row = rows.get(Math.round(top(card))) ?? { figures: [], strips: [] };
      rows.set(Math.round(top(card)), row);
      row.figures.push(top(figures));
      row.strips.push(top(strip));
    }
    return [...rows.values()].flatMap(({ figures, strips }) =>
      [figures, strips].map((tops) => Math.max(...tops) - Math.min(...tops)),
    );
  });

test.each(["en-US", "es-MX"])(
  "figures and strips of a row's cards stand at one height (%s)",
  async (locale) => {
    const { context, page } = await newVisitor(browser, { locale });
    await openAs(page, helios.origin, SUPERUSER);
    await comeAlive(page);
    for (const width of [1024, 1280, 1440]) {
      await makeWide(page, width);
      const steps = await stepsOf(page);
      expect(steps.length).toBeGreaterThan(0);
      expect([width, Math.max(...steps) < SLACK_PX]).toEqual([width, true]);
    }
    await context.close();
  },
);

test("in a carousel the next slide is alive, and what is not looks old in time", async () => {
  const { context, page } = await newVisitor(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await openAs(page, helios.origin, SUPERUSER);
  const cards = page.locator("[data-machine]");
  const drawn = page.locator("[data-machine] > [data-drawn]");
  const asleep = () =>
    cards.evaluateAll((all, ahead) => {
      return all.slice(0, ahead).filter((card) => card.querySelector("[data-drawn]")).length;
    }, PER_SLIDE * 2);
  expect(await cards.count()).toBeGreaterThan(PER_SLIDE * 2);
  await expect.poll(asleep).toBe(0);
  // A value is called live for 15 s.
  const isGreyAfter = (ms: number) =>
    drawn.last().evaluate((card, age) => {
      for (const animation of card.getAnimations()) animation.currentTime = age;
      return getComputedStyle(card).filter.includes("grayscale");
    }, ms);
  expect([await isGreyAfter(14_000), await isGreyAfter(15_100)]).toEqual([false, true]);
  // Brought to the screen it is alive.
  await cards.last().scrollIntoViewIfNeeded();
  await expect.poll(() => cards.last().locator("> [data-drawn]").count()).toBe(0);
  await context.close();
});
