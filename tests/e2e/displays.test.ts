/** A screen and the person who pairs it, in two browsers: code, slideshow, restarts, deploys, revoking. */
import { rmSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { call, createSampler, listDevices, postBatch, signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs, signInAs } from "#tests/browser.ts";
import { startHelios, demoDataDir } from "#tests/helios.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";
import { leastLetters } from "#tests/least-letters.ts";

const ADMIN = "admin@acme.example";
const WALL = { width: 1920, height: 1080 };

const browser = await journeyBrowser();

type Listed = { id: number; name: string; last_seen_at: string | null };
const listDisplays = async (origin: string, token: string): Promise<Listed[]> =>
  (await call<{ data: Listed[] }>(origin, "/v1/displays", { token })).data;

async function runMachines(origin: string): Promise<void> {
  const token = await signIn(origin, ADMIN);
  for (const device of await listDevices(origin, token)) {
    const { key } = await createSampler(origin, token, device.id);
    const tags = {
      machine_state: ["running_and_feeding"],
      machine_speed: [171],
      sheet_count: [10],
    };
    await postBatch(origin, key, [{ times: [Date.now()], tags }]);
  }
}

const codeOn = async (page: Page): Promise<string> =>
  (await page.locator("[data-code]").getAttribute("data-code", { timeout: GIVE_UP_MS }))!;

/** Pairs the screen through the page, as a person does. */
async function pairByForm(person: Page, origin: string, code: string, name: string): Promise<void> {
  await person.goto(`${origin}/displays`);
  await person.getByLabel("Code on the screen").fill(code.toLowerCase());
  await person.getByLabel("Name").first().fill(name);
  await person
    .locator("form")
    .filter({ has: person.getByLabel("Code on the screen") })
    .getByRole("checkbox")
    .first()
    .check();
  await person.getByLabel("Language").first().selectOption("es");
  await person.getByLabel("Time zone").first().selectOption("America/Mexico_City");
  await person.getByRole("button", { name: "Pair" }).click();
  await person.getByText(`${name} is paired.`, { exact: false }).waitFor();
}

describe("a wall display", () => {
  test("shows a code, is paired by a person, shows the slideshow without a user, is renamed, and goes dark when revoked", async () => {
    const { origin } = sharedHelios();
    await runMachines(origin);
    const screen = await newVisitor(browser, { viewport: WALL });
    await screen.page.goto(`${origin}/display`);
    const code = await codeOn(screen.page);
    expect(code).toMatch(/^[CDFHJKMNPRTVWXY34679]{3} [CDFHJKMNPRTVWXY34679]{3}$/);
    expect(await screen.page.getByRole("button", { name: "I agree" }).count()).toBe(0);
    // Read from afar, on a screen of any size.
    const codePx = () =>
      screen.page
        .locator("[data-code]")
        .evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
    const small = [await leastLetters(screen.page), await codePx()] as const;
    expect(small[0]).toBeGreaterThanOrEqual(28);
    await screen.page.setViewportSize({ width: 3840, height: 2160 });
    expect(await leastLetters(screen.page)).toBeGreaterThanOrEqual(56);
    expect((await codePx()) / small[1]).toBeCloseTo(2);
    await screen.page.setViewportSize(WALL);

    const person = await newVisitor(browser);
    await openAs(person.page, origin, ADMIN);
    await person.page.getByRole("button", { name: /Account menu/ }).click();
    // The menu takes keys once the focus is in it. Where it stands still changes then, so that a pointer would miss.
    await person.page.waitForFunction(
      () => document.activeElement?.getAttribute("role") === "menu",
    );
    const item = person.page.getByRole("menuitem", { name: "Displays" });
    await person.page.keyboard.press("d");
    await item.and(person.page.locator("[data-focus]")).waitFor();
    await person.page.keyboard.press("Enter");
    await person.page.waitForURL(`${origin}/displays`);
    await pairByForm(person.page, origin, code, "Hall 3");

    await screen.page.locator("main[data-slide] li").first().waitFor({ timeout: GIVE_UP_MS });
    // Its customer's, as its people have it.
    await screen.page.locator("header img[src='/logos/box.svg']").waitFor();
    expect(await screen.page.locator("html").getAttribute("lang")).toBe("es");
    expect(await screen.page.getByText("Velocidad").count()).toBeGreaterThan(0);
    expect(await screen.page.getByRole("link").count()).toBe(0);
    const cookies = await screen.context.cookies();
    expect(cookies.map(({ name, httpOnly }) => [name, httpOnly])).toEqual([["display", true]]);
    // The token opens no page of people and no call.
    const token = cookies[0]!.value;
    const ways: Record<string, string>[] = [
      { authorization: `Bearer ${token}` },
      { cookie: `display=${token}` },
      { cookie: `sessionId=${token}` },
    ];
    for (const headers of ways)
      expect((await fetch(`${origin}/v1/devices`, { headers })).status).toBe(401);
    const other = await screen.context.newPage();
    await other.goto(`${origin}/dashboard`);
    expect(new URL(other.url()).pathname).toBe("/login");
    await other.close();

    // Without anybody loading the page anew.
    const card = person.page.getByRole("listitem").filter({ hasText: "Hall 3" });
    await card.getByText("On now").waitFor({ timeout: GIVE_UP_MS });
    await card.getByRole("button", { name: "Change Hall 3" }).click();
    const drawer = person.page.getByRole("dialog");
    await drawer.getByLabel("Name").fill("Hall 4");
    await drawer.getByRole("button", { name: "Save" }).click();
    await person.page.getByText("Hall 4 is changed.", { exact: false }).waitFor();

    // Newer pages are served, as far as the screen can tell, and it comes by itself.
    const reloaded = screen.page.waitForEvent("load", { timeout: GIVE_UP_MS });
    await screen.page.route("**/build", (route) => route.fulfill({ json: { build: "newer" } }));
    await screen.page.evaluate(() => window.dispatchEvent(new Event("online")));
    await reloaded;
    await screen.page.unroute("**/build");
    await screen.page.locator("main[data-slide] li").first().waitFor({ timeout: GIVE_UP_MS });

    await person.page.getByRole("button", { name: "Revoke Hall 4" }).click();
    const dialog = person.page.getByRole("alertdialog");
    const dark = screen.page.locator("[data-code]").waitFor({ timeout: GIVE_UP_MS });
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await dark;
    expect(await codeOn(screen.page)).not.toBe(code);
    await person.page.getByText("Hall 4 is revoked.").waitFor();
    // What the revoked screen asked for meanwhile is refused, and the browser says so.
    const isRefusal = (text: string) => /WebSocket|status of 401/.test(text);
    expect([screen.errors.filter((text) => !isRefusal(text)), person.errors]).toEqual([[], []]);
    await Promise.all([screen.context.close(), person.context.close()]);
  });

  test("tells a wrong code at its field, keeps what was typed, and users have no such page", async () => {
    const { origin } = sharedHelios();
    const { page, context } = await newVisitor(browser);
    await signInAs(page, origin, ADMIN);
    await page.goto(`${origin}/displays`);
    await page.getByLabel("Code on the screen").fill("CDFHJK");
    await page.getByLabel("Name").first().fill("Nowhere");
    await page.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Pair" }).click();
    await page.getByText("This code is not valid", { exact: false }).first().waitFor();
    expect(await page.getByLabel("Name").first().inputValue()).toBe("Nowhere");
    expect(await page.getByRole("checkbox").first().isChecked()).toBe(true);
    await context.close();
    const user = await newVisitor(browser);
    await signInAs(user.page, origin, "user@acme.example");
    await user.page.goto(`${origin}/displays`);
    await user.page.waitForURL(`${origin}/errors/error-401`);
    await user.context.close();
  });

  test("survives a restart of Helios and of its own browser", async () => {
    const dataDir = demoDataDir();
    const first = await startHelios({ dataDir });
    const { origin, port } = first;
    const screen = await newVisitor(browser, { viewport: WALL });
    await screen.page.goto(`${origin}/display`);
    const code = await codeOn(screen.page);
    await runMachines(origin);
    const token = await signIn(origin, ADMIN);
    const body = {
      code,
      name: "Dock",
      facility_ids: [1],
      locale: "en",
      time_zone: "America/Chicago",
    };
    await call(origin, "/v1/displays", { token, body });
    await screen.page.locator("main[data-slide] li").first().waitFor({ timeout: GIVE_UP_MS });
    const state = await screen.context.storageState();

    await first.kill9();
    await screen.page.getByText(/No connection|Data is/).waitFor({ timeout: GIVE_UP_MS });
    expect(await screen.page.locator("[data-code]").count()).toBe(0);
    const second = await startHelios({ dataDir, port });
    await runMachines(origin);
    await screen.page.locator("main[data-slide]:not([data-old])").waitFor({ timeout: GIVE_UP_MS });
    expect(await screen.page.locator("[data-code]").count()).toBe(0);

    const again = await browser.newContext({ viewport: WALL, storageState: state });
    const page = await again.newPage();
    await page.goto(`${origin}/display`);
    await page.locator("main[data-slide]").waitFor({ timeout: GIVE_UP_MS });
    expect(
      (await listDisplays(origin, token)).map(({ name, last_seen_at }) => [
        name,
        last_seen_at !== null,
      ]),
    ).toEqual([["Dock", true]]);
    await Promise.all([again.close(), screen.context.close()]);
    await second.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
