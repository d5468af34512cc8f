/** What a person can see of the dashboard's rules: facilities, and work that is due. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { findAccessProblems } from "#tests/keyboard.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { dueWorkOf } from "#tests/due-work.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";

const ADMIN = "admin@acme.example";
const USER = "user@acme.example";

const browser = await journeyBrowser();

async function onDashboard(email: string, steps: (page: Page) => Promise<void>): Promise<void> {
  const { origin } = sharedHelios();
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, email);
  await page.waitForSelector('[data-connection="live"]', { timeout: GIVE_UP_MS });
  await steps(page);
  // A call that a journey makes fail is named by the browser.
  expect(errors.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([]);
  await context.close();
}

const cards = (page: Page) => page.getByRole("article").count();
const panel = (page: Page) => page.getByRole("dialog");

async function chooseFacilities(page: Page, choose: (page: Page) => Promise<void>): Promise<void> {
  await page
    .getByRole("button", { name: /facilities shown|Choose facilities/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Save" }).waitFor();
  await choose(page);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
}

test("what its signs mean is read by keyboard, and Escape leads back", async () => {
  await onDashboard(USER, async (page) => {
    const button = page.getByRole("button", { name: "Key", exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    const key = page.getByRole("dialog", { name: "Key", exact: true });
    await key.getByRole("heading", { name: "Machine states" }).waitFor();
    await key.getByText("Running empty", { exact: true }).waitFor();
    expect(await findAccessProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await key.waitFor({ state: "detached" });
    expect(await button.evaluate((it) => it === document.activeElement)).toBe(true);
  });
});

describe("facilities", () => {
  test("that are taken away are gone here and on the next device, until they are chosen again", async () => {
    let all = 0;
    // Other journeys may have added one.
    let facilities = 0;
    const shows = (page: Page, shown: number) =>
      page.getByText(`${shown} of ${facilities} facilities shown`).waitFor();
    await onDashboard(ADMIN, async (page) => {
      all = await cards(page);
      const told = await page.getByText(/^(\d+) of \1 facilities shown$/).innerText();
      facilities = Number.parseInt(told, 10);
      expect(facilities).toBeGreaterThan(1);
      await chooseFacilities(page, async () => page.getByRole("checkbox").first().uncheck());
      await shows(page, facilities - 1);
      await expect.poll(() => cards(page)).toBeLessThan(all);
    });
    await onDashboard(ADMIN, async (page) => {
      await shows(page, facilities - 1);
      expect(await cards(page)).toBeLessThan(all);
      await chooseFacilities(page, async () =>
        page.getByRole("button", { name: "Select none" }).click(),
      );
      await page.getByRole("heading", { name: "No facility is chosen" }).waitFor();
      await page.getByRole("link", { name: "Slideshow" }).click();
      await page.getByText("Choose on your dashboard the facilities").waitFor();
      await page.getByRole("link", { name: "Back to dashboard" }).click();
      await page.getByRole("heading", { name: "No facility is chosen" }).waitFor();
      expect(await cards(page)).toBe(0);
      await chooseFacilities(page, async () =>
        page.getByRole("button", { name: "Select all" }).click(),
      );
      await expect.poll(() => cards(page)).toBe(all);
    });
  });

  test("that are half chosen are not thrown away by Escape or by Back", async () => {
    await onDashboard(ADMIN, async (page) => {
      await page.getByRole("link", { name: "Machines", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "Machines" }).waitFor();
      await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
      await page.getByRole("button", { name: /facilities shown/ }).click();
      const choice = panel(page).getByRole("checkbox").first();
      await choice.uncheck();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Keep editing" }).click();
      await page.goBack();
      await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
      expect(await choice.isChecked()).toBe(false);
      await choice.check();
      // Nothing differs from what is saved: nothing is asked.
      await page.keyboard.press("Escape");
      await choice.waitFor({ state: "detached" });
    });
  });

  test("are offered although their dialog's code came only at the second try", async () => {
    await onDashboard(ADMIN, async (page) => {
      let refused = 0;
      await page.route(/facility-dialog/, (route) =>
        refused++ === 0 ? route.abort() : route.continue(),
      );
      await page.getByRole("button", { name: /facilities shown/ }).click();
      await page.getByRole("button", { name: "Save" }).waitFor();
      expect(refused).toBe(2);
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
      const table = dueWorkOf(page);
      const rows = table.locator("tbody tr");
      expect(await rows.count()).toBe(5);
      const overdue = table.locator("[data-overdue]").first();
      const styleOf = (element: Element) => {
        const { fontWeight, color } = getComputedStyle(element);
        const probe = document.body.appendChild(document.createElement("i"));
        probe.className = "text-alarm";
        const alarm = getComputedStyle(probe).color;
        probe.remove();
        return { fontWeight, isRed: color === alarm };
      };
      // Rows that came with the page give way to live ones: one that is gone has no style, and no text.
      await expect
        .poll(() => overdue.evaluate(styleOf))
        .toEqual({ fontWeight: "700", isRed: true });
      const firstWords = async () => (await rows.first().innerText()).split("\t").slice(0, 2);
      await expect.poll(firstWords).toHaveLength(2);

      const first = (await firstWords()).join("|");
      await rows.first().getByRole("button", { name: "Mark done" }).click();
      const confirm = panel(page).getByRole("button", { name: "Mark done" });
      const steps = panel(page).getByRole("checkbox");
      await steps.first().waitFor();
      for (const step of await steps.all()) {
        expect(await confirm.isDisabled()).toBe(true);
        await step.check();
      }
      // Given up and opened again it begins anew, and a day to come is refused at its field.
      await panel(page).getByRole("button", { name: "Cancel" }).click();
      await steps.first().waitFor({ state: "detached" });
      await rows.first().getByRole("button", { name: "Mark done" }).click();
      await steps.first().waitFor();
      expect(await steps.first().isChecked()).toBe(false);
      for (const step of await steps.all()) await step.check();
      const day = panel(page).getByLabel("Performed on", { exact: true });
      const today = await day.inputValue();
      await day.fill("2999-01-01");
      await panel(page)
        .getByText(/^Choose a day /)
        .waitFor();
      expect(await confirm.isDisabled()).toBe(true);
      await day.fill(today);

      // A call that fails is told, and nothing that was chosen is lost.
      await page.route("**/maintenance_work.data*", (route) => route.abort());
      await confirm.click();
      await panel(page).getByRole("alert").waitFor();
      expect(await steps.first().isChecked()).toBe(true);
      await page.unroute("**/maintenance_work.data*");
      await confirm.click();
      await page.getByText("is marked done.").waitFor();
      await expect
        .poll(async () => (await rows.first().innerText()).split("\t").slice(0, 2).join("|"))
        .not.toBe(first);
    });
  });

  test("is for others only to read", async () => {
    await onDashboard(USER, async (page) => {
      await page.getByRole("heading", { name: "Requires attention" }).waitFor();
      expect(await page.getByRole("button", { name: "Mark done" }).count()).toBe(0);
    });
  });
});
