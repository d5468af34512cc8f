/** The form of an event stays where it is drawn: what is read beside it has its room from the first frame on. */
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import type { EventHints } from "#app/features/events/event-hints.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { texts as english } from "#app/features/events/texts.en.ts";
import { texts as spanish } from "#app/features/events/texts.es.ts";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

declare global {
  interface Window {
    /** Of each field of the form, where in it it was, in whole pixels. */
    topsSeen: Record<number, number[]>;
  }
}

const browser = await journeyBrowser();

const HINTS = /\/event_hints\.data/;
const NAMES = ["Rodamiento caliente en el rodillo corrugador, lado operador", "Jam"];

/** As many as there can be, of another day, the newest still open. */
function fullHints(): EventHints {
  const now = Date.now();
  const stops = [90, 80, 70, 60].map((hours, index) => {
    const startMs = now - hours * HOUR_MS;
    return index === 0
      ? { startMs, endMs: now, isOpen: true }
      : { startMs, endMs: startMs + 9 * MINUTE_MS + 45_000 };
  });
  const events = [...NAMES, ...NAMES, ...NAMES].map((name, id) => ({ id, name }));
  return { leastStopSeconds: 90, stops: stops as EventHints["stops"], events };
}

/** A loader's answer as the router reads it: each value once, in a list, told of by its place. */
function toData(value: unknown): string {
  const out: unknown[] = [];
  const put = (item: unknown): number => {
    const at = out.push(null) - 1;
    if (Array.isArray(item)) out[at] = item.map(put);
    else if (typeof item === "object" && item !== null)
      out[at] = Object.fromEntries(
        Object.entries(item).map(([key, held]) => [`_${put(key)}`, put(held)]),
      );
    else out[at] = item;
    return at;
  };
  put({ "routes/machines.$id.event_hints": { data: value } });
  return `${JSON.stringify(out)}\n`;
}

const answer = (route: Route, hints: EventHints) =>
  route.fulfill({
    headers: { "content-type": "text/x-script", "x-remix-response": "yes" },
    body: toData({ hints }),
  });

/** Notes in each frame where the fields are. */
const watchFields = (page: Page) =>
  page.evaluate(() => {
    window.topsSeen = {};
    const look = () => {
      const form = document.querySelector("[role=dialog] form");
      const fields = form?.querySelectorAll("input:not([type=hidden]), select, textarea") ?? [];
      for (const [index, field] of fields.entries()) {
        const top = field.getBoundingClientRect().top - form!.getBoundingClientRect().top;
        const seen = (window.topsSeen[index] ??= []);
        if (seen.at(-1) !== Math.round(top)) seen.push(Math.round(top));
      }
      requestAnimationFrame(look);
    };
    look();
  });

async function expectNothingMoved(page: Page): Promise<void> {
  // What has come is drawn.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  const seen = Object.entries(await page.evaluate(() => window.topsSeen));
  expect(seen.length).toBeGreaterThan(5);
  expect(seen.filter(([, tops]) => tops.length > 1)).toEqual([]);
}

/** No line of the list is below the room that is kept for it. */
const isInRoom = (page: Page, name: string) =>
  page
    .getByRole("dialog")
    .getByRole("list", { name })
    .evaluate((list) => {
      const room = list.parentElement!.getBoundingClientRect();
      const { bottom, right } = list.getBoundingClientRect();
      const buttons = [...list.querySelectorAll("button")].map((it) => it.getBoundingClientRect());
      return bottom <= room.bottom + 0.5 && buttons.every((box) => box.right <= right + 0.5);
    });

test.each([
  { locale: "en-US", width: 1440, words: english.events, retry: en.common.errors.retry },
  { locale: "en-US", width: 768, words: english.events, retry: en.common.errors.retry },
  { locale: "en-US", width: 390, words: english.events, retry: en.common.errors.retry },
  { locale: "es-MX", width: 1440, words: spanish.events, retry: es.common.errors.retry },
  { locale: "es-MX", width: 390, words: spanish.events, retry: es.common.errors.retry },
])(
  "no field moves when the machine's stops and reasons come, are none or cannot be read, in $locale, $width wide",
  async ({ locale, width, words, retry }) => {
    const viewport = { width, height: 900 };
    const { context, page, errors } = await newVisitor(browser, { locale, viewport });
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
    await page.route(HINTS, async (route) => {
      await mayAnswer;
      await answer(route, fullHints());
    });
    await openAs(page, sharedHelios().origin, "superuser@helios.example");
    await page.waitForSelector('[data-connection="live"]');
    await watchFields(page);
    await page.getByRole("main").getByRole("button", { name: words.report, exact: true }).click();
    const drawer = page.getByRole("dialog");
    const stops = drawer.getByRole("list", { name: words.lastStops });
    await drawer.getByRole("status", { name: words.loading }).waitFor();
    letAnswer();
    await stops.waitFor();
    expect(await stops.getByRole("button").count()).toBe(4);
    expect(await isInRoom(page, words.lastStops)).toBe(true);
    expect(await isInRoom(page, words.recentReasons)).toBe(true);
    await expectNothingMoved(page);

    const machine = drawer.getByLabel(words.machine, { exact: true });
    const choose = async (index: number, how: (route: Route) => Promise<void>) => {
      await page.unroute(HINTS);
      await page.route(HINTS, how);
      await machine.selectOption({ index });
    };
    await choose(2, (route) => answer(route, { leastStopSeconds: 90, stops: [], events: [] }));
    await drawer.getByText(words.noLastStops).waitFor();
    await drawer.getByText(words.noRecentReasons).waitFor();
    await expectNothingMoved(page);

    await choose(3, (route) => route.abort());
    await drawer.getByText(words.hintsUnread).waitFor();
    await expectNothingMoved(page);
    await page.unroute(HINTS);
    await page.route(HINTS, (route) => answer(route, fullHints()));
    await drawer.getByRole("button", { name: retry }).click();
    await stops.waitFor();
    await machine.selectOption({ index: 0 });
    await drawer.getByText(words.stopsOfMachine).waitFor();
    await expectNothingMoved(page);
    expect(errors.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([]);
    await context.close();
  },
);

test("a form that is opened in the moment in which the connection goes stays, and has its hints later", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, "superuser@helios.example");
  await page.waitForSelector('[data-connection="live"]');
  // What reads them comes with the form, or is lost with the connection.
  const script = /\/assets\/machines\._id\.event_hints-/;
  await page.route(script, (route) => route.abort());
  await page.route(HINTS, (route) => route.abort());
  const unanswered = page.waitForEvent("requestfailed", (request) => HINTS.test(request.url()));
  await page
    .getByRole("main")
    .getByRole("button", { name: english.events.report, exact: true })
    .click();
  await unanswered;
  const name = page.getByRole("dialog").getByRole("textbox", { name: english.events.name });
  await name.fill("Belt off its pulley");
  // Asked again, which the page has outlived then.
  await page.waitForEvent("requestfailed", (request) => HINTS.test(request.url()));
  expect(await name.inputValue()).toBe("Belt off its pulley");
  await page.unroute(HINTS);
  await page.route(HINTS, (route) => answer(route, fullHints()));
  await page.getByRole("list", { name: english.events.lastStops }).waitFor();
  expect(await name.inputValue()).toBe("Belt off its pulley");
  await context.close();
});
