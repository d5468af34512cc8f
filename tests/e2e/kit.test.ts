/** The kit of the house: every component is there, in both themes and languages, and gauges are coloured by the rules. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Locator } from "playwright-core";
import { bringIntoView, journeyBrowser, makeWide, newVisitor } from "#tests/browser.ts";
import { findAccessProblems } from "#tests/keyboard.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import * as en from "#app/all-texts/en.ts";

/** Parts that show nothing by themselves, or only as part of another one. */
const NOT_SHOWN = new Set([
  "LanguageContext",
  // On phones only, beside what it opens.
  "FoldButton",
  "ChartNotesContext",
  "NonceContext",
  "PageFailure",
  "Page",
  "AuthFrame",
  "FieldErrors",
  // Where a form begins.
  "FocusFirst",
  "StateGlyph",
  // Beside the words of a strip's states.
  "StateSwatch",
  "SeriesTable",
  // What a chart shows as a table.
  "PointTable",
  // Of a table, once it is asked for.
  "ColumnChooser",
  "LogoMark",
  "WithAreaTexts",
  "EarlyFormats",
  "KeepEarlyActs",
  // Draws nothing.
  "KeepFresh",
  // Of a part that is not alive.
  "PartNotice",
  "UnreadOfDrawn",
  "DrawnContext",
  // Of a page that is not alive.
  "StandsStill",
  "NoEval",
  // A toast, where a dialog is on its way.
  "OnItsWay",
  "TableHead",
  "TableBody",
  "TableRow",
  "TableToolbar",
  "TablePager",
  "TableLink",
  "FormElement",
  "FormSubmit",
  "ProblemSummary",
  "LeaveGuard",
  "FormGuard",
  "Calendar",
  "CustomRange",
  "FailedPage",
  // Shown by a document that failed, which has a journey of its own below.
  "DocumentFailure",
  // A Failure with words of its own.
  "OldNotice",
  // Parts of the charts.
  "MarksLane",
  "SpansLane",
  "MarkList",
  "ResetZoom",
  "ChartSkeleton",
  "LineSwatch",
  "Readout",
  "TimeCanvas",
  "TimeTable",
  "XyCanvas",
]);

/** Each a page of its own. */
const PARTS = ["tables", "data", "charts", "controls", "forms"];

const browser = await journeyBrowser();

const componentsOf = (path: string): string[] =>
  [
    ...readFileSync(path, "utf8").matchAll(
      /^export (?:default )?(?:function|const) ([A-Z][a-z]\w+)/gm,
    ),
  ].map(([, name]) => name!);

describe("the kit", () => {
  test("shows every component of the house", () => {
    const kit = globSync("app/features/kit/*.tsx")
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    const components = globSync("app/{components,kit}/**/*.tsx").flatMap(componentsOf);
    expect(components.length).toBeGreaterThan(20);
    expect(components.filter((name) => !NOT_SHOWN.has(name) && !kit.includes(`<${name}`))).toEqual(
      [],
    );
  });

  test.each(PARTS)(
    "%s is accessible and holds its width on a desk and on a phone, in four cells each",
    async (part) => {
      const { origin } = sharedHelios();
      const { context, page, errors } = await newVisitor(browser);
      await page.goto(`${origin}/dev/kit/${part}`);
      const first = page.locator("main > section").first();
      await first.waitFor();
      for (const cell of [
        "English · light",
        "Español · light",
        "English · dark",
        "Español · dark",
      ]) {
        await first.getByText(cell, { exact: true }).waitFor();
      }
      for (const width of [1440, 390]) {
        await makeWide(page, width);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
          `at ${width}`,
        ).toBeLessThanOrEqual(0);
        // The same thing stands here four times by intent.
        const problems = (await findAccessProblems(page)).filter(
          (problem) => !problem.startsWith("landmark-unique"),
        );
        expect(problems, `at ${width}`).toEqual([]);
      }
      expect(errors).toEqual([]);
      await context.close();
    },
  );

  test("names an icon to the pointer, to a finger and to the keyboard, until Escape", async () => {
    const { origin } = sharedHelios();
    const { context, page } = await newVisitor(browser);
    await page.goto(`${origin}/dev/kit/forms?cell=en-light`);
    await page.waitForSelector("html[data-alive]");
    const part = page.getByRole("region", { name: "Tooltip, NameTip" });
    const icon = part.getByRole("button", { name: "Help and contact" }).first();
    const name = part.locator("[popover]").first();
    expect(await name.isVisible()).toBe(false);
    await icon.hover();
    await name.waitFor();
    expect(await name.innerText()).toBe("Help and contact");
    const [below, at] = [await name.boundingBox(), await icon.boundingBox()];
    expect(below!.y).toBeGreaterThanOrEqual(at!.y + at!.height - 1);
    await page.mouse.move(0, 0);
    await name.waitFor({ state: "hidden" });
    await icon.dispatchEvent("pointerover", { pointerType: "touch" });
    await name.waitFor();
    await icon.dispatchEvent("pointerout", { pointerType: "touch" });
    await name.waitFor({ state: "hidden" });
    await part.getByRole("button").first().focus();
    await page.keyboard.press("Tab");
    await name.waitFor();
    await page.keyboard.press("Escape");
    await name.waitFor({ state: "hidden" });
    await context.close();
  });

  test("fills gauges along 280 units, rounds them, and colours them by their bands", async () => {
    const { origin } = sharedHelios();
    const { context, page } = await newVisitor(browser);
    await page.goto(`${origin}/dev/kit/data?cell=en-light`);
    const gauges = await page.getByRole("region", { name: "Gauge" }).evaluate((section) => {
      const cell = section.querySelector('[lang="en"]')!;
      const probe = cell.appendChild(document.createElement("i"));
      const colorOf = (css: string) => {
        probe.style.setProperty("color", css);
        return getComputedStyle(probe).color;
      };
      probe.className = "text-alarm";
      const names = new Map([
        [getComputedStyle(probe).color, "red"],
        [colorOf("var(--strip-not-ready)"), "amber"],
        [colorOf("var(--strip-feeding)"), "green"],
      ]);
      return [...cell.querySelectorAll('[role="img"]')].map((gauge) => {
        const arc = gauge.querySelectorAll("path")[1];
        const text = gauge.querySelector("p")?.textContent ?? "";
        return {
          text: /^(–|[\d.,]+)/.exec(text)?.[0],
          units: arc ? Math.round(parseFloat(arc.getAttribute("stroke-dasharray") ?? "")) : null,
          whole: arc?.getAttribute("pathLength") ?? null,
          color: arc ? (names.get(getComputedStyle(arc).stroke) ?? "none") : "grey",
        };
      });
    });
    const line = ({ text, units, color }: (typeof gauges)[number]) => `${text}: ${units} ${color}`;
    const performance = gauges.slice(0, 8).map(line);
    // An arc without length is a dot of its colour.
    expect(performance).toEqual([
      "0: 0 red",
      "20: 56 red",
      "21: 59 amber",
      "50: 140 amber",
      "51: 143 green",
      "100: 280 green",
      "120: 280 green",
      "–: null grey",
    ]);
    expect(gauges.slice(9, 12).map(line)).toEqual([
      "12.3: 34 green",
      "51.0: 143 amber",
      "91.4: 256 red",
    ]);
    expect(new Set(gauges.flatMap(({ whole }) => whole ?? []))).toEqual(new Set(["280"]));
    await context.close();
  });
});

