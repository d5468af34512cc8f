/** The dashboard against data that is known: what was posted, what must stand on the page, before and after JavaScript. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSampler, listDevices, postBatch, signIn, type Device } from "#tests/api.ts";
import { comeAlive, journeyBrowser, newVisitor, openAs, signInAs } from "#tests/browser.ts";
import { tooSmallForAFinger } from "#tests/finger.ts";
import { startHelios, type Helios } from "#tests/helios.ts";
import { dueWorkOf } from "#tests/due-work.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

const ADMIN = "admin@globex.example";
const STAFF = "superuser@helios.example";
const STEP_MS = 60_000;
const SPEEDS = [120, 180, 60];
const STATES = ["running_and_feeding", "running", "off"];

const browser = await journeyBrowser();
let helios: Helios;
let machines: Device[];
/** One whose numbers are long, and differ from sample to sample. */
let runner: Device;
/** Of the first machine's sampler. */
let firstKey: string;

beforeAll(async () => {
  helios = await startHelios();
  const token = await signIn(helios.origin, ADMIN);
  machines = (await listDevices(helios.origin, token)).slice(0, 3);
  expect(machines.length).toBe(3);
  // The last 4 hours, a sample a minute: the first two ran for the whole time, the third stood off.
  const end = Date.now();
  for (const [index, machine] of machines.entries()) {
    const { key } = await createSampler(helios.origin, token, machine.id);
    if (index === 0) firstKey = key;
    const times = Array.from(
      { length: 4 * 60 + 1 },
      (_, step) => end - 4 * HOUR_MS + step * STEP_MS,
    );
    const state = STATES[index]!;
    const tags = {
      machine_state: times.map(() => state),
      machine_speed: times.map(() => (state === "off" ? 0 : SPEEDS[index]!)),
      // 6,000 sheets an hour where it feeds.
      sheet_count: times.map((_, step) => (state === "running_and_feeding" ? step * 100 : 0)),
      sheet_size: times.map(() => 10),
      signal_dbm: times.map(() => -90),
    };
    const answer = await postBatch(helios.origin, key, [{ times, tags }]);
    expect(answer.rejected).toEqual([]);
  }
  runner = await addRunner(helios.origin, end);
});
afterAll(async () => {
  await helios?.stop();
});

/** Of another customer, whose counts nothing here reads. */
async function addRunner(origin: string, endMs: number): Promise<Device> {
  const token = await signIn(origin, "admin@acme.example");
  const [machine] = await listDevices(origin, token);
  const { key } = await createSampler(origin, token, machine!.id);
  // The last two differ, and are of one point of each chart, wherever that begins.
  const times = Array.from({ length: 40 }, (_, step) =>
    step === 38 ? endMs - 1 : endMs - (39 - step) * 15_000,
  );
  const tags = {
    machine_state: times.map(() => STATES[0]!),
    machine_speed: times.map((_, step) => 231 + (step % 9)),
    sheets_per_hour: times.map((_, step) => 14_280 + (step % 9) * 15),
    msf_hr: times.map((_, step) => 1_459.5 + (step % 9)),
  };
  expect((await postBatch(origin, key, [{ times, tags }])).rejected).toEqual([]);
  return machine!;
}

/** The words of cells whose end gives way to dots. */
const cutCells = (page: Page) =>
  page.locator("[aria-labelledby=attention] td").evaluateAll((cells) =>
    cells
      .filter((cell) => getComputedStyle(cell).textOverflow === "ellipsis")
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((cell) => cell.textContent),
  );

const tile = (page: Page, name: string) =>
  page
    .locator("section > div")
    .filter({ has: page.getByRole("heading", { name, exact: true }) })
    .first();
const card = (page: Page, machine: Device) =>
  page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: machine.name, exact: true }) });

type View = { viewport?: { width: number; height: number } };

async function onDashboard(steps: (page: Page) => Promise<void>, view: View = {}): Promise<void> {
  const { context, page, errors } = await newVisitor(browser, view);
  await openAs(page, helios.origin, ADMIN);
  await page.waitForSelector('[data-connection="live"]', { timeout: GIVE_UP_MS });
  await steps(page);
  expect(errors).toEqual([]);
  await context.close();
}

