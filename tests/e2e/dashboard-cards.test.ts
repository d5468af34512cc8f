/** The cards of the dashboard's machines beside each other, and those of a carousel that are not on the screen yet. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSampler, listDevices, postBatch, signIn } from "#tests/api.ts";
import {
  bringIntoView,
  comeAlive,
  journeyBrowser,
  makeWide,
  newVisitor,
  openAs,
} from "#tests/browser.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { startHelios, type Helios } from "#tests/helios.ts";

const SUPERUSER = "superuser@helios.example";
const STATES = ["running_and_feeding", "off", "ready_to_run"];
const PER_SLIDE = 2;
/** So many machines have abnormal figures. */
const ABNORMAL = 2;
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
      sheets_per_hour: times.map(() => 12_400),
      signal_dbm: times.map(() => -80),
      ...(index < ABNORMAL && {
        machine_speed_ad_flag: times.map(() => true),
        sheets_per_hour_ad_flag: times.map(() => true),
      }),
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

/** Of each card, where its plant stands, seen from its state, and whether the signal's name is seen. */
const headsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-machine]")].flatMap((card) => {
      const state = card.querySelector("[data-state]");
      const place = state?.parentElement?.lastElementChild;
      const signal = [...card.querySelectorAll("span")].find((part) =>
        /^(Signal|Señal) $/.test(part.textContent ?? ""),
      );
      if (!state || !place || !signal) return [];
      const [badge, plant] = [state.getBoundingClientRect(), place.getBoundingClientRect()];
      const isAbove = plant.bottom < badge.top + 1;
      const where = isAbove ? "above" : plant.top > badge.bottom - 1 ? "below" : "beside";
      // Where it has no room it lies outside of its line, which is cut off, or in a box of a pixel.
      const line = signal.parentElement!.getBoundingClientRect();
      const word = signal.getBoundingClientRect();
      const isIn = word.bottom > line.top + 1 && word.top < line.bottom - 1;
      return `${where}, ${word.width > 1 && isIn ? "named" : "bare"}`;
    }),
  );

test.each(["en-US", "es-MX"])(
  "a card's plant and signal stand where every card of the width has them (%s)",
  async (locale) => {
    const { context, page } = await newVisitor(browser, { locale });
    await openAs(page, helios.origin, SUPERUSER);
    await comeAlive(page);
    for (const width of [1440, 1024, 768, 390]) {
      await makeWide(page, width);
      const heads = await headsOf(page);
      expect(heads.length).toBeGreaterThan(1);
      expect([width, new Set(heads).size]).toEqual([width, 1]);
    }
    await context.close();
  },
);

/** Of each abnormal figure, what is seen whole in its name's line, whether its mark is, and the space before its neighbour's. */
const abnormalNames = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-machine] dt:has([data-abnormal])")].flatMap((name) => {
      const room = name.getBoundingClientRect();
      // Those of a narrow card that are for listeners alone.
      if (room.width <= 1) return [];
      const isIn = ({ left, right, top, bottom }: DOMRect) =>
        left > room.left - 1 &&
        right < room.right + 1 &&
        top > room.top - 2 &&
        bottom < room.bottom + 2;
      const boxOf = (node: Node) => {
        const words = document.createRange();
        words.selectNodeContents(node);
        return words.getBoundingClientRect();
      };
      const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
      const boxes: { text: string; box: DOMRect }[] = [];
      while (walker.nextNode()) {
        const box = boxOf(walker.currentNode);
        if (box.width > 1 && isIn(box)) boxes.push({ text: walker.currentNode.textContent!, box });
      }
      const mark = name.querySelector("svg")!.getBoundingClientRect();
      const end = Math.max(mark.right, ...boxes.map(({ box }) => box.right));
      const next = name.parentElement!.nextElementSibling?.getBoundingClientRect();
      const isBeside = next !== undefined && next.left > room.left;
      return [
        {
          seen: boxes.map(({ text }) => text.trim()).join(" "),
          isMarked: isIn(mark),
          space: isBeside ? next.left - end : Infinity,
        },
      ];
    }),
  );

test.each([
  ["en-US", /^(?:Speed|Sheets\/h, 1 min mean)(?: abnormal)?$/, "Speed"],
  ["es-MX", /^(?:Velocidad|Lám\.\/h, media 1 min)(?: anormal)?$/, "Velocidad"],
] as const)(
  "an abnormal figure keeps its name, and its mark is apart from its neighbour's name (%s)",
  async (locale, whole, speed) => {
    const { context, page } = await newVisitor(browser, { locale });
    await openAs(page, helios.origin, SUPERUSER);
    await comeAlive(page);
    for (const width of [1440, 1280, 1024, 768, 390]) {
      await makeWide(page, width);
      const names = await abnormalNames(page);
      expect([width, names.length]).toEqual([width, ABNORMAL * 2]);
      for (const { seen, isMarked, space } of names) {
        expect([width, isMarked]).toEqual([width, true]);
        expect(space).toBeGreaterThan(7);
        // The narrowest cards cut the longest name before its mark.
        if (width !== 1024) expect([width, seen]).toEqual([width, expect.stringMatching(whole)]);
        // The word is told apart from the neighbour's name, where it is seen.
        if (seen.startsWith(`${speed} `)) expect(space).toBeGreaterThan(15);
      }
    }
    await context.close();
  },
);

test("the buttons above the cards stay on the narrowest phone, with longer words too", async () => {
  const { context, page } = await newVisitor(browser, {
    locale: "es-MX",
    viewport: { width: 320, height: 640 },
    hasTouch: true,
  });
  await openAs(page, helios.origin, SUPERUSER);
  await comeAlive(page);
  await page.getByRole("button", { name: "Simbología", exact: true }).waitFor();
  const ends = await page
    .getByRole("group", { name: "Vista", exact: true })
    .getByRole("button")
    .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().right));
  expect(ends).toHaveLength(3);
  for (const end of ends) expect(end).toBeLessThanOrEqual(320);
  await context.close();
});

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
  await bringIntoView(cards.last());
  await expect.poll(() => cards.last().locator("> [data-drawn]").count()).toBe(0);
  await context.close();
});
