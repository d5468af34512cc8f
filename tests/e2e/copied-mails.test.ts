/** Who is copied on notification mails: an entry is not sent before its name, team and e-mail are there. */
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const browser = await journeyBrowser();
let context: BrowserContext;
let page: Page;
afterEach(() => context?.close());

test("an entry is added once all three fields are filled in, and deleted", async () => {
  ({ context, page } = await newVisitor(browser));
  await openAs(page, sharedHelios().origin, "superuser@helios.example", "/admin/notifications");
  await page.getByRole("button", { name: "Add email" }).click();
  const form = page.getByRole("dialog", { name: "Add email" });
  const save = form.getByRole("button", { name: "Save" });
  const why = form.getByText("Fill in name, team and email.");
  await why.waitFor();
  expect(await save.getAttribute("aria-disabled")).toBe("true");
  await form.getByLabel("Name").fill("Copied Person");
  await form.getByLabel("Team").fill("Service");
  await why.waitFor();
  await form.getByLabel("Email").fill("copied.person@acme.example");
  await why.waitFor({ state: "detached" });
  await save.click();
  await page.getByText("The entry is saved.").waitFor();

  await page.getByRole("link", { name: "Copied Person" }).click();
  await page.getByRole("button", { name: "Delete entry" }).click();
  await page
    .getByRole("alertdialog", { name: "Delete Copied Person?" })
    .getByRole("button", { name: "Delete entry" })
    .click();
  await page.getByText("The entry is deleted.").waitFor();
  await page.getByRole("link", { name: "Copied Person" }).waitFor({ state: "detached" });
});

test("the way back out of an entry asks when something was typed, once, and closing it by hand does not ask again", async () => {
  ({ context, page } = await newVisitor(browser));
  await openAs(page, sharedHelios().origin, "superuser@helios.example", "/admin/notifications");
  const add = page.getByRole("button", { name: "Add email" });
  const form = page.getByRole("dialog", { name: "Add email" });
  const name = form.getByLabel("Name");
  const goBack = () => page.evaluate(() => history.back());
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  const closed = () => form.waitFor({ state: "detached" });
  await add.click();
  await name.waitFor();
  await goBack();
  await closed();

  await add.click();
  await name.fill("Typed Person");
  await goBack();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await question.waitFor({ state: "detached" });
  expect(await name.inputValue()).toBe("Typed Person");
  await goBack();
  await question.getByRole("button", { name: "Discard" }).click();
  await closed();

  await add.click();
  await name.fill("Typed Person");
  await page.keyboard.press("Escape");
  await form.getByRole("button", { name: "Discard" }).click();
  await closed();
  expect(await question.count()).toBe(0);
});
