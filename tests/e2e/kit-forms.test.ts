/** Forms, dialogs and the range picker of the kit, as a person meets them: by keyboard, in both languages, in each state. */
import type { BrowserContext, Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { journeyBrowser, newVisitor } from "#tests/browser.ts";
import { findAccessProblems } from "#tests/keyboard.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { testOnceOf } from "#tests/views.ts";

const browser = await journeyBrowser();
let context: BrowserContext;
let page: Page;

/** One cell of a page of the kit, alone. */
const open = async (width: number, lang: "en" | "es", path = "/dev/kit/forms") => {
  await context?.close();
  ({ context, page } = await newVisitor(browser, { viewport: { width, height: 900 } }));
  await page.goto(`${sharedHelios().origin}${path}?cell=${lang}-light`);
  // The picker is a plain button until the page is alive.
  await page.locator("#DateRangePicker [data-headlessui-state]").first().waitFor();
};
const part = (name: string, lang: "en" | "es" = "en") =>
  page.getByRole("region", { name, exact: true }).locator(`div[lang="${lang}"].theme-light`);
const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));

describe.each([
  { lang: "en", width: 1440, words: en.common },
  { lang: "es", width: 390, words: es.common },
] as const)("in $lang at $width", ({ lang, width, words }) => {
  beforeEach(() => open(width, lang));
  const testIn = testOnceOf({ lang });
  /** A dialog on the desk, a drawer on the phone. */
  const key = lang === "en" ? "displays.edit" : "events.report";

  testIn(
    "en",
    "a form says at each field and above the button what is wrong, and keeps what was typed",
    async () => {
      const form = part("ResourceForm", lang);
      const name = form.locator('[name="name"]');
      const save = form.getByRole("button", { name: words.accountPage.save });
      await save.click();
      const summary = form.getByRole("alert");
      await summary.getByText(words.problems.summary).waitFor();
      expect(await focused()).toBe("name");
      const required = words.problems.required.replace("{{field}}", words.machines.name);
      expect(await form.getByText(required, { exact: true }).count()).toBe(2);
      await summary.getByRole("link", { name: new RegExp(words.login.email) }).click();
      expect(await focused()).toBe("email");

      const send = async (value: string, problem: string) => {
        await name.fill(value);
        await form.locator('[name="email"]').fill("ana@acme.example");
        await save.click();
        await summary.getByText(problem).waitFor();
        expect(await name.inputValue()).toBe(value);
      };
      await send("taken", `${words.login.email}: ${words.problems.gone}`);
      expect(await focused()).toBe("email");
      await send("forbidden", words.problems.forbidden);
      await send("broken", words.problems.server);
      await send("ended", words.problems.session_ended);
      expect(
        await summary.getByRole("link", { name: words.kit.signInAgain }).getAttribute("target"),
      ).toBe("_blank");
      await context.setOffline(true);
      await send("offline", words.problems.offline);
      await context.setOffline(false);
      await name.fill("Line 3");
      await save.click();
      await page.getByText(words.displays.saved.replace("{{name}}", "Line 3")).waitFor();
      expect(await name.inputValue()).toBe("");
      expect(await summary.count()).toBe(0);
    },
  );

  testIn("es", "a button that is off says why and sends nothing", async () => {
    const form = part("ResourceForm", lang);
    await form.getByRole("button", { name: words.upsell.notSupported }).click();
    const save = form.getByRole("button", { name: words.accountPage.save });
    expect(await save.getAttribute("aria-disabled")).toBe("true");
    const reason = (await save.getAttribute("aria-describedby"))!;
    expect(await page.locator(`[id="${reason}"]`).innerText()).toBe(words.signIn.needBoth);
    await save.focus();
    await page.keyboard.press("Enter");
    expect(await form.getByRole("alert").count()).toBe(0);
  });

  test(`${key} opens a form that begins anew, asks before what was typed is dropped, and gives the focus back`, async () => {
    const label = key === "displays.edit" ? words.displays.edit : words.events.report;
    const opener = part("FormDialog, FormDrawer", lang).getByRole("button", { name: label });
    const dialog = page.getByRole("dialog");
    await opener.press("Enter");
    await dialog.locator('[name="name"]').waitFor();
    await expect.poll(focused).toBe("name");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true);

    await opener.press("Enter");
    await expect.poll(focused).toBe("name");
    await page.keyboard.type("forbidden");
    await page.keyboard.press("Escape");
    const question = dialog.getByText(words.kit.discardAsk);
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await expect.poll(focused).toBe("name");
    await page.keyboard.press("Escape");
    await question.waitFor();
    await page.keyboard.press("Enter");
    await dialog.locator('[name="email"]').fill("ana@acme.example");
    await dialog.getByRole("button", { name: words.accountPage.save }).click();
    await dialog.getByText(words.problems.forbidden).waitFor();
    expect(await dialog.locator('[name="name"]').inputValue()).toBe("forbidden");
    expect(await findAccessProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: words.kit.discard }).click();
    await dialog.waitFor({ state: "detached" });

    await opener.press("Enter");
    await expect.poll(focused).toBe("name");
    expect(await dialog.getByRole("alert").count()).toBe(0);
    expect(await dialog.locator('[name="name"]').inputValue()).toBe("");
    await page.keyboard.type("Line 4");
    await dialog.locator('[name="email"]').fill("ana@acme.example");
    await page.keyboard.press("Enter");
    await page.getByText(words.displays.saved.replace("{{name}}", "Line 4")).waitFor();
    await dialog.waitFor({ state: "detached" });
  });

  test(`the way back, away and out of ${key} asks once when something was typed, and not otherwise`, async () => {
    await page.goto(`${sharedHelios().origin}/dev/kit/controls?cell=${lang}-light`);
    await part("Button, ButtonLink, ButtonAnchor, LockedButton, SubmitButton, ChoiceBar", lang)
      .locator("a")
      .first()
      .click();
    const label = key === "displays.edit" ? words.displays.edit : words.events.report;
    const opener = part("FormDialog, FormDrawer", lang).getByRole("button", { name: label });
    const name = page.locator('[role="dialog"] [name="name"]');
    const question = page.getByRole("alertdialog", { name: words.kit.leaveTitle });
    const press = (what: string) => question.getByRole("button", { name: what }).click();
    const goBack = () => page.evaluate(() => history.back());
    const goForward = () => page.evaluate(() => history.forward());
    /** The address alone changes before it is known whether the page may be left. */
    const hasLeft = () => page.locator("#FormDialog").waitFor({ state: "detached" });
    await opener.click();
    await name.waitFor();
    await goBack();
    await hasLeft();
    await goForward();

    await opener.click();
    await name.fill("Line 4");
    await goBack();
    await question.getByRole("button").first().waitFor();
    // Escape answers the question, and the form stays as it is.
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("Line 4");
    expect(await page.getByText(words.kit.discardAsk).count()).toBe(0);
    await goBack();
    await press(words.kit.keepEditing);
    await question.waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("Line 4");
    expect(new URL(page.url()).pathname).toBe("/dev/kit");
    expect(await findAccessProblems(page)).toEqual([]);
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    await (await asked).dismiss();
    expect(await name.inputValue()).toBe("Line 4");
    await goBack();
    await press(words.kit.discard);
    await hasLeft();
    await goForward();

    await opener.click();
    await name.fill("Line 4");
    await page.getByRole("dialog").locator('[name="email"]').fill("ana@acme.example");
    await name.press("Enter");
    await page.getByText(words.displays.saved.replace("{{name}}", "Line 4")).waitFor();
    await goBack();
    await hasLeft();
  });

  testIn(
    "es",
    "a question names what goes, begins on what keeps, and may ask for a word",
    async () => {
      const openers = part("ConfirmDialog", lang);
      const question = page.getByRole("alertdialog");
      await openers.getByRole("button", { name: words.tokens.revoke }).click();
      await question
        .getByText(words.tokens.revokeTitle.replace("{{name}}", "Feeder jam"))
        .waitFor();
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe(words.tokens.keep);
      await question.getByRole("button", { name: words.tokens.revoke }).click();
      await page.getByText(words.tokens.revoked.replace("{{name}}", "Feeder jam")).waitFor();
      await question.waitFor({ state: "detached" });

      await openers.getByRole("button", { name: /FFG 1/ }).click();
      const goes = question.getByRole("list", { name: words.kit.goes });
      expect(await goes.getByRole("listitem").allInnerTexts()).toEqual(["Feeder jam", "FFG 1"]);
      await question.getByRole("textbox").press("Enter");
      await question.getByText(words.kit.typeFirst.replace("{{word}}", "FFG 1")).waitFor();
      await page.keyboard.type("ffg 1");
      expect(
        await question.getByText(words.kit.typeFirst.replace("{{word}}", "FFG 1")).count(),
      ).toBe(0);
      await page.keyboard.press("Enter");
      await question.waitFor({ state: "detached" });

      await openers.getByRole("button", { name: words.failures.server }).click();
      await question.getByRole("button", { name: words.tokens.revoke }).click();
      await question.getByText(words.problems.forbidden).waitFor();
      expect(await findAccessProblems(page)).toEqual([]);
      // Nothing was entered: nothing is told to be still here.
      await context.setOffline(true);
      await question.getByRole("button", { name: words.tokens.revoke }).click();
      await question.getByText(words.problems.offline_asked).waitFor();
      await context.setOffline(false);
    },
  );

  test("a range is a preset or two moments in the reader's habit, and nothing beyond now", async () => {
    const [short, own] = [
      part("DateRangePicker", lang).getByRole("button").first(),
      part("DateRangePicker", lang).getByRole("button").last(),
    ];
    expect(await own.innerText()).toBe(
      lang === "en"
        ? "11/19/26 10:30 AM – 11/21/26 10:30 AM CST"
        : "19/11/26 10:30 – 21/11/26 10:30 GMT‑6",
    );
    await short.press("Enter");
    const panel = part("DateRangePicker", lang).locator(
      `[aria-label="${words.chart.time}"]:not(button)`,
    );
    const year = panel.getByRole("button", { name: words.kit.range_1y });
    expect(await year.getAttribute("aria-disabled")).toBe("true");
    expect(await year.innerText()).toContain("[Tier 2]");
    await panel.getByRole("button", { name: words.kit.range_7d }).click();
    await panel.waitFor({ state: "detached" });
    expect(await short.innerText()).toBe(words.kit.range_7d);

    await short.click();
    const day = (text: string) => panel.locator(`[data-day="${text}"]`);
    expect(await day("2026-11-23").isDisabled()).toBe(true);
    await day("2026-11-22").focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const field = (label: string) => panel.getByLabel(label, { exact: true });
    expect(await field(words.kit.rangeFrom).inputValue()).toBe(
      lang === "en" ? "11/15/2026" : "15/11/2026",
    );
    expect(await field(words.kit.rangeTo).inputValue()).toBe(
      lang === "en" ? "11/16/2026" : "16/11/2026",
    );
    await field(words.kit.rangeTo).fill(lang === "en" ? "11/23/26" : "23/11/26");
    await page.keyboard.press("Enter");
    await panel.getByText(words.kit.range_future).first().waitFor();
    const apply = panel.getByRole("button", { name: words.kit.rangeApply });
    expect(await apply.getAttribute("aria-disabled")).toBe("true");
    await field(words.kit.rangeTo).fill(lang === "en" ? "11/16/26" : "16/11/26");
    await field(words.kit.rangeFromTime).fill(lang === "en" ? "6 pm" : "18:00");
    await field(words.kit.rangeToTime).fill(lang === "en" ? "11:59 PM" : "23:59");
    expect(await findAccessProblems(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await panel.waitFor({ state: "detached" });
    expect(await short.innerText()).toBe(
      lang === "en"
        ? "11/15/26 6:00 PM – 11/17/26 12:00 AM CST"
        : "15/11/26 18:00 – 17/11/26 0:00 GMT‑6",
    );
  });

  testIn("en", "what failed says so and is tried again", async () => {
    const failures = part("Failure", lang);
    expect(await failures.getByRole("alert").count()).toBe(3);
    await failures.getByRole("button", { name: words.errors.retry }).first().click();
    await failures.getByRole("button", { name: words.kit.retrying }).waitFor();
  });
});

