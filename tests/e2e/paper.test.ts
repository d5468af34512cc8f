/** Pages on paper: nothing to press, lists that say how much of them stands there, and an open drawer alone. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createSampler, postBatch, signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { withMachine } from "#tests/own-machine.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const browser = await journeyBrowser();

const onPaper = (page: Page, isOnPaper: boolean) =>
  page.emulateMedia({ media: isOnPaper ? "print" : "screen" });

test("a table says which of its rows stand on paper, and has no tools there", async () => {
  const { context, page } = await newVisitor(browser);
  await page.goto(`${sharedHelios().origin}/dev/kit/tables`);
  const tools = page.locator("[data-table-tools]").first();
  const filters = tools.getByRole("link", { name: "Filters" });
  await filters.waitFor();
  const shown = page.getByText(/^1–\d+ of \d+$/).locator("visible=true");
  await onPaper(page, true);
  expect(await filters.isVisible()).toBe(false);
  expect(await shown.count()).toBeGreaterThan(0);
  await context.close();
});

test("an open drawer stands alone on paper, once", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, sharedHelios().origin, "admin@acme.example", "/machines/1/events");
  await page.getByRole("main").getByRole("button", { name: "Report event" }).first().click();
  const drawer = page.getByRole("dialog");
  const title = drawer.getByRole("heading", { name: "Report event" });
  await title.waitFor();
  await onPaper(page, true);
  expect(await page.locator("#content").isVisible()).toBe(false);
  expect(await title.isVisible()).toBe(true);
  const stays = await title.evaluate((element) => {
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      if (getComputedStyle(at).position === "fixed") return true;
    return false;
  });
  expect(stays).toBe(false);
  await onPaper(page, false);
  await page.keyboard.press("Escape");
  await title.waitFor({ state: "detached" });
  await onPaper(page, true);
  expect(await page.locator("#content").isVisible()).toBe(true);
  await context.close();
});

test("a tip that is open on the screen is not on paper", async () => {
  const { context, page } = await newVisitor(browser);
  await page.goto(`${sharedHelios().origin}/dev/kit/forms`);
  const frame = page.getByRole("region", { name: "Tooltip, NameTip" });
  const tip = frame.getByRole("tooltip").first();
  const name = frame.locator("[popover]").first();
  await frame.getByRole("button").first().press("Enter");
  await tip.waitFor();
  await onPaper(page, true);
  expect(await tip.isVisible()).toBe(false);
  await onPaper(page, false);
  await page.keyboard.press("Tab");
  await name.waitFor();
  await onPaper(page, true);
  expect(await name.isVisible()).toBe(false);
  await context.close();
});

test("what is read on a button stands on paper, and no form to write in", async () => {
  const { context, page } = await newVisitor(browser);
  const { origin } = sharedHelios();
  await openAs(page, origin, "admin@acme.example", "/machines");
  const comments = page
    .getByRole("main")
    .getByRole("button", { name: /comments on/i })
    .first();
  await comments.waitFor();
  await onPaper(page, true);
  expect(await comments.isVisible()).toBe(true);
  await page.goto(`${origin}/machines/1/alarms`);
  const alarms = page.getByRole("main").getByRole("heading", { level: 3 }).getByRole("button");
  await alarms.first().waitFor();
  await page.goto(`${origin}/machines/1/samplers`);
  await page.getByRole("button", { name: "MachineState", exact: true }).waitFor();
  await page.goto(`${origin}/machines/1/comments`);
  await page.locator("main [data-rows]").waitFor();
  expect(await page.getByRole("textbox").count()).toBe(0);
  await context.close();
});

test("a print that the browser begins has the chart that nobody scrolled to, whole on one page", async () => {
  const { origin } = sharedHelios();
  const token = await signIn(origin, "superuser@helios.example");
  await withMachine({ origin, token }, "ON-PAPER", async ({ id }) => {
    const { context, page } = await newVisitor(browser, { viewport: { width: 1280, height: 300 } });
    const { key } = await createSampler(origin, token, id);
    const times = [-30, -20, -10, -1].map((minutes) => Date.now() + minutes * 60_000);
    await postBatch(origin, key, [
      { times, tags: { sheets_per_hour: [900, 4_000, 2_000, 3_000] } },
    ]);
    await openAs(page, origin, "admin@acme.example", `/machines/${id}/overview`);
    const heading = page.getByRole("heading", { name: "Sheets per hour, last 8 hours" });
    await heading.waitFor();
    const frame = page.locator("section", { has: heading }).locator(".relative.h-56");
    // The small lines beside the values come with what the chart draws.
    await page
      .locator('main path.stroke-series-1:not([d=""])')
      .first()
      .waitFor({ state: "attached" });
    expect(await frame.locator("canvas").count()).toBe(0);
    const part = await page.waitForFunction(
      () =>
        performance.getEntriesByType("resource").find(({ name }) => name.includes("time-canvas"))
          ?.name,
    );
    // As text: a test's own imports are made into something that a page does not know.
    await page.evaluate(`import(${JSON.stringify(await part.jsonValue())})`);
    const drawn = await frame.evaluate(async (element) => {
      await new Promise((resolve) => requestIdleCallback(resolve));
      // Paper takes the page as it stands when the listeners of this have run.
      window.dispatchEvent(new Event("beforeprint"));
      const canvas = element.querySelector("canvas");
      if (canvas === null) return null;
      const { data } = canvas
        .getContext("2d")!
        .getImageData(0, 0, canvas.width || 1, canvas.height || 1);
      return { isPainted: data.some(Boolean), breaks: getComputedStyle(element).breakInside };
    });
    expect(drawn).toEqual({ isPainted: true, breaks: "avoid" });
    await onPaper(page, true);
    // Nor does it leave its title on the page before.
    const card = page.locator("section", { has: heading }).last();
    expect(await card.evaluate((element) => getComputedStyle(element).breakInside)).toBe("avoid");
    await context.close();
  });
});

test("a machine's work begins on its first sheet, though it is higher than one, and its chart stays whole", async () => {
  const viewport = { width: 794, height: 1_123 };
  const { context, page } = await newVisitor(browser, { viewport });
  await openAs(page, sharedHelios().origin, "admin@acme.example", "/machines/1/maintenance");
  const chart = page.locator("main section canvas").first();
  await chart.waitFor();
  await onPaper(page, true);
  const [ofWork, ofChart] = await chart.evaluate((canvas) =>
    [canvas.closest("section")!, canvas.parentElement!].map(
      (element) => getComputedStyle(element).breakInside,
    ),
  );
  expect(ofWork).toBe("auto");
  expect(ofChart).toBe("avoid");
  await context.close();
});
