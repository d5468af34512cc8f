/** The dialog that marks a work as done, on a machine's tab and on the dashboard: its steps are read when it opens. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { call, signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { withMachine } from "#tests/own-machine.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import * as en from "#app/all-texts/en.ts";

const ADMIN = "admin@acme.example";
const SUPERUSER = "superuser@helios.example";
const { complete, drawer, errors: words, kit, maintenance } = en.common;

const browser = await journeyBrowser();

const READING = "**/maintenance_work.data*";
const opened = (page: Page) => page.getByRole("dialog", { name: complete.confirm });

test.each([
  ["nobody answers", null],
  ["the server fails", 500],
])("when %s, it says so and is asked again; the page below it stays", async (_, status) => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines/1/maintenance");
  await page.route(READING, (route) =>
    status === null ? route.abort() : route.fulfill({ status, body: "" }),
  );
  await page.getByRole("button", { name: maintenance.markDone }).click();
  const failed = opened(page).getByText(complete.failed);
  await failed.waitFor();
  expect(await page.getByRole("heading", { level: 1, includeHidden: true }).count()).toBe(1);
  await page.unroute(READING);
  await opened(page).getByRole("button", { name: words.retry }).click();
  await opened(page).getByRole("textbox", { name: complete.day }).waitFor();
  expect(await failed.count()).toBe(0);
  // Nothing was entered, so that nothing is asked.
  await page.keyboard.press("Escape");
  await opened(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: maintenance.markDone }).waitFor();
  await context.close();
});

test("who closes it with steps ticked is asked, and goes on where they were", async () => {
  const { origin } = sharedHelios();
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines/1/maintenance");
  await page.getByRole("button", { name: maintenance.markDone }).click();
  const step = opened(page).getByRole("checkbox").first();
  // Its steps come after it has opened; the focus waits for them.
  await expect
    .poll(() => step.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await page.keyboard.press("Space");
  expect(await step.isChecked()).toBe(true);
  await page.keyboard.press("Escape");
  await opened(page).getByText(kit.discardAsk).waitFor();
  await opened(page).getByRole("button", { name: kit.keepEditing }).click();
  expect(await step.isChecked()).toBe(true);
  await step.uncheck();
  await page.keyboard.press("Escape");
  await opened(page).waitFor({ state: "detached" });
  await context.close();
});

test.each(["meanwhile", "before"])(
  "who marks as done what somebody else deleted %s is told so once, and the address forgets it",
  async (when) => {
    const { origin } = sharedHelios();
    const token = await signIn(origin, ADMIN);
    const name = `Gone ${Date.now()}`;
    const { id } = (
      await call<{ data: { id: number } }>(origin, "/v1/maintenances", {
        token,
        body: {
          device_id: 11,
          maintenance: {
            ...{ kind: "custom", custom_name: name },
            ...{ custom_cutoff_value: 20, custom_max_tag_threshold: 240 },
          },
        },
      })
    ).data;
    const remove = () => call(origin, `/v1/maintenances/${id}?all`, { token, method: "DELETE" });
    const { context, page } = await newVisitor(browser);
    await openAs(page, origin, ADMIN, `/machines/11/maintenance?selected=${id}`);
    if (when === "before") await remove();
    await page.getByRole("button", { name: maintenance.markDone }).click();
    const dialog = page.getByRole("dialog", { name });
    if (when === "meanwhile") {
      await dialog.getByRole("textbox", { name: complete.day }).waitFor();
      await remove();
      await dialog.getByRole("button", { name: complete.confirm }).click();
    }
    const close = dialog.getByRole("button", { name: drawer.close });
    await dialog.getByRole("alert").waitFor();
    // The focus stays in what was filled in; where there is nothing to fill in, one button can be reached.
    if (when === "before") await page.keyboard.press("Tab");
    const held = when === "before" ? close : dialog.getByRole("textbox", { name: complete.day });
    await held.and(page.locator(":focus")).waitFor();
    await dialog.getByRole("button", { name: complete.confirm }).waitFor({ state: "detached" });
    await close.click();
    await page.waitForURL((url) => url.search === "");
    await page.getByRole("link", { name }).waitFor({ state: "detached" });
    await context.close();
  },
);

test("who marks as done what stood first goes on with it, though another work stands first then", async () => {
  const { origin } = sharedHelios();
  const token = await signIn(origin, SUPERUSER);
  await withMachine({ origin, token }, "MARK-DONE-FIRST", async ({ id: device_id }) => {
    for (const [custom_name, days] of [
      ["Old", -5],
      ["Young", -2],
    ] as const) {
      const custom = { kind: "custom", custom_name, custom_cutoff_value: 20 };
      const body = { device_id, maintenance: { ...custom, custom_max_tag_threshold: 240 } };
      const { data } = await call<{ data: { id: number } }>(origin, "/v1/maintenances", {
        ...{ token, body },
      });
      const performed_at = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      await call(origin, `/v1/maintenances/${data.id}`, {
        ...{ token, method: "PUT", body: { maintenance: { performed_at } } },
      });
    }
    const { context, page } = await newVisitor(browser);
    await openAs(page, origin, SUPERUSER, `/machines/${device_id}/maintenance`);
    const begin = page.getByRole("region", { name: "Old" }).getByRole("button", {
      name: maintenance.markDone,
    });
    await begin.click();
    const dialog = page.getByRole("dialog", { name: "Old" });
    await dialog.getByRole("textbox", { name: complete.day }).waitFor();
    await dialog.getByRole("button", { name: complete.confirm }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator("[data-rows] > li").first().getByText("Young").waitFor();
    await begin.and(page.locator(":focus")).waitFor();
    await context.close();
  });
});
