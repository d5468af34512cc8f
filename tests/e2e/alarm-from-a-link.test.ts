/**
 * An alarm that is begun from what was abnormal: its form opens with the measure. It opens with the page, which reads itself
 * again as soon as it is told of the machine's alarms; read before the form's address is known, it was a page of 404.
 */
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import type { AnomalyAnswer } from "#app/features/analytics/anomalies/schemas.ts";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const ADMIN = "admin@acme.example";
/** What the search finds is not what this is about: the simulated machine may be well. */
const FOUND: AnomalyAnswer = {
  ...{ count: 1, uptime: 0.5, msf: null, most_anomalous_section: null, has_sections: false },
  data: [
    { tag_name: "machine_speed", value: 0.2, section: null, sparkline: [0.2], longest_ms: 60_000 },
  ],
  ...{ together: [], not_judged: [] },
};

const browser = await journeyBrowser();
let context: BrowserContext;
let page: Page;
afterEach(() => context?.close());

/** Of the form that adds an alarm. */
const field = (label: string) =>
  page.getByRole("dialog", { name: "Add alarm" }).getByLabel(label, { exact: true });

test("what is abnormal leads to the form of an alarm about it", async () => {
  ({ context, page } = await newVisitor(browser));
  await page.route(/\/v1\/anomalies\/summary\?/, (route) => route.fulfill({ json: FOUND }));
  await openAs(
    page,
    sharedHelios().origin,
    ADMIN,
    "/machines/1/anomalies?metrics=machine_speed&submit=true",
  );
  await page.getByRole("button", { name: /Machine speed.*Longest stretch/ }).click();
  await page.getByRole("link", { name: "Make an alarm of it" }).click();
  await field("Name").waitFor();
  expect(await field("Name").inputValue()).toBe("Machine speed");
  expect(await field("Tag").inputValue()).toBe("Machine speed");
});