/** The first machine is heard, in the state that it was in, not its sheets. */
async function speak(more: Record<string, number[]> = {}): Promise<void> {
  const now = { machine_state: STATES.slice(0, 1), machine_speed: [120], ...more };
  const batch = { times: [Date.now()], tags: now };
  expect((await postBatch(helios.origin, firstKey, [batch])).rejected).toEqual([]);
}

/** Prints as a reader does, up to the browser's own dialog. */
async function print(page: Page): Promise<void> {
  // From then on the page hears keys itself.
  await page.waitForFunction(() => !("earlyKeys" in window));
  await page.evaluate(() => {
    window.print = () => (document.documentElement.dataset.printed = "");
  });
  await page.keyboard.press("Control+p");
  await page.waitForSelector("html[data-printed]", { timeout: GIVE_UP_MS });
  await page.emulateMedia({ media: "print" });
}

/** Of each chart, whether there is anything on its canvas that is seen. */
const drawnCharts = (page: Page) =>
  page.locator("[role=slider]").evaluateAll((plots) =>
    plots.map((plot) =>
      [...plot.querySelectorAll("canvas")].map((canvas) => {
        const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
        const isDrawn = pixels?.data.some((value) => value > 0) ?? false;
        return canvas.getClientRects().length > 0 ? isDrawn : null;
      }),
    ),
  );

