/** The dashboard against data that is known: what was posted, what must stand on the page, before and after JavaScript. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSampler, listDevices, postBatch, signIn, type Device } from "../api.ts";
import { newVisitor, openBrowser, signInByForm } from "../browser.ts";
import { startHelios, type Helios } from "../helios.ts";

const ADMIN = "admin@globex.example";
const HOUR_MS = 3_600_000;
const SEEN_MS = 20_000;
const STEP_MS = 60_000;
const SPEEDS = [120, 180, 60];
const STATES = ["running_and_feeding", "running", "off"];

let browser: Browser;
let helios: Helios;
let machines: Device[];

beforeAll(async () => {
  browser = await openBrowser();
  helios = await startHelios();
  const token = await signIn(helios.origin, ADMIN);
  machines = (await listDevices(helios.origin, token)).slice(0, 3);
  expect(machines.length).toBe(3);
  // The last 4 hours, a sample a minute: the first two ran for the whole time, the third stood off.
  const end = Date.now();
  for (const [index, machine] of machines.entries()) {
    const { key } = await createSampler(helios.origin, token, machine.id);
    const times = Array.from({ length: 4 * 60 + 1 }, (_, step) => end - 4 * HOUR_MS + step * STEP_MS);
    const state = STATES[index]!;
    const tags = {
      machine_state: times.map(() => state),
      machine_speed: times.map(() => (state === "off" ? 0 : SPEEDS[index]!)),
      // 6,000 sheets an hour where it feeds.
      sheet_count: times.map((_, step) => (state === "running_and_feeding" ? step * 100 : 0)),
      sheet_size: times.map(() => 10),
    };
    const answer = await postBatch(helios.origin, key, [{ times, tags }]);
    expect(answer.rejected).toEqual([]);
  }
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await helios?.stop();
});

const tile = (page: Page, name: string) => page.locator("section > div").filter({ has: page.getByRole("heading", { name, exact: true }) }).first(); // prettier-ignore
const card = (page: Page, machine: Device) => page.getByRole("article").filter({ has: page.getByRole("heading", { name: machine.name, exact: true }) }); // prettier-ignore

describe("the dashboard shows", () => {
  test("counters, tiles, cards and gauges as the posted data has them, in the server's page and in the live one", async () => {
    const { context, page, errors } = await newVisitor(browser);
    await signInByForm(page, helios.origin, ADMIN);
    const answer = await page.goto(`${helios.origin}/dashboard`);
    const html = (await answer?.text()) ?? "";
    expect(html).toContain(machines[0]!.name);
    expect(html).toMatch(/>\s*120\s*</);

    await page.waitForSelector('[data-connection="live"]', { timeout: SEEN_MS });
    const read = async (name: string) => (await tile(page, name).innerText()).replaceAll(/\s+/g, " ");
    await expect.poll(() => read("Running"), { timeout: SEEN_MS }).toContain("2");
    expect(await read("Feeding")).toContain("1");
    await expect.poll(() => read("Throughput"), { timeout: SEEN_MS }).toContain("6,000");
    // The mean of the machines that run: 120 and 180.
    expect(await read("Machine speed")).toContain("150");
    // 6,000 sheets of 10 ft² an hour.
    expect(await read("MSF per hour")).toContain("60.0");

    const first = (await card(page, machines[0]!).innerText()).replaceAll(/\s+/g, " ");
    for (const text of ["Feeding", "120 rpm", "6,000 sheets/h", "60.0 MSF/h", "100 % up"]) expect(first).toContain(text);
    expect(await card(page, machines[2]!).innerText()).toContain("Off");

    // Two of three ran for all of the 4 hours.
    await page.getByRole("img", { name: /^Uptime: 67 %/ }).waitFor({ timeout: SEEN_MS });
    await page.getByText("mean of 3 machines").first().waitFor();
    expect(errors).toEqual([]);
    await context.close();
  }, 90_000);

  test("three charts over their windows, as a table too, and the gauges over the range that is chosen", async () => {
    const { context, page, errors } = await newVisitor(browser);
    await signInByForm(page, helios.origin, ADMIN);
    await page.waitForSelector('[data-connection="live"]', { timeout: SEEN_MS });
    for (const text of ["sheets/h · last 4 h", "rpm · last 4 h", "MSF/h · last 8 h"]) await page.getByText(text).waitFor();
    await page.getByRole("button", { name: "Show as table" }).click();
    const speed = page.getByRole("table", { name: /Machine speed/ });
    await speed.waitFor();
    expect(await speed.locator("tbody tr").count()).toBe(4);
    const range = page.waitForResponse((answer) => answer.url().includes("/dashboard/averages?range=week"));
    await page
      .getByRole("radio", { name: "1 week" })
      .or(page.getByRole("button", { name: "1 week" }))
      .first()
      .click();
    expect((await range).status()).toBe(200);
    expect(errors).toEqual([]);
    await context.close();
  }, 90_000);
});