test("a page with something filled in asks before it is left", async () => {
  await open(1440, "en", "/dev/kit");
  const form = part("ResourceForm");
  await form.locator('[name="name"]').fill("Line 3");
  await part("Logo, TabBar, LanguageSwitch, Card, skeleton")
    .getByRole("link", { name: en.common.nav.machines })
    .click();
  const question = page.getByRole("alertdialog");
  await question.getByText(en.common.kit.leaveTitle).waitFor();
  await question.getByRole("button", { name: en.common.kit.keepEditing }).click();
  await question.waitFor({ state: "detached" });
  expect(await form.locator('[name="name"]').inputValue()).toBe("Line 3");
  await part("Logo, TabBar, LanguageSwitch, Card, skeleton")
    .getByRole("link", { name: en.common.nav.machines })
    .click();
  await question.getByRole("button", { name: en.common.kit.discard }).click();
  await page.waitForURL(/\/login/);
});

test("on a phone a slider's thumbs are 44 px high to touch", async () => {
  await open(390, "en");
  for (const slider of await part("Slider, RangeSlider").getByRole("slider").all()) {
    const height = await slider.evaluate((input: HTMLInputElement) => {
      input.scrollIntoView({ block: "center" });
      const { left, top, width, height } = input.getBoundingClientRect();
      const x = left + (width * Number(input.value)) / 100;
      const at = [...Array(60).keys()].map((y) => top + height / 2 - 30 + y);
      return at.filter((y) => document.elementFromPoint(x, y) === input).length;
    });
    // One less where its edges stand between pixels.
    expect(height, (await slider.getAttribute("aria-label")) ?? "").toBeGreaterThanOrEqual(43);
  }
});

