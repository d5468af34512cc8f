/** Events from the dashboard: the form in its drawer, by its rules, by keyboard, in both languages, and from any page. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { EVENT_TOAST_MS } from "#app/components/ui/toast.tsx";
import { bringIntoView, comeAlive, journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { findAccessProblems, pressOn, tabTo, typeInto } from "#tests/keyboard.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";
import { testOnceOf } from "#tests/views.ts";
import { texts as forms } from "#app/kit/forms/texts.en.ts";
import { texts as kit } from "#app/kit/texts.en.ts";
import { texts as spanishKit } from "#app/kit/texts.es.ts";
import { texts as english } from "#app/features/events/texts.en.ts";
import { texts as spanish } from "#app/features/events/texts.es.ts";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";

const SUPERUSER = "superuser@helios.example";
const ADMIN = "admin@acme.example";

const browser = await journeyBrowser();

type View = { locale?: string; viewport?: { width: number; height: number } };

async function onDashboard(
  email: string,
  steps: (page: Page, origin: string) => Promise<void>,
  view: View = {},
): Promise<void> {
  const { origin } = sharedHelios();
  const { context, page, errors } = await newVisitor(browser, view);
  await openAs(page, origin, email);
  await page.waitForSelector('[data-connection="live"]', { timeout: GIVE_UP_MS });
  await steps(page, origin);
  // A call that a journey makes fail is named by the browser.
  expect(
    errors.filter((line) => !/^Failed to (?:load resource|fetch manifest)/.test(line)),
  ).toEqual([]);
  await context.close();
}

const panel = (page: Page) => page.getByRole("dialog");
const event = (page: Page) => panel(page).getByLabel("Event", { exact: true });
const start = (page: Page) => panel(page).getByLabel("Start", { exact: true });
const end = (page: Page) => panel(page).getByLabel("End", { exact: true });
const send = (page: Page) => panel(page).getByRole("button", { name: "Report", exact: true });
/** The page's own; a superuser's bar has one of the same name. */
const opener = (page: Page) =>
  page.getByRole("main").getByRole("button", { name: "Report event", exact: true });
const openForm = async (page: Page) => {
  await opener(page).click();
  await send(page).waitFor();
};

