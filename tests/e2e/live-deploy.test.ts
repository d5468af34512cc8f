/** Newer pages are deployed while old ones are open: walls reload themselves, other pages say so. */
import type { Page } from "playwright-core";
import { describe, expect, test, vi } from "vitest";
import { journeyBrowser, newVisitor, openAs, signInAs } from "#tests/browser.ts";
import { findAccessProblemsInBothThemes } from "#tests/keyboard.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";

const browser = await journeyBrowser();

/** From now on another build is served, as far as the page can tell, and something makes it ask. */
async function deploy(page: Page): Promise<{ asked: () => number }> {
  let asked = 0;
  await page.route("**/build", (route) => {
    asked += 1;
    return route.fulfill({ json: { build: "newer" } });
  });
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  return { asked: () => asked };
}

describe("a deploy", () => {
  test("is told with the name of the build that the page has", async () => {
    const { origin } = sharedHelios();
    const { context, page } = await newVisitor(browser);
    await page.goto(`${origin}/login`);
    const own = await page.evaluate(
      () => (window as unknown as { __remixManifest: { version: string } }).__remixManifest.version,
    );
    expect(await (await fetch(`${origin}/build`)).json()).toEqual({ build: own });
    await context.close();
  });

  test("makes a wall reload itself, once", async () => {
    const { origin } = sharedHelios();
    const { context, page, errors } = await newVisitor(browser, {
      viewport: { width: 1920, height: 1080 },
    });
    await signInAs(page, origin, "admin@acme.example");
    await page.goto(`${origin}/dashboard/slideshow`);
    await page.locator("main[data-slide]").waitFor();
    let loads = 0;
    page.on("load", () => (loads += 1));
    const { asked } = await deploy(page);
    await vi.waitFor(() => expect(loads).toBe(1), { timeout: GIVE_UP_MS });
    // Another server still hands out the old page: it notices again, and lets it be for a while.
    const before = asked();
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(before), { timeout: GIVE_UP_MS });
    await page.locator("main[data-slide]").waitFor();
    expect(loads).toBe(1);
    expect(errors).toEqual([]);
    await context.close();
  });

  test("is told on any other page, which the person reloads", async () => {
    const { origin } = sharedHelios();
    const { context, page, errors } = await newVisitor(browser);
    await openAs(page, origin, "admin@acme.example");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await deploy(page);
    const reload = page.getByRole("button", { name: "Reload the page" });
    await reload.waitFor({ timeout: GIVE_UP_MS });
    expect(await findAccessProblemsInBothThemes(page)).toEqual([]);
    await page.unroute("**/build");
    await Promise.all([page.waitForEvent("load"), reload.click()]);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await reload.count()).toBe(0);
    expect(errors).toEqual([]);
    await context.close();
  });
});