describe("the dashboard shows", () => {
  test("counters, tiles, cards and gauges as the posted data has them, in the server's page and in the live one", async () => {
    const { context, page, errors } = await newVisitor(browser);
    await signInAs(page, helios.origin, ADMIN);
    const answer = await page.goto(`${helios.origin}/dashboard`);
    const html = (await answer?.text()) ?? "";
    expect(html).toContain(machines[0]!.name);
    expect(html).toMatch(/>\s*120\s*</);

    await page.waitForSelector('[data-connection="live"]', { timeout: GIVE_UP_MS });
    const read = async (name: string) =>
      (await tile(page, name).innerText()).replaceAll(/\s+/g, " ");
    await expect.poll(() => read("Running"), { timeout: GIVE_UP_MS }).toContain("2");
    expect(await read("Feeding")).toContain("1");
    await expect.poll(() => read("Sheets per hour"), { timeout: GIVE_UP_MS }).toContain("6,000");
    // The mean of the machines that run: 120 and 180.
    expect(await read("Machine speed")).toContain("150");
    // 6,000 sheets of 10 ft² an hour.
    expect(await read("MSF per hour")).toContain("60.0");

    // Its target was learned from these sheets, and comes with its past.
    const first = async () => (await card(page, machines[0]!).innerText()).replaceAll(/\s+/g, " ");
    await expect.poll(first, { timeout: GIVE_UP_MS }).toContain("6,000 100% of good pace (6,000)");
    for (const text of ["Feeding", "120 rpm", "60.0 MSF/h", "100% up, 4 h"])
      expect(await first()).toContain(text);
    expect(await card(page, machines[2]!).innerText()).toContain("Off");

    // Two of three ran for all of the 4 hours; the fourth machine sent nothing.
    await page.getByRole("img", { name: /^Recorded uptime: 67%/ }).waitFor({ timeout: GIVE_UP_MS });
    await page.getByText("mean of 3 of 4 machines").first().waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  test("each machine's signal, and why nobody can say its downtime risk, while no model does", async () => {
    await onDashboard(async (page) => {
      const text = async () => (await card(page, machines[0]!).innerText()).replaceAll(/\s+/g, " ");
      // Its place is the machine's age where the machine is silent, and a signal of some minutes ago is no longer told; how
      // long the test before took does not matter.
      const sendSignal = async () => {
        await speak({ signal_dbm: [-90] });
        return text();
      };
      await expect
        .poll(sendSignal, { timeout: GIVE_UP_MS, interval: 1_000 })
        .toContain("Signal fair");
      expect(await text()).toContain("No forecast: ");
    });
  });

  test("of how many machines each total is while some are silent, and which ones these are", async () => {
    await onDashboard(async (page) => {
      const silent = new RegExp(`send nothing, and are not in this figure: .*${machines[1]!.name}`);
      // A value of some seconds ago is silence too; how long the steps take does not matter.
      for (const name of ["Running", "Feeding", "Machine speed"]) {
        const note = tile(page, name).getByRole("button", {
          name: /^(of \d running|1 of 4)/,
        });
        const told = async () => {
          await speak();
          if (!(await note.isVisible())) return "";
          await note.focus();
          return (await page.getByRole("tooltip").allInnerTexts()).join();
        };
        await expect.poll(told, { timeout: GIVE_UP_MS, interval: 1_000 }).toMatch(silent);
      }
      // Also while they are not seen, a phone's page is no wider than the phone.
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.getByRole("tooltip", { includeHidden: true }).count()).toBeGreaterThan(4);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    });
  });

  test("one machine closely: what it counts, in its units", async () => {
    await onDashboard(async (page) => {
      const snapshot = page.getByRole("region", { name: "Machine snapshot" });
      await snapshot.getByRole("combobox").selectOption(machines[0]!.name);
      const row = (name: string) =>
        snapshot.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });
      await expect
        .poll(() => row("Sheet count").innerText(), { timeout: GIVE_UP_MS })
        .toContain("24,000");
      await expect.poll(() => row("Sheet size").innerText()).toMatch(/10\.0\s*ft²/);
      await expect.poll(() => row("Signal strength").innerText()).toMatch(/−90\s*dBm/);
      // Four hours without an off.
      await expect.poll(() => row("Switched on for").innerText()).toMatch(/[34] h( \d+ min)?/);
    });
  });

  test("what is due as a distance, with its day", async () => {
    await onDashboard(async (page) => {
      const table = dueWorkOf(page);
      const rows = table.locator("tbody tr");
      const due = /(?:in \d+ days?|days? overdue|today)\s+\d{1,2}\/\d{1,2}\/\d{2}\b/;
      // The rows come anew when all of the page's words are there: such as have just gone are read without spaces.
      const areDue = async () => (await rows.allInnerTexts()).map((row) => due.test(row));
      await expect.poll(areDue, { timeout: GIVE_UP_MS }).toEqual(Array(5).fill(true));
    });
  });

  test("its cards two at a time on a phone, by buttons and by arrow keys", async () => {
    await onDashboard(
      async (page) => {
        const list = page.getByRole("list", { name: "Machines, two at a time" });
        const seen = () =>
          list.evaluate((element) => {
            const { left, right } = element.getBoundingClientRect();
            const isInside = (item: Element) => {
              const box = item.getBoundingClientRect();
              return box.left >= left - 1 && box.right <= right + 1;
            };
            return [...element.children].flatMap((item, index) => (isInside(item) ? index : []));
          });
        await expect.poll(seen).toEqual([0, 1]);
        // The smaller figures of a card stand on one line, whatever their unit.
        const figures = list.getByRole("article").first().locator("dd");
        const boxes = await figures.evaluateAll((each) =>
          each.slice(2).map((element) => {
            const { top, height } = element.getBoundingClientRect();
            return { top, height };
          }),
        );
        expect(boxes).toHaveLength(2);
        expect(boxes[1]).toEqual(boxes[0]);
        const slides = Math.ceil((await list.getByRole("article").count()) / 2);
        await page.getByText(`1 of ${slides}`, { exact: true }).waitFor();
        expect(await page.getByRole("button", { name: "Previous machines" }).isDisabled()).toBe(
          true,
        );
        await page.getByRole("button", { name: "Next machines" }).click();
        await expect
          .poll(seen)
          .toEqual(
            slides * 2 > (await list.getByRole("article").count()) && slides === 2 ? [2] : [2, 3],
          );
        await page.getByText(`2 of ${slides}`, { exact: true }).waitFor();
        await list.focus();
        await page.keyboard.press("ArrowLeft");
        await expect.poll(seen, { timeout: GIVE_UP_MS }).toEqual([0, 1]);
      },
      { viewport: { width: 390, height: 844 } },
    );
  });

  test("three charts over their windows, as a table too, and the gauges over the range that is chosen", async () => {
    await onDashboard(async (page) => {
      for (const text of ["sheets/h · last 8 h", "rpm · last 8 h", "MSF/h · last 8 h"])
        await page.getByText(text).waitFor();
      await page.getByRole("button", { name: "Show as table" }).click();
      const speed = page.getByRole("table", { name: /Machine speed/ });
      await speed.waitFor();
      expect(await speed.locator("tbody tr").count()).toBe(4);
      const ranges = page.getByRole("group", { name: /range/i }).getByRole("radio");
      expect(await ranges.count()).toBe(3);
      expect(await page.getByRole("radio", { name: "4 hrs", exact: true }).isChecked()).toBe(true);
      for (const [label, range] of [
        ["24 hrs", "day"],
        ["1 week", "week"],
      ] as const) {
        const answer = page.waitForResponse((response) =>
          response.url().includes(`/dashboard/averages?range=${range}`),
        );
        await page.getByRole("radio", { name: label }).click();
        expect((await answer).status()).toBe(200);
        // It ran for all that was posted, whichever the range.
        await page
          .getByRole("img", { name: /^Recorded uptime: 67%/ })
          .waitFor({ timeout: GIVE_UP_MS });
      }
      // Each gauge says what it is.
      for (const [name, words] of [
        ["Productivity", /share of each machine's good pace/],
        ["Recorded uptime", /without readings is left out/],
      ] as const) {
        await page.getByRole("button", { name: `About ${name}` }).focus();
        await page.getByRole("tooltip", { name: words }).waitFor();
      }
    });
  });

  test("its charts' captions and distances whole, each in one line, in Spanish on a tablet", async () => {
    const { context, page, errors } = await newVisitor(browser, {
      viewport: { width: 768, height: 1024 },
    });
    await openAs(page, helios.origin, ADMIN);
    await context.addCookies([{ name: "language", value: "es", url: helios.origin }]);
    await page.reload();
    // Asked in one turn: what the server drew goes when the part comes alive.
    const linesOfParts = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("figcaption > *, td span:has(+ time)")].map((part) =>
          Math.round(
            part.getBoundingClientRect().height / parseFloat(getComputedStyle(part).lineHeight),
          ),
        ),
      );
    await page.getByText("rpm · últimas 8 h").waitFor();
    // Three titles, each with its unit; five distances with their days.
    await expect.poll(linesOfParts).toEqual(Array(3 * 2 + 5).fill(1));
    expect(errors).toEqual([]);
    await context.close();
  });

  test.each([
    ["es", 390],
    ["es", 768],
    ["es", 1024],
    ["en", 1440],
  ])("the captions of one machine's charts whole, in %s at %i wide", async (language, width) => {
    const { context, page, errors } = await newVisitor(browser, {
      viewport: { width, height: 900 },
    });
    await context.addCookies([{ name: "language", value: language, url: helios.origin }]);
    await openAs(page, helios.origin, STAFF);
    await comeAlive(page);
    const { title } = (language === "es" ? es : en).common.charts;
    const heading = page.getByRole("heading", { name: title, exact: true });
    await heading.evaluate((element) => element.scrollIntoView());
    if (width < 640) await page.getByRole("button", { name: title, exact: true }).click();
    await page.locator("#chart-machine").selectOption(String(runner.id));
    /** Of each caption its text, or what of it is cut. */
    const captions = () =>
      page.evaluate(() => {
        // A chart is drawn once it is seen.
        document.querySelector("figure:not(:has([data-readout]))")?.scrollIntoView();
        return [...document.querySelectorAll("[data-readout]")].map((caption) => {
          const end = caption.getBoundingClientRect();
          const cut = [...caption.children].filter((part) => {
            const { right, bottom } = part.getBoundingClientRect();
            const isOutside = right > end.right + 1 || bottom > end.bottom + 1;
            return isOutside || part.scrollWidth > part.clientWidth;
          });
          return cut.length === 0 ? caption.textContent : `cut: ${caption.textContent}`;
        });
      });
    const whole = expect.stringMatching(/^\d[^:]*\(\d[\d,.]*–\d[\d,.]*\).*\d:\d\d/);
    await expect.poll(captions).toEqual([whole, whole, whole]);
    expect(errors).toEqual([]);
    await context.close();
  });

  test("what is first of its cards, whatever was asked to come first before", async () => {
    // The one of the second slide.
    const late = machines[2]!;
    const token = await signIn(helios.origin, ADMIN);
    const { key } = await createSampler(helios.origin, token, late.id);
    const stop = { times: [Date.now()], tags: { machine_state: ["not_ready"] } };
    expect((await postBatch(helios.origin, key, [stop])).rejected).toEqual([]);
    await onDashboard(
      async (page) => {
        const list = page.getByRole("list", { name: "Machines, two at a time" });
        const first = () => list.getByRole("heading").first().innerText();
        // Snapping moves the list in the frame after its cards changed places.
        const placeOfNextFrame = () =>
          list.evaluate(async (element) => {
            for (let frame = 0; frame < 3; frame++)
              await new Promise((resolve) => requestAnimationFrame(resolve));
            return element.scrollLeft;
          });
        const stopped = page.getByRole("button", { name: /^1 not ready/ });
        await stopped.click();
        await expect.poll(first).toBe(late.name);
        expect(await placeOfNextFrame()).toBe(0);
        // Moved there and back, the list has stopped at its first card.
        await page.getByRole("button", { name: "Next machines" }).click();
        await page.getByText("2 of 2", { exact: true }).waitFor();
        await page.getByRole("button", { name: "Previous machines" }).click();
        await expect.poll(placeOfNextFrame).toBe(0);
        await stopped.click();
        await expect.poll(first).not.toBe(late.name);
        expect(await placeOfNextFrame()).toBe(0);
        await page.getByText("1 of 2", { exact: true }).waitFor();
      },
      { viewport: { width: 768, height: 1024 } },
    );
  });

  test("on a phone comes alive card by card, as each is nearly seen or touched, and keeps the focus", async () => {
    const { context, page, errors } = await newVisitor(browser, {
      viewport: { width: 390, height: 844 },
    });
    await openAs(page, helios.origin, "superuser@helios.example");
    // Not turned to, but opened.
    await page.reload();
    await page.waitForSelector('[data-connection="live"]', { timeout: GIVE_UP_MS });
    const cards = page.locator("li[data-machine]");
    const isDrawn = (item: Locator) => item.locator("[data-drawn]").count();
    await expect.poll(() => isDrawn(cards.first())).toBe(0);
    const id = await cards.last().getAttribute("data-machine");
    const last = page.locator(`li[data-machine="${id}"]`);
    expect(await isDrawn(last)).toBe(1);
    const link = last.getByRole("link");
    await link.focus();
    await expect.poll(() => isDrawn(last)).toBe(0);
    await expect
      .poll(() => link.evaluate((element) => element === document.activeElement))
      .toBe(true);
    expect(errors).toEqual([]);
    await context.close();
  });

  test("one moment in all of its charts", async () => {
    await onDashboard(async (page) => {
      await comeAlive(page);
      // Alive already, nothing was scrolled to; charts are drawn when they are on screen.
      const title = page.getByRole("heading", { name: "Production", exact: true });
      await title.evaluate((heading) => heading.scrollIntoView());
      const told = page.locator("[data-readout]");
      const newest = async () =>
        (await told.allInnerTexts()).filter((text) => /newest|now/.test(text)).length;
      await expect.poll(newest).toBe(3);
      await page.getByRole("slider").first().focus();
      await page.keyboard.press("Home");
      await expect.poll(newest).toBe(0);
    });
  });

  test("on paper its charts, also what nobody scrolled to, when it was made, and no controls", async () => {
    await onDashboard(async (page) => {
      await print(page);
      await page.getByText(/^Printed \d/).waitFor();
      expect(await page.locator("main [data-drawn]").count()).toBe(0);
      // The canvas of the crosshair would cover the one below.
      expect(await drawnCharts(page)).toEqual(Array(3).fill([true, null]));
      for (const control of ["Slideshow", "Privacy policy"])
        expect(await page.getByRole("link", { name: control }).isVisible()).toBe(false);
      // Which machine is told of is said without a control to choose it.
      expect(await page.locator("#snapshot-machine").isVisible()).toBe(true);
    });
  });

  test.each([390, 768, 1024])(
    "twelve machines as a list and two at a time on less than 2,500 px, at %i wide",
    async (width) => {
      const { context, page, errors } = await newVisitor(browser, {
        viewport: { width, height: 900 },
      });
      await signInAs(page, helios.origin, "superuser@helios.example");
      await context.addCookies([{ name: "cookieConsent", value: "agreed", url: helios.origin }]);
      await page.goto(`${helios.origin}/dashboard`);
      await page.waitForSelector('[data-connection="live"]', { timeout: GIVE_UP_MS });
      expect(await page.locator("[data-machine]").count()).toBe(12);
      const drawn = {
        List: page.locator("li[data-machine] [data-past]"),
        "Two at a time": page.getByRole("list", { name: "Machines, two at a time" }),
      };
      for (const view of ["List", "Two at a time"] as const) {
        await page.getByRole("button", { name: view, exact: true }).click();
        await drawn[view].first().waitFor();
        // However many of the five alarms that are shown are on at this hour: a row of theirs is as high as the highest,
        // and no lower than one of two lines on a phone, of one elsewhere.
        const height = () =>
          page.evaluate(
            (least) => {
              const rows = [...document.querySelectorAll("[aria-labelledby=attention] tbody")].map(
                (body) => [...body.children].map((row) => row.getBoundingClientRect().height),
              );
              const alarms = rows[1] ?? [];
              const highest = Math.max(least, ...alarms);
              return document.documentElement.scrollHeight + (5 - alarms.length) * highest;
            },
            width < 640 ? 60 : 45,
          );
        await expect.poll(height).toBeLessThan(2_500);
        if (view === "List") {
          // Strips of one window are of one length.
          const lengths = await drawn.List.evaluateAll((all) =>
            all.map((strip) => strip.clientWidth),
          );
          expect(new Set(lengths).size).toBe(1);
        }
        // No machine's name is cut in what requires attention.
        if (width === 390) expect(await cutCells(page)).toEqual([]);
        if (width < 1024)
          expect([view, await page.evaluate(tooSmallForAFinger)]).toEqual([view, []]);
      }
      expect(errors).toEqual([]);
      await context.close();
    },
  );

  test.each([1024, 1280])("the widest figures stay in their card, at %i wide", async (width) => {
    const { context, page, errors } = await newVisitor(browser, {
      locale: "es-MX",
      viewport: { width, height: 900 },
    });
    await signInAs(page, helios.origin, "superuser@helios.example");
    await page.goto(`${helios.origin}/dashboard`);
    await page.waitForSelector('[data-connection="live"]', { timeout: GIVE_UP_MS });
    const { target, pace } = es.common.need;
    for (const word of [target, pace]) {
      const places = await page
        .locator("[data-machine] dl")
        .evaluateAll(placesOfWidest, `105\u00a0% ${word}`);
      expect(places.length).toBeGreaterThan(0);
      for (const place of places) for (const over of place) expect(over).toBeLessThan(0.5);
    }
    expect(errors).toEqual([]);
    await context.close();
  });

  test("what requires attention on the first screen of a desk, beside twelve cards or below a few", async () => {
    const { context, page, errors } = await newVisitor(browser);
    await signInAs(page, helios.origin, "superuser@helios.example");
    await page.goto(`${helios.origin}/dashboard`);
    expect(await page.locator("[data-machine]").count()).toBe(12);
    await page.getByRole("button", { name: "Grid", exact: true }).click();
    await page.getByRole("list", { name: "Machines", exact: true }).waitFor();
    const heights = await page
      .locator("[aria-labelledby=attention] h3")
      .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().bottom));
    expect(heights).toHaveLength(2);
    for (const bottom of heights) expect(bottom).toBeLessThan(900);
    // Both from one layout.
    const places = () =>
      page.evaluate(() => {
        const boxOf = (selector: string) => {
          const { x, y, right, bottom } = document.querySelector(selector)!.getBoundingClientRect();
          return { x, y, right, bottom };
        };
        const [card, attention] = ["[data-machine]", "[aria-labelledby=attention]"].map(boxOf);
        const isBeside = attention!.x > card!.right && attention!.y < card!.bottom;
        return isBeside ? "beside" : JSON.stringify([card, attention]);
      });
    await expect.poll(places, { timeout: GIVE_UP_MS }).toBe("beside");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
    // Rows are as high as cards: there it stands beside them too.
    await page.getByRole("button", { name: "List", exact: true }).click();
    await page.locator("li[data-machine] > a").first().waitFor();
    await expect.poll(places, { timeout: GIVE_UP_MS }).toBe("beside");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
    await page.getByRole("button", { name: "Grid", exact: true }).click();
    await page.getByRole("list", { name: "Machines", exact: true }).waitFor();
    // Life left and the share at which its work is due are seen, there as on a phone.
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const life = page.locator("[data-life]").first();
      expect((await life.boundingBox())?.width).toBeGreaterThan(20);
      expect(await life.innerText()).toMatch(/^\d+% left[,\s]+due at [\d.]+%$/);
      const rows = await page
        .locator("[aria-labelledby=attention] table")
        .first()
        .locator("tbody tr")
        .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      // Two lines of words, and a button's height.
      expect(Math.max(...rows)).toBeLessThan(90);
    }
    expect(errors).toEqual([]);
    await context.close();
  });

  test("its throughput beside its share, at every width of a card, and nothing over its neighbour", async () => {
    const rooms = [
      ...[1440, 1100, 390].map((width) => ({ language: "en", width })),
      ...[1440, 1280].map((width) => ({ language: "es", width })),
    ];
    for (const { language, width } of rooms) {
      const viewport = { width, height: 900 };
      const { context, page, errors } = await newVisitor(browser, { viewport });
      await signInAs(page, helios.origin, ADMIN);
      await context.addCookies([{ name: "language", value: language, url: helios.origin }]);
      await page.goto(`${helios.origin}/dashboard`);
      // What is chosen last stays: the grid, as others find it.
      for (const view of language === "en"
        ? ["Two at a time", "Grid"]
        : ["De dos en dos", "Cuadrícula"]) {
        await page.getByRole("button", { name: view, exact: true }).click();
        const share = card(page, machines[0]!)
          .getByText(language === "en" ? "100%" : "100\u00a0%")
          .first();
        await share.waitFor({ timeout: GIVE_UP_MS });
        // Also where its name says how old it is, which the machine itself is not.
        const aged = card(page, machines[0]!).locator("dt", {
          hasText: /(?:Sheets|Lám\.)\/h.*(?:old|hace)/,
        });
        const isAged = async () => {
          await speak();
          return aged.isVisible();
        };
        await expect.poll(isAged, { timeout: GIVE_UP_MS, interval: 1_000 }).toBe(true);
        const [clashes, looked] = await page.evaluate(clashesOfFigures, "figures" as const);
        expect([language, view, width, clashes]).toEqual([language, view, width, []]);
        expect(looked).toBeGreaterThan(3);
      }
      expect(errors).toEqual([]);
      await context.close();
    }
  });

  test("figures longer than their room in short words, none over its neighbour, on cards, tiles and the wall", async () => {
    const token = await signIn(helios.origin, ADMIN);
    const { key } = await createSampler(helios.origin, token, machines[0]!.id, "Long figures");
    const post = async () => {
      const times = [Date.now()];
      const long = [119_999_999];
      const tags = { machine_speed: long, sheets_per_hour: long, sheet_size: [9_999_999] };
      const answer = await postBatch(helios.origin, key, [{ times, tags }]);
      expect(answer.rejected).toEqual([]);
    };
    const views = [
      ...[1440, 1024, 768, 390].map((width) => ({ path: "/dashboard", width, height: 900 })),
      ...[1440, 1920].map((width) => ({
        ...{ path: "/dashboard/slideshow", width, height: (width * 9) / 16 },
      })),
    ];
    for (const language of ["en", "es"])
      for (const { path, ...viewport } of views) {
        await post();
        const { context, page, errors } = await newVisitor(browser, { viewport });
        await signInAs(page, helios.origin, ADMIN);
        await context.addCookies([{ name: "language", value: language, url: helios.origin }]);
        await page.goto(`${helios.origin}${path}`);
        await page
          .getByText(/^120\s?M/)
          .first()
          .waitFor({ timeout: GIVE_UP_MS });
        const [clashes, looked] = await page.evaluate(clashesOfFigures, "numbers" as const);
        expect([path, language, viewport.width, clashes]).toEqual([
          path,
          language,
          viewport.width,
          [],
        ]);
        expect(looked).toBeGreaterThan(3);
        expect(errors).toEqual([]);
        await context.close();
      }
  });
});