describe("the event form", () => {
  test("says what is missing at its field and puts the cursor there, and takes nobody's word for the future", async () => {
    await onDashboard(SUPERUSER, async (page) => {
      await openForm(page);
      await send(page).click();
      for (const text of ["Event is required", "Start is required", "End is required"])
        await panel(page).getByText(text).first().waitFor();
      expect(await event(page).evaluate((element) => element === document.activeElement)).toBe(
        true,
      );
      expect(await findAccessProblems(page)).toEqual([]);
      await event(page).fill("Belt torn");
      await start(page).fill("11/3/2025 9:30 AM");
      await end(page).fill("11/3/2025 8:00 AM");
      await panel(page).getByText("The end must be later than the start.").first().waitFor();
      await end(page).fill("1/1/2999 8:00 AM");
      await panel(page).getByText("This must not be in the future.").first().waitFor();
      expect(await panel(page).getByText("Event is required").count()).toBe(0);
      await panel(page).getByLabel("Machine", { exact: true }).selectOption("");
      expect(await send(page).isDisabled()).toBe(true);
      await panel(page).getByText("Choose the machine first.").waitFor();
    });
  });

  test("keeps what was typed when Helios goes away as soon as it is open", async () => {
    await onDashboard(SUPERUSER, async (page) => {
      // Nobody knows yet what stands at the address that the form is sent to.
      const gone = /\/(?:__manifest|build)(?:\?|$)/;
      await page.route(gone, (route) => route.abort());
      await openForm(page);
      await event(page).fill("Belt torn");
      await start(page).fill("11/3/2025 8:00 AM");
      await end(page).fill("11/3/2025 9:30 AM");
      await send(page).click();
      await panel(page).getByText(forms.problems.not_sent).first().waitFor();
      expect(await event(page).inputValue()).toBe("Belt torn");
      await page.unroute(gone);
      const hinted = page.waitForResponse(/event_hints/);
      await page.evaluate(() => window.dispatchEvent(new Event("online")));
      await hinted;
      await send(page).click();
      await page.getByText(english.events.created).waitFor({ timeout: GIVE_UP_MS });
    });
  });

  test("is sent while the address of what it reads beside is still asked for", async () => {
    await onDashboard(SUPERUSER, async (page) => {
      const hints = /\/__manifest\?.*event_hints/;
      await page.route(hints, (route) => route.abort());
      await openForm(page);
      await event(page).fill("Belt slipped");
      await start(page).fill("11/3/2025 8:00 AM");
      await end(page).fill("11/3/2025 9:30 AM");
      // All is read again after it; of the hints nobody knows yet whether they exist.
      await send(page).click();
      await page.getByText(english.events.created).waitFor({ timeout: GIVE_UP_MS });
      await panel(page).getByText("Belt slipped").first().waitFor();
      expect(await page.locator("h1").first().innerText()).toBe(en.common.dashboard.fleetAll);
    });
  });

  test("is on its way as soon as it is sent, also while Helios is slow to say that it is there", async () => {
    await onDashboard(SUPERUSER, async (page) => {
      const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
      await page.route(/\/(?:__manifest|build)(?:\?|$)/, async (route) => {
        await mayAnswer;
        await route.continue();
      });
      await openForm(page);
      await event(page).fill("Belt worn");
      await start(page).fill("11/3/2025 8:00 AM");
      await end(page).fill("11/3/2025 9:30 AM");
      const posts: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "POST" && request.postData()?.includes("Belt+worn"))
          posts.push(request.url());
      });
      const submit = panel(page).locator("button[type=submit]");
      await submit.click();
      await panel(page).locator("button[type=submit][aria-disabled=true]").waitFor();
      await submit.click({ force: true });
      letAnswer();
      await page.getByText(english.events.created).waitFor({ timeout: GIVE_UP_MS });
      expect(posts.length).toBe(1);
    });
  });

  test("begins in its first field, is walked by Tab past what is empty, and asks on the button that keeps", async () => {
    await onDashboard(SUPERUSER, async (page) => {
      await opener(page).press("Enter");
      await send(page).waitFor();
      const isFocused = (target: Locator) =>
        target.evaluateAll((all) => all.some((element) => element === document.activeElement));
      const hasFocus = (target: Locator) => expect.poll(() => isFocused(target)).toBe(true);
      await hasFocus(panel(page).getByLabel("Machine", { exact: true }));
      // What is left empty is checked at that moment; whoever tabs on is not led back to the drawer's beginning.
      const notes = panel(page).getByLabel("Notes", { exact: true });
      while (!(await isFocused(notes))) {
        await page.keyboard.press("Tab");
        await expect.poll(() => isFocused(page.locator("form :focus"))).toBe(true);
      }
      await panel(page).getByText("Start is required").first().waitFor();
      await page.keyboard.type("Belt torn");
      await page.keyboard.press("Escape");
      const keep = panel(page).getByRole("button", { name: kit.kit.keepEditing });
      await hasFocus(keep);
      await page.keyboard.press("Enter");
      await hasFocus(notes);
      expect(await notes.inputValue()).toBe("Belt torn");
    });
  });

  test("keeps everything when Helios refuses or is not there, names the field, and asks before it throws away", async () => {
    await onDashboard(SUPERUSER, async (page) => {
      await openForm(page);
      await event(page).fill("Belt torn");
      await start(page).fill("11/3/2025 8:00 AM");
      await end(page).fill("11/3/2025 9:30 AM");
      await panel(page).getByLabel("Notes", { exact: true }).fill("Twice this week");
      await panel(page).getByRole("switch", { name: "Were there interventions?" }).check();
      const component = panel(page).getByLabel("Component", { exact: true });
      await expect.poll(() => component.locator("option").count()).toBeGreaterThan(1);
      await component.selectOption({ index: 1 });

      const forms = "**/event_forms*";
      await page.route(forms, (route) => route.abort());
      await send(page).click();
      await page.getByText("An error occurred — Helios did not answer.").waitFor();
      await page.unroute(forms);

      // The component is gone since the form was filled in.
      await page.route(forms, async (route) => {
        const sent = new URLSearchParams(route.request().postData() ?? "");
        sent.set("interventions[0].component_id", "987654");
        await route.continue({ postData: sent.toString() });
      });
      // The page is being read again meanwhile: nothing waits for it.
      let goOn = () => {};
      const reading = new Promise<void>((resolve) => (goOn = resolve));
      await page.route("**/dashboard.data*", async (route) => {
        await reading;
        await route.continue().catch(() => {});
      });
      await send(page).click();
      await panel(page).getByText("Choose a component of this machine.").first().waitFor();
      expect(await component.evaluate((element) => element === document.activeElement)).toBe(true);
      // The toast is the drawer's own: closing it closes nothing else.
      await page
        .getByText("An error occurred — Component: Choose a component of this machine.")
        .waitFor();
      await page.getByRole("alert").getByRole("button", { name: "Close" }).click();
      await page.unroute(forms);
      expect(await panel(page).getByLabel("Notes", { exact: true }).inputValue()).toBe(
        "Twice this week",
      );

      await event(page).focus();
      await page.keyboard.press("Escape");
      await panel(page).getByText("Discard what you entered?").waitFor();
      await panel(page).getByRole("button", { name: "Keep editing" }).click();
      await expect
        .poll(() => event(page).evaluate((element) => element === document.activeElement))
        .toBe(true);
      goOn();
      await page.unroute("**/dashboard.data*");
      expect(await event(page).inputValue()).toBe("Belt torn");
      await component.selectOption({ index: 1 });
      await send(page).click();
      await panel(page).getByRole("heading", { name: "Belt torn" }).waitFor();
      await panel(page).getByText("Replace:").waitFor();
      await page.keyboard.press("Escape");
      await panel(page).waitFor({ state: "detached" });
      await opener(page).waitFor();
    });
  });

  test("opens 550 wide, asks for what is needed, clears what is turned off, begins anew, and shows what was reported", async () => {
    await onDashboard(SUPERUSER, async (page) => {
      const open = opener(page);
      await open.click();
      const submit = send(page);
      await submit.waitFor();
      const box = await panel(page).locator("form").locator("xpath=ancestor::div[2]").boundingBox();
      expect(Math.round(box?.width ?? 0)).toBe(550);
      expect(await panel(page).getByLabel("Machine", { exact: true }).inputValue()).not.toBe("");
      expect(await panel(page).getByLabel("Notes", { exact: true }).getAttribute("rows")).toBe("8");

      await panel(page).getByLabel("Event", { exact: true }).fill("Belt torn");
      await panel(page).getByLabel("Start", { exact: true }).fill("11/3/2025 8:00 AM");
      await panel(page).getByLabel("End", { exact: true }).fill("11/3/2025 9:30 AM");

      const downtime = panel(page).getByRole("switch", { name: "Was there downtime?" });
      const began = panel(page).getByLabel("Downtime start", { exact: true });
      await downtime.check();
      expect(await began.inputValue()).toBe("11/3/2025 8:00 AM");
      await began.fill("Monday");
      await submit.click();
      await panel(page).getByText("Enter a date and a time like 11/20/2026 6:05 PM.").waitFor();
      await began.fill("");
      await panel(page).getByText("Downtime start is required").first().waitFor();
      await began.fill("11/3/2025 8:10 AM");
      await downtime.uncheck();
      await downtime.check();
      expect(await began.inputValue()).toBe("11/3/2025 8:00 AM");
      await downtime.uncheck();

      const interventions = panel(page).getByRole("switch", { name: "Were there interventions?" });
      await interventions.check();
      expect(await panel(page).getByRole("group").count()).toBe(1);
      expect(await panel(page).getByLabel("Type", { exact: true }).inputValue()).toBe("REPLACE");
      expect(await panel(page).getByRole("button", { name: "Remove" }).count()).toBe(0);
      await submit.click();
      await panel(page).getByText("Component is required").first().waitFor();
      await panel(page).getByRole("button", { name: "Add intervention" }).click();
      expect(await panel(page).getByRole("button", { name: "Remove" }).count()).toBe(1);
      await interventions.uncheck();
      expect(await panel(page).getByRole("group").count()).toBe(0);

      await panel(page).getByRole("button", { name: "Cancel" }).click();
      await submit.waitFor({ state: "detached" });
      await open.click();
      await submit.waitFor();
      expect(await panel(page).getByLabel("Event", { exact: true }).inputValue()).toBe("");

      await panel(page).getByLabel("Event", { exact: true }).fill("Stacker jammed");
      await panel(page).getByLabel("Start", { exact: true }).fill("11/3/2025 8:00 AM");
      await panel(page).getByLabel("End", { exact: true }).fill("11/3/2025 8:20 AM");
      // The page's clock stands still but for what the test lets pass.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await submit.click();
      const toast = page.getByText("The event is reported.");
      await toast.waitFor();
      await panel(page).getByRole("heading", { name: "Stacker jammed" }).waitFor();
      await page.clock.runFor(EVENT_TOAST_MS - 100);
      expect(await toast.count()).toBe(1);
      await page.clock.runFor(200);
      await toast.waitFor({ state: "detached" });
    });
  });

  test("is locked, with the reason, on a machine whose tier has no events", async () => {
    await onDashboard(ADMIN, async (page) => {
      await comeAlive(page);
      const machines = page.getByLabel("Show", { exact: true }).last();
      const names = await machines.locator("option").allInnerTexts();
      let locked = 0;
      for (const label of names) {
        await machines.selectOption({ label });
        const button = opener(page);
        if ((await button.getAttribute("aria-disabled")) !== "true") continue;
        locked += 1;
        await button.hover();
        await page.getByRole("tooltip", { name: /Not supported/ }).waitFor();
        await page.getByText("Events need a higher service tier.").waitFor();
      }
      expect(locked).toBeGreaterThan(0);
    });
  });
});

