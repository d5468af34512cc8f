/** What a tab of the browser calls a page: what the page shows, so that two of them are told apart. */
import { expect, test } from "vitest";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const { origin } = sharedHelios();
const browser = await journeyBrowser();

const TITLES = {
  "en-US": {
    "/machines/1/analytics": "Analytics · FFG 1",
    "/machines/1/analytics/measure/machine_speed": "Machine speed · FFG 1",
    "/machines/1/machine_health/measure/bearing_temp_1_f": "Bearing temperature 1 · FFG 1",
    "/admin/users": "Users · Admin",
    "/admin/notifications": "Notifications · Admin",
    "/admin/parts_quotes": "Parts quotes · Admin",
    "/customers/1/facilities": "Facilities · Acme Packaging",
    "/admin/customers/1/users": "Users · Acme Packaging",
    "/customers/1/serviceTiers": "Service tiers · Acme Packaging",
  },
  "es-MX": {
    "/machines/1/analytics/measure/machine_speed": "Velocidad de la máquina · FFG 1",
    "/machines/1/machine_health/measure/bearing_temp_1_f": "Temperatura de rodamiento 1 · FFG 1",
    "/customers/1/users": "Usuarios · Acme Packaging",
  },
};

test.each(Object.entries(TITLES))("a page is called by what it shows, in %s", async (...given) => {
  const [locale, titles] = given;
  const { context, page, errors } = await newVisitor(browser, { locale });
  await openAs(page, origin, "superuser@helios.example");
  const seen: Record<string, string> = {};
  for (const path of Object.keys(titles)) {
    await page.goto(`${origin}${path}`);
    seen[path] = (await page.title()).replace(" · Helios", "");
  }
  expect(seen).toEqual(titles);
  expect(errors).toEqual([]);
  await context.close();
});
