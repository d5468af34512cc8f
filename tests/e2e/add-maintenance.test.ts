/** Adding work to a machine and deleting it again, as a person does. */
import { expect, test } from "vitest";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import * as en from "#app/all-texts/en.ts";

const { kit, maintenance } = en.common;
const KIND = "Transmission life";

const browser = await journeyBrowser();

test("a deleted work leaves no address, and is added again with double-up by keyboard", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  // A test bench: nobody else's work.
  await openAs(page, origin, "admin@acme.example", "/machines/11/maintenance");
  const add = page.getByRole("button", { name: maintenance.add, exact: true });
  const card = page.getByRole("link", { name: KIND });
  const chosen = page.getByRole("heading", { level: 2, name: KIND });
  const ofKind = page.getByRole("dialog", { name: maintenance.addKind.replace("{{name}}", KIND) });
  const box = ofKind.getByRole("checkbox", { name: maintenance.doubleUpAsk });
  const choose = async () => {
    await add.click();
    await page.getByRole("dialog").getByRole("button", { name: KIND, exact: true }).click();
    await box.and(page.locator(":focus")).waitFor();
  };

  await card.click();
  await chosen.waitFor();
  await page.waitForURL((url) => url.searchParams.has("selected"));
  await page.getByRole("button", { name: maintenance.delete, exact: true }).click();
  const sure = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await sure.getByRole("button", { name: maintenance.delete, exact: true }).click();
  await card.waitFor({ state: "detached" });
  await page.waitForURL((url) => url.search === "");

  await choose();
  // Left by keyboard the focus is back where it was before both dialogs.
  await page.keyboard.press("Escape");
  await ofKind.waitFor({ state: "detached" });
  await add.and(page.locator(":focus")).waitFor();

  await choose();
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await ofKind.getByRole("button", { name: kit.keepEditing }).click();
  expect(await box.isChecked()).toBe(true);
  await ofKind.getByRole("button", { name: maintenance.add }).click();
  await chosen.waitFor();
  await page.waitForURL((url) => url.searchParams.has("selected"));
  const told = page.locator("dl > div", { hasText: maintenance.doubleUp }).locator("dd");
  expect(await told.textContent()).toBe(maintenance.yes);
  await context.close();
});
