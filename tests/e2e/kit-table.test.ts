/** The kit's table, popover and combobox under mouse, keyboard and address; in one cell of /dev/kit/tables, drawn alone. */
import { parse } from "csv-parse/sync";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LINES_A_STEP } from "#app/kit/table/use-lines-in-steps.ts";
import { bringIntoView, journeyBrowser, newVisitor } from "#tests/browser.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const browser = await journeyBrowser();
let context: BrowserContext;
let page: Page;
let errors: string[];
beforeEach(async () => {
  ({ context, page, errors } = await newVisitor(browser));
});
afterEach(async () => {
  await context.close();
  expect(errors).toEqual([]);
});

const CELL = "cell=en-light";
const addressOf = (search: string) =>
  `${sharedHelios().origin}/dev/kit/tables?${CELL}${search === "" ? "" : `&${search}`}`;
/** The page alive: its index is drawn by scripts. */
const open = async (search = "") => {
  await page.goto(addressOf(search));
  await page.getByRole("link", { name: "DataTable", exact: true }).waitFor();
};
const part = (name: string) =>
  page.getByRole("region", { name, exact: true }).locator('[lang="en"]').first();
/** The first table of the part: 45 machines, ten on a page. */
const table = () => part("DataTable").locator("> div > div > div").first();
const names = () => table().locator("tbody th[scope=row]").allInnerTexts();
/** The address changes before the table is drawn anew, so what is in it is awaited too. */
const namesAre = (expected: readonly string[]) =>
  expect.poll(names, { timeout: GIVE_UP_MS }).toEqual(expected);
/** In whatever order the settings stand in the address. */
const searchIs = (search: string) =>
  expect
    .poll(
      async () => {
        const params = new URLSearchParams(await page.evaluate(() => window.location.search));
        params.delete("cell");
        params.sort();
        return params.toString();
      },
      { timeout: GIVE_UP_MS },
    )
    .toBe(search);
const isOpen = (title: string) =>
  part("DataTable").page().getByRole("dialog", { name: title, exact: true }).first();

