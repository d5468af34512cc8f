/** The analytics tab: a question that fails, a form half filled in, jobs that do not come, and the list of a mark. */
import type { BrowserContext, Page, Route } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { texts } from "#app/features/analytics/texts.en.ts";

const ADMIN = "admin@acme.example";
const words = texts.analytics;
const SERIES = /\/v1\/telemetry_timeseries\?/;
const JOBS = /\/v1\/jobs\?/;
const NOTES = /\/v1\/annotations\?/;

const browser = await journeyBrowser();
let context: BrowserContext;
let page: Page;
afterEach(() => context?.close());

/** Lower than a chart of several panels. */
const SCREEN = { width: 1440, height: 700 };
const COUNT = 20;

/** Each measure rises over the range that is asked for, and one event stands in its middle. */
const answer = (route: Route) => {
  const query = new URL(route.request().url()).searchParams;
  const [from, to] = ["start_time", "end_time"].map((name) => Date.parse(query.get(name)!));
  const at = (place: number) => new Date(from! + ((to! - from!) * place) / COUNT).toISOString();
  const points = Array.from({ length: COUNT }, (_, index) => ({
    ...{ time: at(index), value: index + 1, min: index, max: index + 2, count: 1 },
    ...{ upper: null, lower: null, ad_flag: null },
  }));
  const event = {
    ...{ id: 1, name: "Belt changed", start_at: at(10), end_at: at(11), author: "Ana" },
    ...{ downtime_start_at: null, downtime_end_at: null },
  };
  const data = Object.fromEntries(query.getAll("metrics[]").map((metric) => [metric, points]));
  return route.fulfill({ json: { data, events: [event], state_info: [] } });
};

async function open(query: string) {
  ({ context, page } = await newVisitor(browser));
  await page.setViewportSize(SCREEN);
  await page.route(SERIES, answer);
  await page.route(JOBS, (route) => route.fulfill({ json: { data: [] } }));
  // Notes that come after the measures make a chart higher.
  await page.route(NOTES, (route) => route.fulfill({ json: { data: [], count: 0 } }));
  await openAs(page, sharedHelios().origin, ADMIN, `/machines/1/analytics?${query}`);
}
const form = () => page.getByRole("form", { name: words.form });
const generate = () => page.getByRole("button", { name: words.generate }).click();
const resolution = () => form().getByLabel(words.resolution);

test("the same question that fails when it is asked again opens a dialog over what was read before", async () => {
  await open("metrics=machine_speed");
  const plot = page.getByRole("slider");
  await plot.waitFor();
  await page.unroute(SERIES);
  await page.route(SERIES, (route) => route.fulfill({ status: 500, json: {} }));
  await generate();
  const dialog = page.getByRole("dialog", { name: words.failedTitle });
  await dialog.getByText(words.failed).waitFor();
  await page.route(SERIES, answer);
  await dialog.getByRole("button", { name: words.retry }).click();
  await dialog.waitFor({ state: "hidden" });
  await plot.waitFor();
});

test("what is changed in the form stays when a line is fitted or a question is saved", async () => {
  await open("type=xy&xy-metrics=machine_speed,machine_speed");
  const asked: string[] = [];
  page.on("request", (request) => SERIES.test(request.url()) && asked.push(request.url()));
  await page.getByRole("checkbox", { name: words.fit_linear }).waitFor();
  await resolution().selectOption("1000");
  const before = asked.length;
  await page.getByRole("checkbox", { name: words.fit_linear }).click();
  await page.waitForURL(/regressions=linear/);
  await page.getByText("R² = ").waitFor();
  expect(await resolution().inputValue()).toBe("1000");

  await page.getByRole("button", { name: words.save, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: words.saveTitle });
  await dialog.getByLabel(words.saveName).fill("Speed by itself");
  await dialog.getByRole("button", { name: words.save, exact: true }).click();
  await page.getByRole("link", { name: "Speed by itself" }).waitFor();
  expect(await resolution().inputValue()).toBe("1000");
  expect(asked.length).toBe(before);

  await generate();
  await page.waitForURL(/datapoints=1000/);
  expect(page.url()).toContain("regressions=linear");
});

test("jobs that cannot be read are said, and come when they are asked for again", async () => {
  ({ context, page } = await newVisitor(browser));
  await page.route(SERIES, answer);
  await page.route(JOBS, (route) => route.fulfill({ status: 500, json: {} }));
  const { origin } = sharedHelios();
  await openAs(page, origin, ADMIN, "/machines/1/analytics?metrics=machine_speed");
  const said = page.getByRole("status").filter({ hasText: words.jobsUnread });
  await said.waitFor();
  await page.unroute(JOBS);
  await page.route(JOBS, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [start_at, end_at] = ["start_time", "end_time"].map((name) => query.get(name)!);
    const none = { entry_length: null, entry_width: null, exit_length: null, exit_width: null };
    const job = { order_number: "A-17", start_at, end_at, flute_code: "C", paper_density: null };
    return route.fulfill({ json: { data: [{ ...job, ...none }] } });
  });
  await said.getByRole("button", { name: words.retry }).click();
  await said.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Job A-17, Flute C" }).waitFor();
});

test("the list of a mark comes into sight with the keyboard, and gives it back", async () => {
  await open("metrics=machine_speed,uptime,msf_hr,fault_code,machine_state");
  const mark = page.getByRole("button", { name: "Belt changed" });
  await mark.click();
  const list = page.getByRole("region", { name: "Belt changed" });
  await list.getByRole("link").waitFor();
  await list.and(page.locator(":focus")).waitFor();
  const { y, height } = (await list.boundingBox())!;
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(SCREEN.height);
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => list.getByRole("button").click(),
  ]) {
    await close();
    await list.waitFor({ state: "detached" });
    await mark.and(page.locator(":focus")).waitFor();
    await mark.click();
    await list.and(page.locator(":focus")).waitFor();
  }
});

test("on paper: the range, what was chosen of each list, and which line is which", async () => {
  await open("metrics=machine_speed,sheets_per_hour&date_range=24h");
  await page.getByRole("slider").first().waitFor();
  const line = page.getByRole("button", { name: /^Machine speed/, pressed: true });
  const range = form().getByRole("button", { name: words.range });
  await line.waitFor();
  await page.emulateMedia({ media: "print" });
  for (const part of [range, form().getByLabel(words.zone), resolution(), line])
    expect(await part.isVisible()).toBe(true);
  expect(await page.getByRole("button", { name: words.generate }).isVisible()).toBe(false);
});
