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
