/** Where a row leads the heading has the focus; back from there the table stands as it was left, and the row has it. */
import { expect, test } from "vitest";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const browser = await journeyBrowser();

test.each([
  // So low that the list has more rows than it shows.
  { width: 1440, height: 500 },
  { width: 390, height: 500 },
])("the list of machines, $width px wide, is where it was", async (viewport) => {
  const { context, page, errors } = await newVisitor(browser, { viewport });
  await openAs(page, sharedHelios().origin, "superuser@helios.example", "/machines?sort=-name");
  const row = page.locator("tbody th[scope=row] a").nth(9);
  const place = () =>
    row.evaluate((link) => ({
      name: link.textContent,
      hasFocus: link === document.activeElement,
      scrolled: [link.closest("table")!.parentElement!.scrollTop, window.scrollY],
    }));
  await row.focus();
  const left = await place();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/overview");
  const heading = page.getByRole("heading", { level: 1, name: left.name! });
  await heading.waitFor();
  await expect
    .poll(() => heading.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await page.goBack();
  await page.waitForURL("**/machines?sort=-name");
  await expect.poll(place).toEqual(left);
  expect(left.hasFocus).toBe(true);
  expect(Math.max(...left.scrolled)).toBeGreaterThan(0);
  expect(errors).toEqual([]);
  await context.close();
});