describe("a table", () => {
  test("sorts, filters and turns pages in place, keeps it in the address, and adds no step back", async () => {
    await page.goto(`${sharedHelios().origin}/terms`);
    await open();
    const steps = await page.evaluate(() => window.history.length);
    await namesAre(Array.from({ length: 10 }, (_, n) => `FFG ${n + 1}`));
    const header = table().getByRole("columnheader", { name: "Sheets per hour" });
    await header.getByRole("link").click();
    // The link leads on to the other direction once the table is drawn in this one.
    await table().locator('th[aria-sort="ascending"]').waitFor();
    await header.getByRole("link").click();
    await searchIs("sort=-sheets");
    await table().locator('th[aria-sort="descending"]').waitFor();
    const first = await names();
    await table().getByRole("link", { name: "Next page" }).click();
    await searchIs("page=2&sort=-sheets");
    await expect.poll(names, { timeout: GIVE_UP_MS }).not.toEqual(first);
    const second = await names();
    await table().getByRole("link", { name: "Filters" }).click();
    await table().getByRole("searchbox", { name: "Filter by Name" }).pressSequentially("ffg 4");
    // Another filter is another first page.
    await searchIs("f_name=ffg+4&sort=-sheets");
    await expect
      .poll(async () => (await names()).sort(), { timeout: GIVE_UP_MS })
      .toEqual(
        ["4", "14", "24", "34", "40", "41", "42", "43", "44", "45"].map((n) => `FFG ${n}`).sort(),
      );
    await table().getByRole("searchbox", { name: "Filter by State" }).fill("feeding");
    await searchIs("f_name=ffg+4&f_state=feeding&sort=-sheets");
    await table()
      .getByText(/^\d of 45 records$/)
      .waitFor();
    await table().getByRole("searchbox", { name: "Filter by State" }).fill("nothing of it");
    await table().getByText("No records to display").waitFor();
    await table().getByRole("button", { name: "Clear filters" }).click();
    await searchIs("filters=on&sort=-sheets");
    expect(await page.evaluate(() => window.history.length)).toBe(steps);
    await page.goto(addressOf("sort=-sheets&page=2"));
    await namesAre(second);
  });

  test("draws many rows in steps, so that none of them makes a key wait", async () => {
    await open("size=50&f_name=ffg+4");
    await table()
      .getByText(/^\d+ of 45 records$/)
      .waitFor();
    await table()
      .locator("tbody")
      .evaluate((body) => {
        const steps: number[] = [];
        Object.assign(window, { steps });
        new MutationObserver((changes) =>
          steps.push(changes.reduce((count, { addedNodes }) => count + addedNodes.length, 0)),
        ).observe(body, { childList: true });
      });
    await table().getByRole("link", { name: "Clear filters" }).click();
    await expect.poll(async () => (await names()).length, { timeout: GIVE_UP_MS }).toBe(45);
    const steps = await page.evaluate(() => (window as unknown as { steps: number[] }).steps);
    expect(Math.max(...steps)).toBeLessThanOrEqual(LINES_A_STEP);
  });

  test("loses nothing of what is typed and pressed before it has drawn the rows", async () => {
    await open("filters=on&f_state=feeding");
    const [name, sheets] = [
      table().getByRole("searchbox", { name: "Filter by Name" }),
      table().getByRole("searchbox", { name: "Filter by Sheets per hour" }),
    ];
    const clear = table().getByRole("link", { name: "Clear filters" });
    /** All in one task of the page, as keys that come while it is busy. */
    const typeAtOnce = (...acts: (readonly [Locator, string | null])[]) =>
      Promise.all(acts.map(([field]) => field.elementHandle())).then((fields) =>
        page.evaluate(
          ([elements, texts]) =>
            elements.forEach((element, index) => {
              const text = texts[index] ?? null;
              if (text === null) return (element as HTMLElement).click();
              const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
              set!.call(element, text);
              element!.dispatchEvent(new Event("input", { bubbles: true }));
            }),
          [fields, acts.map(([, text]) => text)] as const,
        ),
      );
    await typeAtOnce([name, "ffg"], [sheets, "1"], [name, "ffg 1"]);
    await searchIs("f_name=ffg+1&f_sheets=1&f_state=feeding");
    expect(await name.inputValue()).toBe("ffg 1");
    await typeAtOnce([name, "ffg 12"], [clear, null]);
    await searchIs("filters=on");
    await namesAre(Array.from({ length: 10 }, (_, n) => `FFG ${n + 1}`));
    expect([await name.inputValue(), await sheets.inputValue()]).toEqual(["", ""]);
  });

  test("names each filter on a phone, where its column's head is not seen", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open("filters=on");
    const fields = await table().locator("thead :is(input, select)").all();
    expect(fields.length).toBeGreaterThan(2);
    for (const field of fields) {
      const name = (await field.getAttribute("aria-label"))?.replace("Filter by ", "") ?? "";
      await table().locator("thead td").getByText(name, { exact: true }).first().waitFor();
    }
  });

  test("says its columns' names on a phone to who listens, and lets no focus go to what is not seen", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open();
    await table().getByRole("columnheader", { name: "Sheets per hour", exact: true }).waitFor();
    expect(await table().locator("thead").getByRole("link").count()).toBe(0);
  });

  test("works without scripts: what the address says is drawn, and links and filters lead on", async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false, locale: "en-US" });
    page = await plain.newPage();
    const firstName = async () => (await names())[0];
    const WAIT = { timeout: GIVE_UP_MS };
    await page.goto(addressOf("sort=-name&page=2&filters=on"));
    expect((await names())[0]).toBe("FFG 35");
    await table().getByRole("link", { name: "Next page" }).click();
    // Without scripts nothing tells that the next page is whole.
    await expect.poll(firstName, WAIT).toBe("FFG 25");
    await table().getByRole("searchbox", { name: "Filter by Name" }).fill("FFG 17");
    await table().getByRole("button", { name: "Apply" }).click();
    await expect.poll(names, WAIT).toEqual(["FFG 17"]);
    expect(new URL(page.url()).searchParams.get("sort")).toBe("-name");
    await plain.close();
  });

  test("groups with counts, folds, and says a group again where it goes on", async () => {
    await open("size=20");
    await table().getByRole("combobox", { name: "Group" }).selectOption("state");
    await searchIs("group=state&size=20");
    const groups = () => table().locator("tbody th[scope=colgroup]").allInnerTexts();
    const firstGroup = async () => (await groups())[0];
    await expect.poll(firstGroup, { timeout: GIVE_UP_MS }).toMatch(/^Off\s+7 records$/);
    await table().getByRole("link", { name: /^Off/ }).click();
    await searchIs("folded=Off&group=state&size=20");
    await expect.poll(async () => (await names())[0], { timeout: GIVE_UP_MS }).toBe("FFG 2");
    expect(await table().getByRole("link", { name: /^Off/ }).getAttribute("aria-expanded")).toBe(
      "false",
    );
    await table().getByRole("link", { name: "Next page" }).click();
    await expect.poll(firstGroup, { timeout: GIVE_UP_MS }).toContain("continued");
  });

  test("hides columns, and exports every row of the filter in the columns shown", async () => {
    await open("f_name=ffg");
    await table().getByRole("button", { name: "Columns" }).click();
    await isOpen("Columns").getByRole("checkbox", { name: "Model" }).uncheck();
    await searchIs("columns=name%2Cstate%2Csheets&f_name=ffg");
    await table().getByRole("columnheader", { name: "Model" }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    const download = page.waitForEvent("download");
    await table().getByRole("button", { name: "Export" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("helios-machines.csv");
    const folder = await mkdtemp(join(tmpdir(), "helios-export-"));
    await file.saveAs(join(folder, "machines.csv"));
    const text = await readFile(join(folder, "machines.csv"), "utf8");
    await rm(folder, { recursive: true });
    const lines = parse(text, { bom: true }) as string[][];
    expect(lines[0]).toEqual(["Name", "State", "Sheets per hour"]);
    expect(lines).toHaveLength(46);
    expect(lines[2]).toEqual(["FFG 2", "Not ready", "977"]);
  });

  test("hides its names as well, whose rows open all the same, and keeps one column", async () => {
    await open();
    await table().getByRole("button", { name: "Columns" }).click();
    const box = (name: string) => isOpen("Columns").getByRole("checkbox", { name });
    await box("Name").uncheck();
    await searchIs("columns=state%2Csheets%2Cmore");
    await page.keyboard.press("Escape");
    await isOpen("Columns").waitFor({ state: "hidden" });
    const row = table().getByRole("row").filter({ hasText: "FFG 3" });
    const name = (await row.getByRole("rowheader", { name: "FFG 3" }).boundingBox())!;
    expect(name.width).toBeLessThan(8);
    await bringIntoView(row);
    const cell = (await row.locator("td").nth(1).boundingBox())!;
    await page.mouse.click(cell.x + 10, cell.y + cell.height / 2);
    await page.waitForURL("**/dev/kit/tables?opened=3");
    await open("columns=sheets");
    await table().getByRole("button", { name: "Columns" }).click();
    expect(await box("Sheets per hour").isDisabled()).toBe(true);
  });

  test("opens a row wherever it is pressed, but by no control in it", async () => {
    await open();
    const row = table().getByRole("row").filter({ hasText: "FFG 3" });
    await row.getByRole("button", { name: "3", exact: true }).click();
    await isOpen("Model").waitFor();
    expect(new URL(page.url()).search).toBe(`?${CELL}`);
    await page.keyboard.press("Escape");
    await isOpen("Model").waitFor({ state: "hidden" });
    const box = (await row.locator("td").nth(1).boundingBox())!;
    await page.mouse.click(box.x + 10, box.y + box.height / 2);
    await page.waitForURL("**/dev/kit/tables?opened=3");
  });

  test("is walked by keyboard: arrows from row to row, Home, End, Enter", async () => {
    await open();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await table().getByRole("link", { name: "FFG 1", exact: true }).focus();
    for (const [key, name] of [
      ["ArrowDown", "FFG 2"],
      ["ArrowDown", "FFG 3"],
      ["ArrowUp", "FFG 2"],
      ["End", "FFG 10"],
      ["ArrowDown", "FFG 10"],
      ["Home", "FFG 1"],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused()).toBe(name);
    }
    await page.keyboard.press("Enter");
    await page.waitForURL("**/dev/kit/tables?opened=1");
  });

  test("keeps its room while it loads, says that it failed and offers to try again", async () => {
    await open();
    const tables = part("DataTable").getByRole("table");
    const rows = (at: number) => tables.nth(at).locator("tbody tr");
    expect(await rows(1).count()).toBe(await rows(0).count());
    const heights = await Promise.all(
      [0, 1].map(async (at) => (await rows(at).nth(3).boundingBox())!.height),
    );
    expect(heights[0]).toBeCloseTo(heights[1]!, 0);
    expect(await tables.nth(2).getByText("No records to display").isVisible()).toBe(true);
    expect(await tables.nth(3).getByRole("alert").isVisible()).toBe(true);
    expect(await tables.nth(3).getByRole("button", { name: "Try again" }).isVisible()).toBe(true);
  });
});

test("a combobox finds among thousands, takes one and several, by keyboard", async () => {
  await open();
  const boxes = part("Combobox, MultiCombobox").getByRole("combobox");
  await boxes.first().fill("sn-1777");
  const option = page.getByRole("option", { name: "FFG 778" });
  await option.waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => boxes.first().inputValue(), { timeout: GIVE_UP_MS }).toBe("FFG 778");
  await boxes.nth(1).fill("ffg 1500");
  await page.getByRole("option", { name: "FFG 1500" }).waitFor();
  await page.keyboard.press("Enter");
  await part("Combobox, MultiCombobox").getByRole("button", { name: "Remove FFG 1500" }).waitFor();
  await page.keyboard.press("Escape");
  await boxes.nth(1).press("Backspace");
  await part("Combobox, MultiCombobox")
    .getByRole("button", { name: "Remove FFG 1500" })
    .waitFor({ state: "detached" });
});

test("a chip that is taken away by key leaves the focus with its neighbour, the last one with the field", async () => {
  await open();
  const field = part("Combobox, MultiCombobox").getByRole("combobox").nth(1);
  const chips = part("Combobox, MultiCombobox").getByRole("button", { name: /^Remove / });
  const focused = (of: Locator) => of.evaluate((it) => it === document.activeElement);
  await chips.first().focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => chips.count()).toBe(1);
  expect(await focused(chips.first())).toBe(true);
  await page.keyboard.press("Space");
  await expect.poll(() => chips.count()).toBe(0);
  expect(await focused(field)).toBe(true);
  await page.getByRole("listbox", { name: /^Show all: ./ }).waitFor();
});