/**
 * The first of two charts, once both are drawn. Either may be drawn before the other: asked earlier, "the first" would be one chart for
 * one key and the other for the next.
 */
async function firstOfDrawn(charts: Locator): Promise<Locator> {
  const plots = charts.getByRole("slider");
  await plots.nth(1).waitFor();
  return plots.first();
}

test("a small chart is zoomed by keys, and shows all again by 0, Escape and its button", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await page.goto(`${sharedHelios().origin}/dev/kit/data?cell=en-light`);
  const chart = page
    .getByRole("region", { name: "SeriesChart", exact: true })
    .locator('div[lang="en"].theme-light');
  await bringIntoView(chart);
  const plot = await firstOfDrawn(chart);
  const reset = chart.getByRole("button", { name: en.common.chart.resetZoom });
  for (const back of ["0", "Escape"]) {
    await plot.press("+");
    await reset.waitFor();
    await plot.press(back);
    await reset.waitFor({ state: "detached" });
  }
  await plot.press("+");
  await reset.click();
  await reset.waitFor({ state: "detached" });
  expect(await plot.evaluate((node) => node === document.activeElement)).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

test("arrow keys begin to read a chart at the end that they come from", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await page.goto(`${sharedHelios().origin}/dev/kit/data?cell=en-light`);
  const chart = page
    .getByRole("region", { name: "SeriesChart", exact: true })
    .locator('div[lang="en"].theme-light');
  await bringIntoView(chart);
  const plot = await firstOfDrawn(chart);
  const reads = async (key: string) => {
    await plot.press("Escape");
    await plot.press(key);
    return plot.getAttribute("aria-valuetext");
  };
  const [first, last] = [await reads("Home"), await reads("End")];
  expect(first).not.toBe(last);
  expect([await reads("ArrowRight"), await reads("ArrowLeft")]).toEqual([first, last]);
  expect(errors).toEqual([]);
  await context.close();
});

test("a document that fails is titled by what failed", async () => {
  const { context, page } = await newVisitor(browser, { locale: "es-MX" });
  await page.goto(`${sharedHelios().origin}/dev/kit/none`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^No hay nada en esta dirección · /);
  await context.close();
});

test("forms ask nothing of the browser that the page's policy forbids", async () => {
  const { context, page } = await newVisitor(browser);
  await page.addInitScript(() => {
    const forbidden: string[] = [];
    Object.assign(window, { forbidden });
    document.addEventListener("securitypolicyviolation", ({ blockedURI, sourceFile }) =>
      forbidden.push(`${blockedURI} of ${sourceFile}`),
    );
  });
  await page.goto(`${sharedHelios().origin}/dev/kit/forms?cell=en-light`);
  expect(await page.evaluate(() => Reflect.get(window, "forbidden"))).toEqual([]);
  await context.close();
});
