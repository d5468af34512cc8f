/** The kit's components in each of their states, as they are seen in both languages and both themes. */
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { bringIntoView, journeyBrowser, newVisitor } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";

const CELLS = [
  { lang: "en", theme: "light", words: en },
  { lang: "es", theme: "light", words: es },
  { lang: "en", theme: "dark", words: en },
  { lang: "es", theme: "dark", words: es },
] as const;
const STATES = [...MACHINE_STATES, "unknown"] as const;

const browser = await journeyBrowser();
let context: BrowserContext;
let page: Page;
let errors: string[];
beforeAll(async () => {
  ({ context, page, errors } = await newVisitor(browser, {
    viewport: { width: 1440, height: 900 },
  }));
  await page.goto(`${sharedHelios().origin}/dev/kit`);
  await page.waitForFunction(
    () => document.querySelectorAll("canvas").length >= 0 && "__remixContext" in window,
  );
});
afterAll(async () => {
  await context?.close();
});

const textsOf = (locator: Locator) =>
  locator.evaluateAll((all) => all.map((each) => (each as HTMLElement).innerText.trim()));
const styleOf = (
  locator: Locator,
  property: "filter" | "opacity" | "backgroundColor" | "color" | "fontSize",
) => locator.evaluate((element, name) => getComputedStyle(element)[name], property);
const labelsOf = (locator: Locator) =>
  locator.evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? ""));
/** How it looks as a whole: dimmed or not. */
const lookOf = async (locator: Locator) =>
  `${await styleOf(locator, "filter")} ${await styleOf(locator, "opacity")} ${await styleOf(locator, "color")}`;
/** Mean of the three colours, 0 black to 255 white; Chromium paints one pixel of it. */
const lightOf = async (locator: Locator) =>
  locator.evaluate((element) => {
    const canvas = document.createElement("canvas").getContext("2d")!;
    canvas.fillStyle = getComputedStyle(element).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return (red! + green! + blue!) / 3;
  });