/** By how much the widest figures of cards reach over their neighbour's beginning, or their card's end: below zero where they do not. */
const placesOfWidest = (lists: Element[], share: string): number[][] =>
  lists.map((list) => {
    const [speed, sheets, msf, uptime] = [...list.querySelectorAll("dd")];
    speed!.firstElementChild!.textContent = "231";
    sheets!.firstElementChild!.textContent = "14.200";
    sheets!.lastElementChild!.textContent = share;
    msf!.firstElementChild!.textContent = "116.4";
    const endOf = (figure: Element) => figure.lastElementChild!.getBoundingClientRect().right;
    const end = list.getBoundingClientRect().right;
    return [
      ...[endOf(speed!) - sheets!.getBoundingClientRect().left, endOf(sheets!) - end],
      ...[endOf(msf!) - uptime!.getBoundingClientRect().left, endOf(uptime!) - end],
    ];
  });

/** Figures that are drawn over another one, or out of their card, tile or row, alone or with what stands behind them; and how many were looked at. */
function clashesOfFigures(of: "numbers" | "figures"): [clashes: string[], looked: number] {
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1;
  };
  /** Of what is seen of it: what only those who listen are told lies in a box of a pixel. */
  const boxesOf = (part: Element) => {
    const [boxes, words] = [[] as DOMRect[], document.createRange()];
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      words.selectNodeContents(walker.currentNode);
      if (isSeen(walker.currentNode.parentElement!)) boxes.push(words.getBoundingClientRect());
    }
    return boxes;
  };
  const parts = document.querySelectorAll("dl > div, section[data-whole-fleet] > div");
  const texts = [...parts].flatMap((part) => {
    const figure =
      part.querySelector(of === "numbers" ? "dd > span, p > span" : "dd") ??
      part.querySelector("p");
    if (figure === null) return [];
    return boxesOf(figure).map((box) => ({ text: figure.textContent, box, part }));
  });
  const clash = ({ text, box, part }: (typeof texts)[number]) => {
    const around = part.closest("dl, section")!.getBoundingClientRect();
    const isOut = box.right > around.right + 1;
    const other = texts.find(
      (next) =>
        next.part !== part &&
        next.part.parentElement === part.parentElement &&
        box.right > next.box.left &&
        box.left < next.box.right &&
        box.bottom > next.box.top + 1 &&
        box.top + 1 < next.box.bottom,
    );
    if (isOut) return [`${text} is out`];
    return other === undefined ? [] : [`${text} over ${other.text}`];
  };
  return [texts.flatMap(clash), texts.length];
}
