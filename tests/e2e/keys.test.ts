/** What the keys of every page do: Ctrl K finds and does things, / searches a list, j and k go through its rows. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newVisitor, openBrowser, signInAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const open = async (email: string, path: string, locale = "en-US") => {
  const visitor = await newVisitor(browser, { locale });
  await signInAs(visitor.page, sharedHelios().origin, email);
  await visitor.page.goto(sharedHelios().origin + path);
  await visitor.page.locator("html[data-alive]").waitFor();
  return visitor;
};
const find = async (page: Page, title: string, typed: string) => {
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: title });
  await field.fill(typed);
  return field;
};
/** What has the focus, as it is told. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element === document.body ? "nothing" : (element?.ariaLabel ?? element?.textContent);
  });
const hasFocus = (page: Page, told: string | RegExp) =>
  expect.poll(() => focused(page)).toMatch(told);

test.each([
  ["en-US", "Find a machine, a page or an action", "Report event", "Machine"],
  ["es-MX", "Buscar una máquina, una página o una acción", "Reportar evento", "Máquina"],
])(
  "%s: Ctrl K reports an event of the machine that is shown",
  async (locale, title, act, label) => {
    const { context, page, errors } = await open(
      "user@acme.example",
      "/machines/1/overview",
      locale,
    );
    const field = await find(page, title, act);
    await page.getByRole("option", { name: act }).waitFor();
    await field.press("Enter");
    const drawer = page.getByRole("dialog", { name: act });
    await drawer.getByRole("combobox", { name: label }).waitFor();
    expect(await drawer.getByRole("combobox", { name: label }).inputValue()).toBe("1");
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    expect(errors).toEqual([]);
    await context.close();
  },
);

test("/ goes to the filter of names, Escape empties and leaves it, and j and k go through the rows", async () => {
  const { context, page, errors } = await open("admin@acme.example", "/machines");
  await page.getByRole("table").locator("tbody a[href]").first().waitFor();
  // Only that one key is kept until the others' script is there.
  const field = await find(page, "Find a machine, a page or an action", "");
  await field.press("Escape");
  await field.waitFor({ state: "detached" });
  await page.keyboard.press("/");
  await hasFocus(page, "Filter by Name");
  await page.keyboard.type("f");
  await page.keyboard.press("Escape");
  const filter = page.getByRole("searchbox", { name: "Filter by Name" });
  await expect.poll(() => filter.inputValue()).toBe("");
  await hasFocus(page, "Filter by Name");
  await page.keyboard.press("Escape");
  await hasFocus(page, "nothing");
  const names = await page.locator("tbody th[scope=row]").allInnerTexts();
  for (const [key, at] of [["j", 0] as const, ["j", 1] as const, ["k", 0] as const]) {
    await page.keyboard.press(key);
    await expect.poll(() => focused(page)).toBe(names[at]);
  }
  expect(await filter.inputValue()).toBe("");
  expect(errors).toEqual([]);
  await context.close();
});

test("a search keeps the focus while nothing has the text that is typed", async () => {
  const path = "/machines/1/samplers?view=unmapped&q=a";
  const { context, page, errors } = await open("superuser@helios.example", path);
  const field = page.getByRole("searchbox", { name: "Filter by name" });
  await field.fill("nothing has this");
  await field.press("Enter");
  await page.getByText("No tag found").waitFor();
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});
