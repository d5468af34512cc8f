/** Coming in where one must set a password first, finding the way on a phone, leaving, and mails one wants no more: by keyboard alone. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { call, DEMO_PASSWORD, signIn } from "#tests/api.ts";
import { journeyBrowser, openAs, signInAs, untilAlive } from "#tests/browser.ts";
import { findAccessProblems, pressOn, typeInto } from "#tests/keyboard.ts";
import {
  button,
  countMessages,
  field,
  newestMessage,
  testOnceOf,
  VIEWS,
  visitIn,
  waitForDialog,
} from "#tests/views.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const browser = await journeyBrowser();

const RESET = { email: "reset@acme.example", id: 8 };
const FIRST_PASSWORD = "a quiet line at dawn 8";
type Me = { data: { id: number; reset_password: boolean; notifications_email: boolean } };

describe.each(VIEWS)("in $lang, $width wide", (view) => {
  const { width, words } = view;
  const isPhone = width < 768;
  const testIn = testOnceOf(view);
  const visit = () => visitIn(browser, sharedHelios().origin, view);
  const openMenu = async (page: Page) => {
    const button = page.getByRole("button", { name: words.nav.openMenu });
    await untilAlive(button);
    await pressOn(page, button);
  };
  /** On a phone from the side menu, on a desk from the account menu. */
  async function askToLogOut(page: Page): Promise<void> {
    if (isPhone) {
      await openMenu(page);
      return pressOn(
        page,
        page.getByRole("dialog").getByRole("button", { name: words.nav.logOut }),
      );
    }
    const account = page.getByRole("button", { name: words.nav.accountMenu });
    await untilAlive(account);
    await pressOn(page, account);
    const menu = page.getByRole("menu");
    const item = menu.getByRole("menuitem", { name: words.nav.logOut });
    await item.waitFor();
    // The menu takes keys once the focus is in it, and says which of its items they would choose.
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "menu");
    await page.keyboard.press("End");
    await item.and(page.locator("[data-focus]")).waitFor();
    await page.keyboard.press("Enter");
  }

  testIn(
    "es",
    "who must set a password does it first, and comes to the page that was wanted",
    async () => {
      const { context, page, errors, origin } = await visit();
      const boss = await signIn(origin, "superuser@helios.example");
      await call(origin, `/v1/users/${RESET.id}/reset_password`, { method: "PUT", token: boss });

      await page.goto(`${origin}/reports/events?from=mail`);
      expect(page.url()).toBe(
        `${origin}/login?redirect=${encodeURIComponent("/reports/events?from=mail")}`,
      );
      await typeInto(page, field(page, words.login.email), RESET.email);
      await typeInto(page, field(page, words.signIn.password), DEMO_PASSWORD);
      await page.keyboard.press("Enter");
      const wanted = `**/login/reset-password-authed?redirect=${encodeURIComponent("/reports/events?from=mail")}`;
      await page.waitForURL(wanted);
      for (const path of ["/machines/1/overview", "/account", "/dashboard"]) {
        await page.goto(origin + path);
        expect(page.url()).toBe(
          `${origin}/login/reset-password-authed?redirect=${encodeURIComponent(path)}`,
        );
      }
      await page.goto(`${origin}/reports/events?from=mail`);
      expect(await findAccessProblems(page)).toEqual([]);
      await typeInto(page, field(page, words.password.password), FIRST_PASSWORD);
      await typeInto(page, field(page, words.password.confirmation), FIRST_PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByText(words.password.resetDone).waitFor();
      await page.waitForURL(`${origin}/reports/events?from=mail`);
      const { data } = await call<Me>(origin, "/v1/users/me", {
        token: await signIn(origin, RESET.email, FIRST_PASSWORD),
      });
      expect(data.reset_password).toBe(false);
      expect(errors).toEqual([]);
      await context.close();
    },
  );

  test("leaving is asked for once more, and leaves nothing open", async () => {
    const { context, page, errors, origin } = await visit();
    await signInAs(page, origin, "user@acme.example");
    const session = (await context.cookies()).find(({ name }) => name === "sessionId")?.value ?? "";
    await page.goto(`${origin}/machines`);
    await askToLogOut(page);
    const dialog = page.getByRole("alertdialog", { name: words.logOutDialog.title });
    await waitForDialog(dialog);
    expect(await findAccessProblems(page)).toEqual([]);
    await pressOn(page, dialog.getByRole("button", { name: words.logOutDialog.cancel }));
    await dialog.waitFor({ state: "detached" });
    await call(origin, "/v1/users/me", { token: session });

    await page.goto(`${origin}/machines`);
    await askToLogOut(page);
    await pressOn(page, dialog.getByRole("button", { name: words.logOutDialog.confirm }));
    await page.waitForURL(`${origin}/login`);
    await expect(call(origin, "/v1/users/me", { token: session })).rejects.toThrow("401");
    expect(
      (await context.cookies()).filter(
        ({ name }) => name === "sessionId" || name === "currentUser",
      ),
    ).toEqual([]);
    await page.goBack();
    await page.waitForURL(`${origin}/login?redirect=${encodeURIComponent("/machines")}`);
    await field(page, words.signIn.password).waitFor();
    expect(errors.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([]);
    await context.close();
  });

  test.runIf(isPhone)(
    "a phone's side menu leads to every area of the role, and closes behind one",
    async () => {
      const { context, page, errors, origin } = await visit();
      await openAs(page, origin, "superuser@helios.example");
      await openMenu(page);
      const menu = page.getByRole("dialog");
      await waitForDialog(menu);
      const { dashboard, machines, customers, reports, admin, account, displays, help, logOut } =
        words.nav;
      const shown = await menu.getByRole("navigation").locator("a, button").allInnerTexts();
      expect(shown.map((text) => text.trim())).toEqual([
        ...[dashboard, machines, customers, reports, admin, help, account],
        ...[words.crumbs.journal, displays, words.nav.audit, words.nav.messages, logOut],
      ]);
      const support = menu.getByRole("link", { name: help });
      expect([
        (await support.getAttribute("href"))?.slice(0, 8),
        await support.getAttribute("target"),
      ]).toEqual(["https://", "_blank"]);
      expect(await findAccessProblems(page)).toEqual([]);
      await pressOn(page, menu.getByRole("link", { name: reports }));
      await page.waitForURL(`${origin}/reports/measures`);
      await menu.waitFor({ state: "detached" });

      await openMenu(page);
      await waitForDialog(menu);
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "detached" });
      expect(
        await page
          .getByRole("button", { name: words.nav.openMenu })
          .evaluate((element) => element === document.activeElement),
      ).toBe(true);
      expect(errors).toEqual([]);
      await context.close();
    },
  );

  test.runIf(isPhone)("a phone's side menu has the logo of one's customer", async () => {
    const { context, page, errors, origin } = await visit();
    await openAs(page, origin, "admin@acme.example", "/machines");
    await openMenu(page);
    const menu = page.getByRole("dialog");
    await waitForDialog(menu);
    const logo = menu.locator('img[src^="/logos/"]');
    await logo.waitFor();
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await context.close();
  });

  test("who builds machines has a way to the customers whose plants have them", async () => {
    const { context, page, errors, origin } = await visit();
    await openAs(page, origin, "oem@helios.example", "/machines");
    if (isPhone) await openMenu(page);
    const tabs = (isPhone ? page.getByRole("dialog") : page.getByRole("banner")).getByRole(
      "navigation",
    );
    await pressOn(page, tabs.getByRole("link", { name: words.nav.customers }));
    await page.waitForURL(`${origin}/customers`);
    await page.getByRole("link", { name: "Acme Packaging" }).first().waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  test("superusers see the way to a page by its names, and everybody their own tabs and where help is", async () => {
    const { context, page, errors, origin } = await visit();
    await signInAs(page, origin, "superuser@helios.example");
    await page.goto(`${origin}/customers/1/users/4`);
    const way = page.getByRole("navigation", { name: words.crumbs.label });
    // A phone shows where one is, and what is above it.
    const names = await way.locator("li").allTextContents();
    expect(names.map((name) => name.replace("/", ""))).toEqual([
      words.nav.dashboard,
      words.nav.customers,
      "Acme Packaging",
      words.crumbs.users,
      expect.stringContaining(" ") as string,
    ]);
    await page.goto(`${origin}/customers/1/users`);
    await pressOn(page, way.getByRole("link", { name: "Acme Packaging" }));
    await page.waitForURL(`${origin}/customers/1`);
    await page.goto(`${origin}/outbox`);
    expect(await way.getByRole("listitem").last().innerText()).toContain(words.nav.messages);
    // The page's socket, which may be on its way, is not to knock without its cookie.
    await page.goto("about:blank");
    await context.clearCookies({ name: "sessionId" });

    await signInAs(page, origin, "admin@acme.example");
    await page.goto(`${origin}/customers/1`);
    expect(await way.count()).toBe(0);
    expect(await page.getByRole("switch", { name: words.provider.demoMode }).count()).toBe(0);
    if (!isPhone) {
      const tabs = page.getByRole("navigation", { name: words.nav.label }).getByRole("link");
      const { dashboard, machines, organization, reports } = words.nav;
      expect(await tabs.allInnerTexts()).toEqual([dashboard, machines, organization, reports]);
      const help = page.getByRole("link", { name: words.nav.help });
      expect([
        (await help.getAttribute("href"))?.slice(0, 8),
        await help.getAttribute("target"),
      ]).toEqual(["https://", "_blank"]);
    }
    await pressOn(page, page.getByRole("link", { name: `${words.brand}, ${words.nav.dashboard}` }));
    await page.waitForURL(`${origin}/dashboard`);
    expect(errors).toEqual([]);
    await context.close();
  });

  testIn(
    "en",
    "the link of a mail stops the mails without signing in, once for people and once for their mail program",
    async () => {
      const { context, page, errors, origin } = await visit();
      const email = "user@globex.example";
      const token = await signIn(origin, email);
      const set = (notifications_email: boolean) =>
        call(origin, "/v1/users/me", {
          method: "PUT",
          token,
          body: { user: { notifications_email } },
        });
      const isOn = async () =>
        (await call<Me>(origin, "/v1/users/me", { token })).data.notifications_email;
      await set(false);
      const known = await countMessages(origin, email, "notifications_on");
      await set(true);
      const mail = await newestMessage(origin, email, "notifications_on", known);
      const link =
        origin + (/\/s\/notifications\/unsubscribe\/email\?token=\S+/.exec(mail.text)?.[0] ?? "");

      const opened = await page.goto(link);
      expect(opened?.headers()["referrer-policy"]).toBe("no-referrer");
      expect(await isOn()).toBe(true);
      expect(await findAccessProblems(page)).toEqual([]);
      await pressOn(page, button(page, words.unsubscribe.confirm));
      await page.getByText(words.unsubscribe.doneTitle).waitFor();
      expect(await isOn()).toBe(false);
      await page.reload();
      await page.getByText(words.unsubscribe.alreadyTitle).waitFor();
      // The link opens nothing but this.
      await page.goto(`${origin}/account`);
      expect(page.url()).toContain("/login?redirect=");

      await set(true);
      const oneClick =
        origin + (/\/s\/[^>]+/.exec(mail.headers["List-Unsubscribe"] ?? "")?.[0] ?? "");
      expect(mail.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
      const post = (url: string) =>
        fetch(url, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: "List-Unsubscribe=One-Click",
        });
      expect(
        (await post(oneClick.replace(/.$/, (last) => (last === "A" ? "B" : "A")))).status,
      ).toBe(404);
      expect(await isOn()).toBe(true);
      expect((await post(oneClick)).status).toBe(204);
      expect(await isOn()).toBe(false);
      await set(true);
      expect(errors).toEqual([]);
      await context.close();
    },
  );
});