test("on a phone the form shows what is wrong above its buttons, and says why no time can be chosen", async () => {
  const { events } = spanish;
  const steps = async (page: Page) => {
    await page.getByRole("main").getByRole("button", { name: events.report, exact: true }).click();
    const submit = panel(page).getByRole("button", { name: events.submit, exact: true });
    const field = (name: string) => panel(page).getByLabel(name, { exact: true });
    await field(events.name).fill("Correa rota");
    await panel(page)
      .getByRole("button", { name: `${events.start}: elegir`, exact: false })
      .click();
    for (const name of [spanishKit.kit.hour, spanishKit.kit.minute]) {
      const choice = panel(page).getByLabel(name, { exact: true }).locator("visible=true");
      expect(await choice.isDisabled()).toBe(true);
      const said = await choice.evaluate((it) =>
        it
          .getAttribute("aria-describedby")
          ?.split(" ")
          .map((id) => document.getElementById(id)?.textContent),
      );
      expect(said).toEqual([spanishKit.kit.dayFirst]);
    }
    await page.keyboard.press("Escape");
    await field(events.start).fill("3/11/2025 8:00");
    await field(events.end).fill("31/2/2026 9:30");
    await field(events.name).focus();
    await submit.click();
    const wrong = panel(page).getByText(spanishKit.kit.range_noSuchDay);
    await expect
      .poll(() => field(events.end).evaluate((it) => it === document.activeElement))
      .toBe(true);
    const { y, height } = (await wrong.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual((await submit.boundingBox())!.y);
    expect(await field(events.end).inputValue()).toBe("31/2/2026 9:30");
  };
  await onDashboard(SUPERUSER, steps, { locale: "es-MX", viewport: { width: 390, height: 844 } });
});

describe.each([
  { lang: "en", locale: "en-US", width: 1440, words: { ...en.common, ...english } },
  { lang: "es", locale: "es-MX", width: 1024, words: { ...es.common, ...spanish } },
  { lang: "es", locale: "es-MX", width: 390, words: { ...es.common, ...spanish } },
])("the reason of the locked button, in $lang, $width wide", ({ locale, width, words }) => {
  test("stands within the page, which it does not widen, also at the window's lower edge", async () => {
    const steps = async (page: Page) => {
      await comeAlive(page);
      const list = page.locator("#snapshot-machine");
      await bringIntoView(list);
      // What comes alive here and above takes the place of what was drawn: the pointer would be elsewhere then.
      for (const part of [list, page.locator("#chart-machine")])
        await page.locator("[data-drawn]").filter({ has: part }).waitFor({ state: "detached" });
      // One of the demo's machines whose tier has no events.
      await list.selectOption({ label: "FFG 5" });
      const button = page
        .getByRole("main")
        .getByRole("button", { name: words.events.report, exact: true })
        .and(page.locator("[aria-disabled=true]"));
      const tip = page.getByRole("tooltip", { name: words.upsell.notSupported });
      // What others do in this fleet moves the page under a pointer that rests.
      const hovered = async () => {
        await button.hover();
        return tip.evaluateAll(
          ([it]) => it?.getBoundingClientRect().toJSON() as DOMRect | undefined,
        );
      };
      await expect.poll(hovered, { timeout: GIVE_UP_MS }).toBeDefined();
      const { x, width: wide } = (await hovered())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + wide).toBeLessThanOrEqual(width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      // The focus brings the button to the edge; a finger may have left it there as well.
      await button.evaluate((it) =>
        window.scrollBy(0, it.getBoundingClientRect().bottom - innerHeight),
      );
      await page.mouse.move(0, 0);
      await button.focus();
      const { y, height } = (await tip.boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(860);
      expect(y).toBeGreaterThanOrEqual(0);
    };
    await onDashboard(ADMIN, steps, { locale, viewport: { width, height: 860 } });
  });
});

describe.each([
  { lang: "en", locale: "en-US", width: 1440, words: en.common },
  { lang: "es", locale: "es-MX", width: 390, words: es.common },
] as const)("unplanned downtime, in $lang, $width wide", ({ lang, locale, width, words }) => {
  const testIn = testOnceOf({ lang });

  testIn("es", "is reported by a superuser from a machine's page, by keyboard alone", async () => {
    const steps = async (page: Page, origin: string) => {
      await page.goto(`${origin}/machines/2/overview`);
      const open = page
        .getByRole("region", { name: words.provider.label })
        .getByRole("button", { name: words.provider.report, exact: true });
      await pressOn(page, open);
      const drawer = panel(page);
      await drawer.getByRole("heading", { name: words.events.report }).waitFor();
      expect(await drawer.getByLabel(words.events.machine, { exact: true }).inputValue()).toBe("2");
      expect(await drawer.getByRole("switch", { name: words.events.isDowntime }).isChecked()).toBe(
        true,
      );
      expect(await findAccessProblems(page)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0);
      await typeInto(page, drawer.getByLabel(words.events.name, { exact: true }), `Paro ${width}`);
      for (const [label, time] of [
        [words.events.start, "3/11/2025 8:00"],
        [words.events.end, "3/11/2025 9:00"],
        [words.events.downtimeEnd, "3/11/2025 8:30"],
      ] as const) {
        const field = drawer.getByLabel(label, { exact: true });
        await tabTo(page, field);
        await field.fill(time);
      }
      await pressOn(page, drawer.getByRole("button", { name: words.events.submit, exact: true }));
      await drawer.getByRole("heading", { name: `Paro ${width}` }).waitFor();
      // The button that was pressed is gone; the focus is not.
      await expect
        .poll(() => drawer.evaluate((element) => element.contains(document.activeElement)))
        .toBe(true);
      await page.keyboard.press("Escape");
      await drawer.waitFor({ state: "detached" });
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe(words.provider.report);
    };
    await onDashboard(SUPERUSER, steps, { locale, viewport: { width, height: 860 } });
  });

  testIn("en", "is nobody else's to report from the bar", async () => {
    await onDashboard(
      ADMIN,
      async (page) => {
        const bar = page.getByRole("region", { name: words.provider.label });
        expect(await bar.count()).toBe(0);
      },
      { locale, viewport: { width, height: 860 } },
    );
  });
});
