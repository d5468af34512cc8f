/** What a person can see of the dashboard's rules: facilities, work that is due, events. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { newVisitor, openBrowser, signInByForm } from "../browser.ts";

const ADMIN = "admin@acme.example";
const USER = "user@acme.example";
const SEEN_MS = 10_000;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

async function onDashboard(email: string, steps: (page: Page) => Promise<void>): Promise<void> {
  const { origin } = inject("helios");
  const { context, page, errors } = await newVisitor(browser);
  await signInByForm(page, origin, email);
  await page.waitForSelector('[data-connection="live"]', { timeout: SEEN_MS });
  await steps(page);
  expect(errors).toEqual([]);
  await context.close();
}

const cards = (page: Page) => page.getByRole("article").count();
const panel = (page: Page) => page.getByRole("dialog");

async function chooseFacilities(page: Page, choose: (page: Page) => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: /facilities shown|Choose facilities/ }).first().click(); // prettier-ignore
  await page.getByRole("button", { name: "Save" }).waitFor();
  await choose(page);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
}

describe("facilities", () => {
  test("that are taken away are gone here and on the next device, until they are chosen again", async () => {
    let all = 0;
    await onDashboard(ADMIN, async (page) => {
      all = await cards(page);
      await page.getByText("2 of 2 facilities shown").waitFor();
      await chooseFacilities(page, async () => page.getByRole("checkbox").first().uncheck());
      await page.getByText("1 of 2 facilities shown").waitFor();
      await expect.poll(() => cards(page)).toBeLessThan(all);
    });
    await onDashboard(ADMIN, async (page) => {
      await page.getByText("1 of 2 facilities shown").waitFor();
      expect(await cards(page)).toBeLessThan(all);
      await chooseFacilities(page, async () => page.getByRole("button", { name: "Select none" }).click());
      await page.getByRole("heading", { name: "No facility is chosen" }).waitFor();
      expect(await cards(page)).toBe(0);
      await chooseFacilities(page, async () => page.getByRole("button", { name: "Select all" }).click());
      await expect.poll(() => cards(page)).toBe(all);
    });
  });

  test("that nobody assigned are told with a way to help", async () => {
    await onDashboard("new@acme.example", async (page) => {
      await page.getByRole("heading", { name: "No facilities assigned" }).waitFor();
      await page.getByRole("link", { name: "Contact support" }).waitFor();
    });
  });
});

describe("work that is due", () => {
  test("shows five rows, says overdue in bold red, and is marked as complete once every step is checked", async () => {
    await onDashboard(ADMIN, async (page) => {
      const table = page.getByRole("table", { name: "Upcoming maintenance" });
      const rows = table.locator("tbody tr");
      expect(await rows.count()).toBe(5);
      const overdue = table.locator("[data-overdue]").first();
      const style = await overdue.evaluate((element) => {
        const { fontWeight, color } = getComputedStyle(element);
        const probe = document.body.appendChild(document.createElement("i"));
        probe.className = "text-alarm";
        const alarm = getComputedStyle(probe).color;
        probe.remove();
        return { fontWeight, isRed: color === alarm };
      });
      expect(style).toEqual({ fontWeight: "700", isRed: true });

      const first = (await rows.first().innerText()).split("\t").slice(0, 2).join("|");
      await rows.first().getByRole("button", { name: "Mark as complete" }).click();
      const confirm = panel(page).getByRole("button", { name: "Mark as complete" });
      const steps = panel(page).getByRole("checkbox");
      await steps.first().waitFor();
      for (const step of await steps.all()) {
        expect(await confirm.isDisabled()).toBe(true);
        await step.check();
      }
      await confirm.click();
      await page.getByText("is marked as done.").waitFor();
      await expect.poll(async () => (await rows.first().innerText()).split("\t").slice(0, 2).join("|")).not.toBe(first);
    });
  });

  test("is for others only to read", async () => {
    await onDashboard(USER, async (page) => {
      await page.getByRole("heading", { name: "Requires attention" }).waitFor();
      expect(await page.getByRole("button", { name: "Mark as complete" }).count()).toBe(0);
    });
  });
});

describe("the event drawer", () => {
  test("is 550 wide, asks for what is needed, clears what is turned off, begins anew, and shows what was reported", async () => {
    await onDashboard("superuser@helios.example", async (page) => {
      const open = page.getByRole("button", { name: "Report event" });
      await open.click();
      const submit = panel(page).getByRole("button", { name: "Report", exact: true });
      await submit.waitFor();
      const box = await panel(page).locator("form").locator("xpath=ancestor::div[2]").boundingBox();
      expect(Math.round(box?.width ?? 0)).toBe(550);
      expect(await submit.isDisabled()).toBe(true);
      expect(await panel(page).getByLabel("Machine").inputValue()).not.toBe("");
      expect(await panel(page).getByLabel("Notes").getAttribute("rows")).toBe("8");

      await panel(page).getByLabel("Event", { exact: true }).fill("Belt torn");
      await panel(page).getByLabel("Start", { exact: true }).fill("2025-11-03T08:00");
      await panel(page).getByLabel("End", { exact: true }).fill("2025-11-03T09:30");
      expect(await submit.isEnabled()).toBe(true);

      const downtime = panel(page).getByRole("switch", { name: "Was there downtime?" });
      await downtime.check();
      expect(await submit.isDisabled()).toBe(true);
      await panel(page).getByLabel("Downtime start").fill("2025-11-03T08:10");
      await downtime.uncheck();
      await downtime.check();
      expect(await panel(page).getByLabel("Downtime start").inputValue()).toBe("");
      await downtime.uncheck();

      const interventions = panel(page).getByRole("switch", { name: "Were there interventions?" });
      await interventions.check();
      expect(await panel(page).getByRole("group").count()).toBe(1);
      expect(await panel(page).getByLabel("Type").inputValue()).toBe("REPLACE");
      expect(await panel(page).getByRole("button", { name: "Remove" }).count()).toBe(0);
      expect(await submit.isDisabled()).toBe(true);
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
      await panel(page).getByLabel("Start", { exact: true }).fill("2025-11-03T08:00");
      await panel(page).getByLabel("End", { exact: true }).fill("2025-11-03T08:20");
      await submit.click();
      const toast = page.getByText("The event is reported.");
      await toast.waitFor();
      const saidAt = Date.now();
      await panel(page).getByRole("heading", { name: "Stacker jammed" }).waitFor();
      await toast.waitFor({ state: "detached" });
      expect(Date.now() - saidAt).toBeGreaterThan(2_000);
      expect(Date.now() - saidAt).toBeLessThan(5_000);
    });
  });

  test("is locked, with the reason, on a machine whose tier has no events", async () => {
    await onDashboard(ADMIN, async (page) => {
      const machines = page.getByLabel("Show", { exact: true }).last();
      const names = await machines.locator("option").allInnerTexts();
      let locked = 0;
      for (const label of names) {
        await machines.selectOption({ label });
        const button = page.getByRole("button", { name: "Report event" });
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
