/** The dashboard's machines as a list, and what stands around it, also once the page hears nothing any more. */
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
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { startHelios, type Helios } from "#tests/helios.ts";
import { findAccessProblems } from "#tests/keyboard.ts";

const SUPERUSER = "superuser@helios.example";
const STATES = ["running_and_feeding", "off", "ready_to_run"];
/** As long as one that is told in hours can be. */
const LONG = "23 h 59 min";
/** An age as long as one can be. */
const OLDEST = "hace 59 min";
const { dashboard, part, views } = es.common;

const browser = await journeyBrowser();
let helios: Helios;

beforeAll(async () => {
  helios = await startHelios();
  const token = await signIn(helios.origin, SUPERUSER);
  const nowMs = Date.now();
  for (const [index, device] of (await listDevices(helios.origin, token)).entries()) {
    const { key } = await createSampler(helios.origin, token, device.id);
    const times = [nowMs - 20 * MINUTE_MS, nowMs - 11 * MINUTE_MS, nowMs];
    const tags = {
      machine_state: ["running", ...times.slice(1).map(() => STATES[index % STATES.length]!)],
      machine_speed: times.map(() => 171),
      sheets_per_hour: times.map(() => 12_400),
    };
    await postBatch(helios.origin, key, [{ times, tags }]);
  }
});
afterAll(async () => {
  await helios?.stop();
});

async function openList(width: number) {
  const visitor = await newVisitor(browser, {
    locale: "es-MX",
    viewport: { width, height: 768 },
  });
  await openAs(visitor.page, helios.origin, SUPERUSER);
  await visitor.page.getByRole("button", { name: views.list, exact: true }).click();
  await visitor.page.locator("[data-past]").first().waitFor();
  await comeAlive(visitor.page);
  return visitor;
}

/** Until every row says how old it is. */
async function cutOff({ context, page }: Awaited<ReturnType<typeof openList>>): Promise<void> {
  await context.setOffline(true);
  await expect
    .poll(async () => (await rowsOf(page)).map(({ ages }) => ages.length))
    .toEqual(Array(12).fill(1));
}

type Row = {
  height: number;
  /** What is seen of how old it is, and of how long its state has lasted. */
  ages: string[];
  lasted: string[];
  /** Words of its name that are broken, and the lines it takes. */
  broken: string[];
  lines: number;
  /** Words that end before they are over, or lie over the row's edge. */
  cut: string[];
};

/** Of each row, what a reader sees; with `longest`, as long as a state can last. */
const rowsOf = (page: Page, longest: string | null = null): Promise<Row[]> =>
  page.locator("li[data-machine]").evaluateAll((rows, longText) => {
    const wordsIn = (root: Element) => {
      const words: { word: string; rects: DOMRect[] }[] = [];
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = texts.currentNode;
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          words.push({ word, rects: [...range.getClientRects()] });
        }
      }
      return words;
    };
    return rows.map((row) => {
      const box = row.getBoundingClientRect();
      const seen = [...row.querySelectorAll("span")].filter(
        (span) =>
          span.childElementCount === 0 && span.checkVisibility() && !span.closest(".sr-only"),
      );
      const age = row.querySelector("[data-state]")!.nextElementSibling!.firstElementChild!;
      const height = box.height;
      if (longText !== null) age.textContent = longText;
      const name = wordsIn(row.querySelector("[data-name]")!);
      const textsOf = (all: Element[]) => all.map((each) => each.textContent ?? "");
      return {
        height,
        ages: textsOf(seen).filter((text) => /^(datos de.)?(hace|ahora)/.test(text)),
        lasted: textsOf(seen.filter((each) => each === age)),
        broken: name.flatMap(({ word, rects }) => (rects.length > 1 ? [word] : [])),
        lines: new Set(name.flatMap(({ rects }) => rects.map(({ top }) => Math.round(top)))).size,
        cut: seen
          .filter((each) => {
            const { left, right, bottom } = each.getBoundingClientRect();
            const isOver = left < box.left || right > box.right || bottom > box.bottom;
            return isOver || each.scrollWidth > each.clientWidth + 1;
          })
          .map((each) => each.textContent ?? ""),
      };
    });
  }, longest);

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.each([390, 768, 1024, 1280, 1440])(
  "cut off, a row says how long its state has lasted and how old it is, and is as high as before, at %i wide",
  async (width) => {
    const visitor = await openList(width);
    const { context, page } = visitor;
    const live = await rowsOf(page);
    expect(live).toHaveLength(12);
    await cutOff(visitor);
    const rows = await rowsOf(page);
    for (const [at, row] of rows.entries()) {
      expect(row).toMatchObject({ lasted: [live[at]!.lasted[0]], broken: [], cut: [] });
      expect(row.lasted[0]).toMatch(/\d.min$/);
      expect(row.height).toBeGreaterThanOrEqual(64);
      expect(Math.abs(row.height - live[at]!.height)).toBeLessThanOrEqual(1);
    }
    expect(await sideways(page)).toBe(0);
    await context.close();
  },
);

