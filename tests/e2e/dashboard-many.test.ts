/** A dashboard with more machines than stand beside what requires attention. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { call, signIn, type Device } from "#tests/api.ts";
import { journeyBrowser, makeWide, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const SUPERUSER = "superuser@helios.example";
const MORE = 24;
const HEIGHT = 900;

const browser = await journeyBrowser();
const { origin } = sharedHelios();

test("what requires attention on the first screen among many cards, which fill the rows below it", async () => {
  const token = await signIn(origin, SUPERUSER);
  const added: number[] = [];
  try {
    for (let at = 0; at < MORE; at++) {
      const name = `MANY-${at}`;
      const body = { serial_number: name, name, make: "Sun", model: "625", facility_id: 1 };
      const { data } = await call<{ data: Device }>(origin, "/v1/devices", { token, body });
      added.push(data.id);
    }
    const { context, page, errors } = await newVisitor(browser);
    await openAs(page, origin, SUPERUSER);
    await page.getByRole("button", { name: "List", exact: true }).click();
    for (const width of [1440, 1280, 1024]) {
      await makeWide(page, width);
      await expectOnFirstScreen(page, width);
    }
    await page.getByRole("button", { name: "Grid", exact: true }).click();
    for (const width of [1440, 1280, 1024]) {
      await makeWide(page, width);
      const places = await page.evaluate(placesOfParts);
      expect([width, places]).toEqual([
        width,
        { isAtTop: true, isAtEnd: true, isOverNone: true, endsWithRow: true, fillsBelow: true },
      ]);
      // Also with less in it than four rows of cards are high.
      const rows = page.locator("[aria-labelledby=attention] tbody");
      const hide = (isHidden: boolean) =>
        rows.evaluateAll((all, hidden) => {
          for (const each of all) (each as HTMLElement).style.display = hidden ? "none" : "";
        }, isHidden);
      await hide(true);
      expect(await page.evaluate(placesOfParts)).toMatchObject({ endsWithRow: true });
      await hide(false);
      await expectOnFirstScreen(page, width);
    }
    expect(errors).toEqual([]);
    await context.close();
  } finally {
    for (const id of added)
      await call(origin, `/v1/devices/${id}/retire`, { method: "PUT", token });
  }
});

/** Both of its tables begin there, and nothing is wider than the window. */
async function expectOnFirstScreen(page: Page, width: number): Promise<void> {
  const heads = await page
    .locator("[aria-labelledby=attention] h3")
    .evaluateAll((all) => all.map((head) => head.getBoundingClientRect().bottom));
  expect(heads).toHaveLength(2);
  for (const bottom of heads) expect(bottom).toBeLessThan(HEIGHT);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

/** How what requires attention stands to the cards. */
function placesOfParts() {
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const cards = [...document.querySelectorAll("[data-machine]")].map(boxOf);
  const area = boxOf(document.querySelector("[aria-labelledby=attention]")!);
  const isSame = (one: number, other: number) => Math.abs(one - other) < 1;
  const end = Math.max(...cards.map(({ right }) => right));
  return {
    isAtTop: isSame(area.top, cards[0]!.top),
    isAtEnd: area.left > cards[0]!.right && isSame(area.right, end),
    isOverNone: cards.every(
      ({ top, bottom, right }) =>
        right <= area.left || bottom <= area.top || top >= area.bottom - 1,
    ),
    endsWithRow: cards.some(({ bottom }) => isSame(bottom, area.bottom)),
    fillsBelow: cards.some(({ top, right }) => top > area.bottom && isSame(right, end)),
  };
}
