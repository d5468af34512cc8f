/**
 * Getting in, looking after the own account, and showing Helios to guests: by keyboard alone. Each way is walked once, in
 * English on a desk or in Spanish on a phone: all-texts.test proves the texts, access-pages.test the pages in both.
 */
import { describe, expect } from "vitest";
import { DEMO_PASSWORD, call, signIn } from "#tests/api.ts";
import {
  isSameDocument,
  journeyBrowser,
  markDocument,
  newVisitor,
  openAs,
  signInAs,
} from "#tests/browser.ts";
import { findAccessProblems, pressOn, tabTo, typeInto } from "#tests/keyboard.ts";
import {
  button,
  countMessages,
  field,
  newestMessage,
  testOnceOf,
  VIEWS,
  visitIn,
} from "#tests/views.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";

const browser = await journeyBrowser();

const NEW_PASSWORD = "a quiet line at dawn 7";

/** `{{name}}` and what comes after it left out: what stands before is enough to find a text by. */
const start = (text: string): string => text.split("{{")[0]!.trim();

describe.each(VIEWS)("in $lang, $width wide", (view) => {
  const { lang, locale, width, words } = view;
  const visit = () => visitIn(browser, sharedHelios().origin, view);
  const testIn = testOnceOf(view);

  testIn(
    "es",
    "a forgotten password is set anew by mail, and changed back in the account",
    async () => {
      const { context, page, errors, origin } = await visit();
      const email = "user@globex.example";
      const known = await countMessages(origin, email, "password_reset");
      await page.goto(`${origin}/login`);
      await typeInto(page, field(page, words.login.email), email);
      await pressOn(page, page.getByRole("link", { name: words.resetRequest.link }));
      await page.waitForURL("**/login/reset-password-request**");
      expect(await field(page, words.login.email).inputValue()).toBe(email);
      await pressOn(page, button(page, words.resetRequest.submit));
      const answer = page.getByRole("status");
      await answer.waitFor();
      const said = (await answer.innerText()).replace(email, "X");
      expect(said).toContain(words.resetRequest.sentTitle);

      // The same words for an address that nobody has.
      await page.goto(`${origin}/login/reset-password-request?email=nobody@nowhere.example`);
      await pressOn(page, button(page, words.resetRequest.submit));
      await answer.waitFor();
      expect((await answer.innerText()).replace("nobody@nowhere.example", "X")).toBe(said);

      const { text } = await newestMessage(origin, email, "password_reset", known);
      const path = /\/login\/reset-password\/\S+/.exec(text)?.[0] ?? "";
      const answerOfPage = await page.goto(origin + path);
      expect(answerOfPage?.headers()["referrer-policy"]).toBe("no-referrer");
      await typeInto(page, field(page, words.password.password), "short");
      await typeInto(page, field(page, words.password.confirmation), "shorter");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
      expect(await page.getByRole("alert").innerText()).toContain(
        words.problems.too_short.replace("{{least}}", "12"),
      );
      expect(await findAccessProblems(page)).toEqual([]);
      await typeInto(page, field(page, words.password.password), NEW_PASSWORD);
      await typeInto(page, field(page, words.password.confirmation), NEW_PASSWORD);
      // The page's clock stands still but for what the test lets pass.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.keyboard.press("Enter");
      await page.getByText(words.password.resetDone).waitFor();
      await page.clock.runFor(2_900);
      await page.getByText(words.password.resetDone).waitFor();
      await page.clock.runFor(200);
      await page.clock.resume();
      await page.waitForURL("**/dashboard");
      expect((await page.request.get(origin + path)).status()).toBe(200); // signed in: on to the dashboard

      // The link is used up, and says where a new one is to be had.
      const other = await visit();
      expect((await other.page.goto(origin + path))?.status()).toBe(404);
      await pressOn(other.page, other.page.getByRole("link", { name: words.deadLink.requestNew }));
      await other.page.waitForURL("**/login/reset-password-request");
      await other.context.close();

      await page.goto(`${origin}/account`);
      await typeInto(page, field(page, words.password.currentPassword), "not the password");
      await typeInto(page, field(page, words.password.password), DEMO_PASSWORD);
      await typeInto(page, field(page, words.password.confirmation), DEMO_PASSWORD);
      await pressOn(page, button(page, words.accountPage.changePassword));
      await page.getByText(words.problems.wrong_password).first().waitFor();
      await typeInto(page, field(page, words.password.currentPassword), NEW_PASSWORD);
      await pressOn(page, button(page, words.accountPage.changePassword));
      await page.getByText(words.accountPage.passwordChanged).waitFor();
      await signIn(origin, email);
      await page.reload();
      expect(page.url()).toBe(`${origin}/account`);
      expect(errors.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([]);
      await context.close();
    },
  );

  testIn(
    "en",
    "the account keeps what is changed, and what is wrong is said at its field",
    async () => {
      const { context, page, errors, origin } = await visit();
      await signInAs(page, origin, "admin@acme.example");
      await page.goto(`${origin}/account`);
      const name = `Dana ${lang}`;
      await typeInto(page, field(page, words.accountPage.firstName), name);
      await typeInto(page, field(page, words.accountPage.phone), "+1");
      await pressOn(page, button(page, words.accountPage.save));
      await page
        .getByText(words.problems.required.replace("{{field}}", words.accountPage.phone))
        .first()
        .waitFor();
      await typeInto(page, field(page, words.accountPage.phone), "+1 423 555 0142");
      await pressOn(page, button(page, words.accountPage.save));
      await page.getByText(words.accountPage.saved).waitFor();
      expect(await findAccessProblems(page)).toEqual([]);
      await page.reload();
      expect(await field(page, words.accountPage.firstName).inputValue()).toBe(name);

      // Another address takes the password.
      await typeInto(page, field(page, words.login.email), "user@acme.example");
      await pressOn(page, button(page, words.accountPage.save));
      await page
        .getByText(words.problems.required.replace("{{field}}", words.password.currentPassword))
        .first()
        .waitFor();
      await typeInto(page, field(page, words.password.currentPassword).first(), DEMO_PASSWORD);
      await pressOn(page, button(page, words.accountPage.save));
      await page.getByText(words.problems.taken).first().waitFor();
      expect(errors.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([]);
      await context.close();
      // Saving the form stored the language too, and others sign in to this account after us.
      const token = await signIn(origin, "admin@acme.example");
      await call(origin, "/v1/users/me", {
        method: "PUT",
        token,
        body: { user: { locale: null } },
      });
    },
  );

  testIn("es", "the language changes where the page stands: nothing typed is lost", async () => {
    const { context, page, origin } = await visit();
    const [other, otherWords] =
      lang === "en" ? (["es", es.common] as const) : (["en", en.common] as const);
    await page.goto(`${origin}/login`);
    await markDocument(page);
    await typeInto(page, field(page, words.login.email), "half-typed");
    await pressOn(page, button(page, other === "es" ? "Español" : "English"));
    await field(page, otherWords.signIn.password).waitFor();
    expect(await field(page, otherWords.login.email).inputValue()).toBe("half-typed");
    expect(await page.locator("html").getAttribute("lang")).toBe(other);
    expect(await isSameDocument(page)).toBe(true);
    await page.reload();
    await field(page, otherWords.signIn.password).waitFor();
    await context.close();
  });

  testIn(
    "en",
    "sessions are ended from another one, and an API token is shown once, works, and is taken back",
    async () => {
      const { context, page, origin } = await visit();
      const email = "oem@helios.example";
      await signInAs(page, origin, email);
      const elsewhere = await visit();
      await signInAs(elsewhere.page, origin, email);
      await page.goto(`${origin}/account`);
      expect(
        await page.getByText(new RegExp(start(words.sessions.signedInOn), "i")).count(),
      ).toBeGreaterThanOrEqual(2);
      await pressOn(page, button(page, words.sessions.endAll));
      const dialog = page.getByRole("alertdialog");
      await pressOn(page, dialog.getByRole("button", { name: words.sessions.endAll }));
      await dialog.waitFor({ state: "detached" });
      await elsewhere.page.goto(`${origin}/machines`);
      expect(elsewhere.page.url()).toContain("/login?redirect=");
      await elsewhere.context.close();

      await typeInto(page, field(page, words.tokens.name), `report ${lang}`);
      await pressOn(
        page,
        page.getByRole("checkbox", { name: words.tokens.scope_read_machines }),
        "Space",
      );
      await pressOn(page, button(page, words.tokens.create));
      const shown = field(page, words.tokens.value);
      await shown.waitFor();
      const token = await shown.inputValue();
      expect(token).toMatch(/^hat_[\w-]{43}$/);
      expect(await findAccessProblems(page)).toEqual([]);
      await call(origin, "/v1/devices", { token });
      await page.goto(`${origin}/account`);
      expect(await page.content()).not.toContain(token);
      await pressOn(page, button(page, `${words.tokens.revoke} report ${lang}`));
      await pressOn(
        page,
        page
          .getByRole("alertdialog")
          .getByRole("button", { name: words.tokens.revoke, exact: true }),
      );
      await page.getByText(words.tokens.revoked.replace("{{name}}", `report ${lang}`)).waitFor();
      await expect(call(origin, "/v1/devices", { token })).rejects.toThrow("401");
      await context.close();
    },
  );

  testIn("es", "a phone is proved by the code that was sent to it", async () => {
    const { context, page, origin } = await visit();
    await signInAs(page, origin, "admin@globex.example");
    await page.goto(`${origin}/account`);
    const number = `+1210555${width === 390 ? "018" : "019"}${lang === "en" ? 7 : 8}`;
    await typeInto(page, field(page, words.accountPage.phone), number);
    await pressOn(page, button(page, words.accountPage.save));
    await page.getByText(words.accountPage.saved).waitFor();
    await pressOn(page, page.getByRole("link", { name: words.accountPage.verifyPhone }));
    await page.waitForURL("**/account/sms/verify");
    await page
      .getByText(`(***) ***-${number.slice(-4)}`)
      .first()
      .waitFor();
    const known = await countMessages(origin, number, "phone_code");
    await pressOn(page, button(page, words.sms.send));
    await page.getByText(start(words.sms.sent)).waitFor();
    const code =
      /\d{6}/.exec((await newestMessage(origin, number, "phone_code", known)).text)?.[0] ?? "";
    const input = field(page, words.sms.code);
    const wrong = code === "111111" ? "222222" : "111111";
    const problem = page.locator("#sms-code-code-errors");
    // Half a code is nothing to send.
    await typeInto(page, input, "12");
    await page.keyboard.press("Enter");
    await problem.getByText(words.problems.six_digits).waitFor();
    await typeInto(page, input, wrong);
    await problem.waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await problem.getByText(words.problems.not_correct).waitFor();
    expect([await input.inputValue(), await input.getAttribute("aria-invalid")]).toEqual([
      wrong,
      "true",
    ]);
    expect(await input.getAttribute("aria-describedby")).toContain("sms-code-code-errors");
    expect(await findAccessProblems(page)).toEqual([]);
    expect(await countMessages(origin, number, "phone_code")).toBe(known + 1);
    await typeInto(page, input, code);
    await page.keyboard.press("Enter");
    await page.getByText(words.sms.confirmed).waitFor();
    await pressOn(page, page.getByRole("link", { name: words.sms.toAccount }));
    await page.getByText(words.accountPage.phoneVerified, { exact: true }).waitFor();
    await context.close();
  });

  testIn(
    "en",
    "notification mails are stopped by the page, and started again in the account",
    async () => {
      const { context, page, origin } = await visit();
      await signInAs(page, origin, "admin@acme.example");
      await page.goto(`${origin}/s/notifications/unsubscribe/email`);
      await pressOn(page, button(page, words.unsubscribe.confirm));
      await page.getByText(words.unsubscribe.doneTitle).waitFor();
      await page.reload();
      await page.getByText(words.unsubscribe.alreadyTitle).waitFor();
      await pressOn(page, page.getByRole("link", { name: words.unsubscribe.toAccount }));
      const emails = page.getByRole("switch", { name: words.accountPage.notifications });
      await emails.waitFor();
      expect(await emails.isChecked()).toBe(false);
      await pressOn(page, emails, "Space");
      await pressOn(page, button(page, words.accountPage.save));
      await page.getByText(words.accountPage.saved).waitFor();
      await page.reload();
      expect(await emails.isChecked()).toBe(true);
      await context.close();
    },
  );

  testIn("es", "demo mode leaves no name on any page, and is the superusers' alone", async () => {
    const { context, page, origin } = await visit();
    const names = /Riverside|Acme|Globex|Apodaca|Maple Grove|Chattanooga/;
    await openAs(page, origin, "superuser@helios.example");
    const shown = page.getByRole("switch", { name: words.provider.demoMode });
    const machines = /FFG/;
    // What lies below the screen is as the server drew it until it is looked at.
    await page.goto(`${origin}/dashboard`);
    expect(await page.locator("body").innerText()).toMatch(machines);
    const isSwitched = () =>
      page.waitForResponse((answer) => answer.url().includes("/preferences"));
    await Promise.all([isSwitched(), pressOn(page, shown)]);
    await page
      .locator("main:not(.invisible)")
      .getByText(new RegExp(`^${start(words.demo.machine)} \\d`))
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(await page.locator("body").innerText()).not.toMatch(machines);
    await Promise.all([isSwitched(), pressOn(page, shown)]);
    await page.locator("main:not(.invisible)").getByText(machines).first().waitFor();
    await page.goto(`${origin}/machines/1/overview`);
    expect(await page.locator("body").innerText()).toMatch(names);
    // From the press on, before any answer is there.
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
    await page.route("**/preferences**", async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await pressOn(page, shown);
    await page.locator("main.invisible").waitFor({ state: "attached" });
    expect([await page.locator("body").innerText(), await page.title()].join()).not.toMatch(names);
    letAnswer();
    await page
      .getByText(words.demo.machine.replace("{{n}}", "1"), { exact: true })
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(await shown.getAttribute("aria-checked")).toBe("true");
    expect(await shown.evaluate((element) => element === document.activeElement)).toBe(true);
    const orders = new Set<string>();
    for (const path of [
      "/dashboard",
      "/machines",
      "/machines/1/overview",
      "/machines/1/overview",
      "/customers/1",
      "/admin/customers/1/users",
    ]) {
      const source = (await (await page.goto(origin + path))?.text()) ?? "";
      expect(source.match(names)?.[0], path).toBeUndefined();
      expect(await page.locator("body").innerText()).not.toMatch(names);
      const kept = (await context.cookies()).find(({ name }) => name === "demoMode")?.value;
      if (kept !== undefined) orders.add(kept);
    }
    expect([...orders].sort()).toEqual(["0", "1", "2"]);
    await tabTo(page, shown);
    // The switch moves before the answer is there; leaving now would give the call up.
    await Promise.all([
      page.waitForResponse((answer) => answer.url().includes("/preferences")),
      page.keyboard.press("Space"),
    ]);
    await page.waitForFunction(
      () => document.querySelector("[role=switch]")?.getAttribute("aria-checked") === "false",
    );
    await page.goto(`${origin}/machines`);
    expect(await page.locator("body").innerText()).toMatch(names);
    await context.close();

    const other = await visit();
    await signInAs(other.page, origin, "admin@acme.example");
    await other.context.addCookies([{ name: "demoMode", value: "0", url: origin }]);
    await other.page.goto(`${origin}/machines`);
    expect(await other.page.locator("body").innerText()).toMatch(names);
    expect(await other.page.getByRole("switch", { name: words.provider.demoMode }).count()).toBe(0);
    await other.context.close();
  });

  testIn("en", "the consent is asked until it is given", async () => {
    const { origin } = sharedHelios();
    const { context, page } = await newVisitor(browser, {
      locale,
      viewport: { width, height: 860 },
    });
    await context.addCookies([{ name: "language", value: lang, url: origin }]);
    await page.goto(`${origin}/login`);
    const banner = page.getByRole("region", { name: words.cookies.label });
    expect(await banner.getByRole("link").getAttribute("href")).toContain("privacy");
    await pressOn(page, button(page, words.cookies.agree));
    await banner.waitFor({ state: "detached" });
    await page.reload();
    await field(page, words.login.email).waitFor();
    expect(await banner.count()).toBe(0);
    await context.close();
  });
});