test.each([390, 360])(
  "a name is whole on two lines of whole words at most beside the longest state, at %i wide",
  async (width) => {
    const visitor = await openList(width);
    await cutOff(visitor);
    await rowsOf(visitor.page, LONG);
    for (const row of await rowsOf(visitor.page)) {
      expect(row).toMatchObject({ lasted: [LONG], broken: [], cut: [] });
      expect(row.lines).toBeLessThanOrEqual(2);
    }
    expect(await sideways(visitor.page)).toBe(0);
    await visitor.context.close();
  },
);

test("what requires attention is as high as what is in it: below twelve rows on a small desk, beside them on a wide one", async () => {
  const { context, page } = await openList(1024);
  for (const [width, place] of [
    [1024, "below"],
    [1279, "below"],
    [1280, "beside"],
    [1440, "beside"],
  ] as const) {
    await makeWide(page, width);
    const seen = await page.locator("[aria-labelledby=attention]").evaluate((area) => {
      const list = document.querySelector("[data-machine]")!.closest("ul")!.getBoundingClientRect();
      const scrolled: string[] = [];
      for (let each: Element | null = area; each !== null && each !== document.body;) {
        if (getComputedStyle(each).overflowY !== "visible") scrolled.push(each.className);
        each = each.parentElement;
      }
      const { left, top } = area.getBoundingClientRect();
      return {
        place: left > list.right ? "beside" : top > list.bottom ? "below" : "over",
        scrolled,
      };
    });
    expect([width, seen]).toEqual([width, { place, scrolled: [] }]);
    expect(await sideways(page)).toBe(0);
  }
  await context.close();
});

test("all work that is due is scrolled by itself beside the rows, which are far fewer", async () => {
  const { context, page } = await openList(1280);
  await page.getByRole("link", { name: es.common.attention.showAll }).first().click();
  await page.locator("[data-all]").waitFor();
  const heights = await page
    .locator("div:has([data-all])")
    .evaluateAll((all) =>
      all
        .filter((each) => getComputedStyle(each).overflowY === "auto")
        .map(({ clientHeight, scrollHeight }) => [clientHeight < 768, scrollHeight > 768]),
    );
  expect(heights).toEqual([[true, true]]);
  await context.close();
});

test.each([1440, 1280, 1024, 768, 390, 360])(
  "cut off, the fleet's figures say whole how old they are and of how many, at %i wide",
  async (width) => {
    const visitor = await openList(width);
    await cutOff(visitor);
    const fleet = visitor.page.getByRole("region", { name: dashboard.title });
    const notes = await fleet.locator("h2 ~ div, h2 ~ * + div").evaluateAll(
      (all, longest) =>
        all
          .filter((note) => /hace|ahora/.test(note.textContent ?? ""))
          .map((note) => {
            const texts = document.createTreeWalker(note, NodeFilter.SHOW_TEXT);
            while (texts.nextNode())
              texts.currentNode.textContent = texts.currentNode.textContent!.replace(
                /(?:hace.\d+.\w+|ahora)/,
                longest,
              );
            const above = note.parentElement!.querySelector("p")!.getBoundingClientRect().bottom;
            return {
              isCut: note.scrollWidth > note.clientWidth,
              isOver: note.getBoundingClientRect().top < above - 1,
            };
          }),
      OLDEST,
    );
    expect(notes.length).toBeGreaterThanOrEqual(4);
    for (const note of notes) expect(note).toEqual({ isCut: false, isOver: false });
    await visitor.context.close();
  },
);

test("on a tablet gauges that could not be fetched say so below themselves, and nothing is wider than the page", async () => {
  const { context, page } = await newVisitor(browser, {
    locale: "es-MX",
    viewport: { width: 768, height: 480 },
  });
  await page.route("**/assets/fleet-gauges-*.js", (route) => route.abort("internetdisconnected"));
  await openAs(page, helios.origin, SUPERUSER);
  const gauges = page.locator("[data-drawn]", { hasText: es.common.fleetGauges.title });
  await context.setOffline(true);
  await bringIntoView(gauges);
  await gauges.getByText(part.failed).waitFor();
  expect(await sideways(page)).toBe(0);
  await context.close();
});

test("a part of a dashboard that was turned to says that it could not be fetched, until it can be", async () => {
  const { context, page } = await newVisitor(browser);
  await page.route("**/assets/fleet-charts-*.js", (route) => route.abort("internetdisconnected"));
  await openAs(page, helios.origin, SUPERUSER, "/machines");
  await page.getByRole("link", { name: en.common.nav.dashboard, exact: true }).first().click();
  const missing = page.getByText(en.common.part.failed);
  await missing.waitFor();
  expect(await findAccessProblems(page)).toEqual([]);
  await page.getByRole("button", { name: en.common.errors.retry }).waitFor();
  // It is asked for again by itself.
  await page.unrouteAll();
  await page.getByRole("heading", { name: en.common.charts.title }).waitFor();
  expect(await missing.count()).toBe(0);
  await context.close();
});
