/** Tabs of customers and of the admin area: they stand where the data of one does not come, and so does what is filled in. */
import { expect, test } from "vitest";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import * as en from "#app/all-texts/en.ts";

const SUPERUSER = "superuser@helios.example";
const { crumbs, errors: words, problems, userAdmin } = en.common;

const browser = await journeyBrowser();

test.each([
  ["/customers/1/details", crumbs.facilities, "/customers/1/facilities"],
  ["/admin/customers/1/facilities", crumbs.manageUsers, "/admin/customers/1/users"],
  ["/admin/customers", crumbs.users, "/admin/users"],
])("from %s to a tab that does not come, and comes when asked for again", async (...row) => {
  const [from, word, to] = row;
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, SUPERUSER, from);
  const tab = page.getByRole("main").getByRole("link", { name: word, exact: true });
  await tab.waitFor();
  await page.route("**/*.data*", (route) => route.fulfill({ status: 500, body: "" }));
  await tab.click();
  const failed = page.getByRole("heading", { name: words.serverTitle });
  await failed.waitFor();
  await tab.waitFor();

  await page.unroute("**/*.data*");
  await page.getByRole("button", { name: words.retry }).click();
  await failed.waitFor({ state: "detached" });
  await page.getByRole("table").waitFor();
  expect(page.url()).toBe(`${origin}${to}`);
  await context.close();
});

test.each([1440, 390])("take no room to scroll up and down in (%d wide)", async (width) => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser, { viewport: { width, height: 900 } });
  await openAs(page, origin, SUPERUSER, "/admin/customers/1/facilities");
  const bars = page.getByRole("main").getByRole("navigation");
  await bars.nth(1).waitFor();
  const above = bars.evaluateAll((all) => all.map((bar) => bar.scrollHeight - bar.clientHeight));
  expect(Math.max(...(await above))).toBe(0);
  await context.close();
});

test("fade on the side where they go on, and on no other", async () => {
  const { context, page } = await newVisitor(browser, { viewport: { width: 390, height: 844 } });
  await openAs(page, sharedHelios().origin, SUPERUSER, "/machines/1/overview");
  const bar = page
    .locator("nav")
    .filter({ has: page.locator("a[href$='/machine_health'], a[href$='/maintenance']") });
  const faded = () =>
    bar.evaluate((element) =>
      ["left", "right"].map((side) =>
        parseFloat(getComputedStyle(element).getPropertyValue(`--more-${side}`)),
      ),
    );
  await expect.poll(faded).toEqual([0, 48]);
  await bar.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
  await expect.poll(faded).toEqual([48, 0]);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.reload();
  await expect.poll(faded).toEqual([0, 0]);
  await context.close();
});

test("a form at an address that nothing on its page links to keeps what is filled in while offline", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  const path = "/customers/1/users/new";
  const known = page.waitForResponse((answer) => {
    const { pathname, searchParams } = new URL(answer.url());
    return pathname === "/__manifest" && searchParams.getAll("p").includes(path);
  });
  await openAs(page, origin, SUPERUSER, path);
  await (await known).finished();
  const name = page.getByLabel(userAdmin.firstName);
  await name.fill("Ines");
  await page.getByLabel(userAdmin.lastName).fill("Ruiz");
  await page.getByLabel(userAdmin.email, { exact: true }).fill("ines@acme.example");
  await context.setOffline(true);
  await page.locator('[data-connection="lost"]').first().waitFor();
  await page.getByRole("button", { name: userAdmin.invite }).click();
  await page.getByText(problems.not_sent).first().waitFor();
  expect([page.url(), await name.inputValue()]).toEqual([origin + path, "Ines"]);
  await context.close();
});