describe.each([
  { lang: "en", width: 1440, words: en.common },
  { lang: "es", width: 390, words: es.common },
] as const)("small controls in $lang at $width", ({ lang, width, words }) => {
  beforeEach(() => open(width, lang));
  const testIn = testOnceOf({ lang });

  const percent = (value: number) => `${value}${lang === "en" ? "" : "\u00a0"}%`;

  testIn("es", "sliders go by keys, and two thumbs do not pass each other", async () => {
    const sliders = part("Slider, RangeSlider", lang);
    const one = sliders.getByRole("slider", { name: words.machine.speed });
    await one.press("ArrowRight");
    expect(await one.getAttribute("aria-valuetext")).toBe(percent(41));
    const low = sliders.getByRole("slider", { name: words.chart.lowest });
    await low.press("End");
    expect(await low.inputValue()).toBe("80");
    const high = sliders.getByRole("slider", { name: words.chart.highest });
    await high.press("Home");
    expect(await high.inputValue()).toBe("80");
    await sliders.getByText(`${percent(80)} – ${percent(80)}`).waitFor();
    await low.press("Home");
    await sliders.getByText(`${percent(0)} – ${percent(80)}`).waitFor();
  });

  testIn(
    "en",
    "a tooltip comes with the focus and a press, and goes by Escape, a press beside it and a scroll",
    async () => {
      const tips = part("Tooltip, NameTip", lang);
      const tip = tips.getByRole("tooltip", { includeHidden: true });
      const button = tips.getByRole("button", { name: words.machine.uptime });
      expect(await tip.isVisible()).toBe(false);
      await button.focus();
      await expect.poll(() => tip.isVisible()).toBe(true);
      await page.keyboard.press("Escape");
      await expect.poll(() => tip.isVisible()).toBe(false);
      await page.keyboard.press("Enter");
      await expect.poll(() => tip.isVisible()).toBe(true);
      // As where a tap moves no focus.
      await page.locator("body").dispatchEvent("pointerdown");
      await expect.poll(() => tip.isVisible()).toBe(false);
      await page.keyboard.press("Enter");
      await expect.poll(() => tip.isVisible()).toBe(true);
      await page.evaluate(() => window.scrollBy(0, 40));
      await expect.poll(() => tip.isVisible()).toBe(false);
    },
  );

  testIn(
    "es",
    "an accordion opens by keys, a secret is gone when it was copied, long work is stopped",
    async () => {
      const accordion = part("Accordion", lang).locator("details");
      await accordion.nth(1).locator("summary").press("Enter");
      await expect
        .poll(() =>
          accordion.evaluateAll((all) => all.map((it) => (it as HTMLDetailsElement).open)),
        )
        .toEqual([true, true]);
      const secret = part("CopyOnce", lang);
      expect(await secret.getByLabel(words.tokens.value).inputValue()).toMatch(/^hsk_/);
      await secret.getByRole("button", { name: words.kit.haveCopied }).click();
      expect(await secret.getByRole("textbox").count()).toBe(0);
      const jobs = part("JobProgress", lang);
      expect(
        await jobs
          .getByRole("progressbar")
          .evaluateAll((all) => all.map((it) => (it as HTMLProgressElement).position)),
      ).toEqual([
        0.25,
        -1,
        expect.closeTo(5 / 12),
        expect.closeTo(5 / 12),
        1,
        expect.closeTo(5 / 12),
      ]);
      await jobs.getByRole("button", { name: words.kit.stop }).first().click();
      expect(await jobs.getByRole("status").first().innerText()).toBe(words.kit.job_stopping);
      const checks = part("CheckField, CheckGroup", lang);
      expect(await checks.getByRole("checkbox", { checked: true }).count()).toBe(3);
      await checks.getByText(words.machine.uptime, { exact: true }).waitFor();
    },
  );
});