describe.each(CELLS)("in $lang, $theme", ({ lang, theme, words: { common, glossary } }) => {
  const part = (name: string) =>
    page.getByRole("region", { name, exact: true }).locator(`div[lang="${lang}"].theme-${theme}`);

  test("the ground is the theme's", async () => {
    const light = await lightOf(part("Gauge"));
    if (theme === "light") expect(light).toBeGreaterThan(220);
    else expect(light).toBeLessThan(40);
  });

  test("states have their words, and an old one is dimmed", async () => {
    const badges = part("StateBadge").locator("[data-state]");
    const words = STATES.map((state) => glossary.states[state]);
    expect(await textsOf(badges)).toEqual([...words, glossary.states.running]);
    const running = part("StateBadge").locator('[data-state="running"]');
    expect(await lookOf(running.last())).not.toBe(await lookOf(running.first()));
  });

  test("a value is seen as it is: old with its age, abnormal, and missing", async () => {
    const readings = part("ReadingValue").locator("dl > div");
    const [usual, old, abnormal, missing] = await textsOf(readings);
    expect(usual).not.toMatch(/4/);
    expect(old).toContain(common.age.minutes.replace("{{n}}", "4"));
    expect(await lookOf(readings.nth(1).locator("dd"))).not.toBe(
      await lookOf(readings.first().locator("dd")),
    );
    expect(abnormal).toContain(common.machine.abnormal);
    expect(missing).toContain("–");
    const signals = part("SignalBars").locator("svg + span");
    const levels = (["0", "1", "2", "3", "4", "none", "3"] as const).map(
      (level) => common.machine[`signal_${level}`],
    );
    expect((await textsOf(signals)).map((text) => text.split("\n").at(-1)!.trim())).toEqual(
      levels.map((word, level) => (level === 0 ? word : word.toLowerCase())),
    );
    expect(await lookOf(part("SignalBars").locator("span:has(> span > svg)").nth(6))).not.toBe(
      await lookOf(part("SignalBars").locator("span:has(> span > svg)").nth(3)),
    );
  });

  test("a gauge tells why it has no value, is busy, and holds a number that is far too large", async () => {
    const gauges = part("Gauge").locator('[role="img"]');
    const labels = await labelsOf(gauges);
    for (const why of [common.gauge.noReadings, common.gauge.failed])
      expect(labels).toContain(`${common.gauge.uptime}: ${why}`);
    expect(labels).toContain(`${common.gauge.riskLong}: ${common.noRisk.too_little_data}`);
    expect(await part("Gauge").locator('[aria-busy="true"]').count()).toBe(1);
    const texts = await textsOf(gauges);
    const sign = lang === "en" ? "%" : "\u00a0%";
    expect(texts.some((text) => text.startsWith(`1,234${sign}`))).toBe(true);
    expect(texts.some((text) => text.startsWith(`>9,999${sign}`))).toBe(true);
    const room = await gauges.evaluateAll((all) =>
      all.map((gauge) => {
        const number = gauge.querySelector("p > span")!.getBoundingClientRect();
        const unit =
          gauge.querySelector("p > span + span:not(.block)")?.getBoundingClientRect() ?? number;
        // Where the digits begin, the circle within the arc is so wide: its middle is at half the width, its radius 38 %.
        const { top, width } = gauge.getBoundingClientRect();
        const above = top + width / 2 - (number.top + number.height * 0.2);
        return (
          2 * Math.sqrt((width * 0.38) ** 2 - above ** 2) -
          (Math.max(number.right, unit.right) - number.left)
        );
      }),
    );
    expect(Math.min(...room)).toBeGreaterThan(0);
  });

  test("a chart is drawn, is a table, says that there is nothing or that it failed, and keeps its place while it is read", async () => {
    const charts = part("SeriesChart");
    await bringIntoView(charts);
    await expect.poll(() => charts.locator("canvas").count(), { timeout: GIVE_UP_MS }).toBe(4);
    const inked = () =>
      charts.locator("canvas").evaluateAll((all) =>
        all.map((canvas) => {
          const { width, height } = canvas as HTMLCanvasElement;
          const { data } = (canvas as HTMLCanvasElement)
            .getContext("2d")!
            .getImageData(0, 0, width, height);
          return data.some((value, index) => index % 4 === 3 && value > 0);
        }),
      );
    // Each chart has its picture, and a layer for the crosshair, which is not there yet.
    await expect.poll(inked, { timeout: GIVE_UP_MS }).toEqual([true, false, true, false]);
    const plot = charts.getByRole("slider").first();
    await plot.focus();
    await page.keyboard.press("End");
    await expect.poll(inked).toEqual([true, true, true, false]);
    await expect.poll(() => plot.getAttribute("aria-valuetext")).toMatch(/9:58.*6,597/);
    await page.keyboard.press("Escape");
    expect(await charts.locator("tbody tr").count()).toBe(4);
    expect(await charts.getByText(common.chart.noData).isVisible()).toBe(true);
    const [loading, failed] = await charts.getByRole("status").allInnerTexts();
    expect(loading).toBe(common.chart.loading);
    expect(failed).toContain(common.chart.unread);
    expect(failed).toContain(common.errors.retry);
    const heights = await charts
      .locator(".h-44")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    expect(new Set(heights)).toEqual(new Set([176]));
    const strips = part("StateStrip, Sparkline").locator("svg");
    expect(
      await strips.evaluateAll((all) =>
        all.map((svg) => svg.querySelectorAll("rect, path").length > 1),
      ),
    ).toEqual([true, expect.any(Boolean), true, expect.any(Boolean)]);
  });

  test("buttons are off, busy, or locked with the reason; a choice moves", async () => {
    const buttons = part("Button, ButtonLink, ButtonAnchor, LockedButton, SubmitButton, ChoiceBar");
    expect(await buttons.locator("button:disabled").count()).toBe(4);
    expect(
      await buttons.getByRole("button", { name: common.form.saving }).getAttribute("aria-disabled"),
    ).toBe("true");
    const locked = buttons.getByRole("button", { name: common.upsellPanel.contact });
    const tip = buttons.getByRole("tooltip", { includeHidden: true });
    expect(await tip.isVisible()).toBe(false);
    await locked.focus();
    await expect.poll(() => tip.isVisible()).toBe(true);
    expect(await tip.innerText()).toBe(common.upsell.notSupported);
    const day = buttons.getByRole("radio", { name: common.fleetGauges.range_day });
    await day.check({ force: true });
    expect(
      await buttons.getByRole("radio", { checked: true }).evaluateAll((all) => all.length),
    ).toBe(1);
    expect(await day.isChecked()).toBe(true);
  });

  test("fields have help, an error in words, or are off; notices differ by what they mean", async () => {
    const fields = part("Field, PasswordField, SelectField, SwitchField");
    expect(await fields.getByText(common.resetRequest.lead).isVisible()).toBe(true);
    expect(await fields.getByText(common.problems.email).isVisible()).toBe(true);
    expect(await fields.locator('[aria-invalid="true"]').count()).toBe(1);
    expect(await fields.locator("input:disabled").count()).toBe(1);
    expect(
      await fields
        .getByRole("switch")
        .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).checked)),
    ).toEqual([true, false]);
    const notices = part("Notice").locator("strong");
    expect(await textsOf(notices)).toEqual(Array.from({ length: 4 }, () => common.history.title));
    const grounds = await part("Notice")
      .locator("div:has(> p > strong)")
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor));
    expect(new Set(grounds).size).toBe(4);
  });

  test("what is empty, locked or failed says so, and what to do", async () => {
    const tables = part("CompactTable");
    expect(await tables.locator("tbody tr").count()).toBe(2);
    expect(await tables.getByText(common.attention.noMaintenances).isVisible()).toBe(true);
    const empty = part("EmptyState");
    expect(await empty.getByRole("heading").innerText()).toBe(common.noMachines.emptyTitle);
    expect(await empty.getByRole("button", { name: common.errors.retry }).isVisible()).toBe(true);
    const locked = part("UpsellPanel");
    const told = (text: string) =>
      text
        .replace("{{machine}}", "FFG 1")
        .replace("{{needed}}", common.tiers.numbered.replace("{{n}}", "2"))
        .replace("{{tier}}", common.tiers.numbered.replace("{{n}}", "1"));
    for (const text of [
      common.upsellPanel.events,
      common.upsellPanel.maintenances,
      told(common.upsellPanel.has),
      told(common.upsellPanel.hasNone),
    ])
      expect(await locked.getByText(text).isVisible()).toBe(true);
    expect(
      await locked
        .getByRole("link", { name: common.upsellPanel.contact })
        .first()
        .getAttribute("href"),
    ).toMatch(/^mailto:/);
    expect(
      await styleOf(locked.locator('[aria-hidden="true"].absolute').first(), "filter"),
    ).toContain("blur");
    const { unauthorizedTitle, notFoundTitle, serverTitle, offlineTitle, retry } = common.errors;
    expect(await textsOf(part("ErrorScreen").locator("h1"))).toEqual([
      unauthorizedTitle,
      notFoundTitle,
      serverTitle,
      offlineTitle,
    ]);
    expect(await part("ErrorScreen").getByRole("button", { name: retry }).count()).toBe(2);
    const frame = part("Logo, TabBar, LanguageSwitch, Card, skeleton");
    expect(
      await frame.getByRole("link", { name: common.upsell.notSupported }).innerText(),
    ).toContain(common.nav.reports);
    const skeleton = frame.locator(".skeleton");
    expect((await skeleton.boundingBox())!.height).toBe(32);
    expect(await styleOf(skeleton, "backgroundColor")).not.toBe("rgba(0, 0, 0, 0)");
  });

  test("dialog, drawer and toasts open, speak the language, and close", async () => {
    const openers = part("Dialog, Drawer, Toast");
    const dialog = page.getByRole("dialog");
    await openers.getByRole("button", { name: common.nav.logOut, exact: true }).click();
    await dialog.getByRole("heading", { name: common.logOutDialog.title }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await openers.getByRole("button", { name: common.events.report, exact: true }).click();
    await dialog.getByText(common.events.reportLead).waitFor();
    expect((await dialog.locator(":scope > div.right-0").boundingBox())!.width).toBeCloseTo(550, 1);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    for (const [name, text] of [
      [common.gauge.good, common.events.created],
      [common.gauge.poor, common.complete.failed],
    ] as const) {
      await openers.getByRole("button", { name, exact: true }).click();
      await page.getByText(text, { exact: true }).first().waitFor();
    }
  });
});

test("nothing of it is an error", () => {
  expect(errors).toEqual([]);
});
