/** Every page of the access area in both languages, on a desk and on a phone: readable, accessible, and within its own policy. */
import { describe, expect, test } from "vitest";
import { listDevices, signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs, signInAs } from "#tests/browser.ts";
import { findAccessProblems, pressOn, tabTo } from "#tests/keyboard.ts";
import { VIEWS } from "#tests/views.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const browser = await journeyBrowser();

const PUBLIC = [
  "/login",
  "/login/reset-password-request?email=somebody@acme.example",
  "/login/reset-password/gone",
  "/login/setup-account/gone",
  "/s/notifications/unsubscribe/email?token=1.gone",
  "/errors/error-401",
  "/errors/error-404",
  "/errors/error-500",
  "/dev/outbox",
  "/display",
];
const SUPERUSER = [
  "/dashboard",
  "/machines",
  "/machines/1/overview",
  "/machines/1/alarms",
  "/machines/1/analytics/measure/machine_speed",
  "/reports/measures",
  "/customers",
  "/customers/1/facilities",
  "/customers/1/users/new",
  "/admin/customers",
  "/admin/customers/1/serviceTiers",
  "/admin/notifications",
  "/admin/notifications?entry=1",
  "/alarms/journal",
  "/audit",
  "/machines/12/configuration",
  "/admin/users/new",
  "/outbox",
  "/outbox?status=sent",
  "/maintenances/1/request_parts_quote?token=none",
];
const OWN = ["/account", "/displays", "/account/sms/verify", "/s/notifications/unsubscribe/email"];

/** A page that answers 401, 404 or 500 on purpose is named on the console by the browser. */
const isOwnStatus = (line: string): boolean =>
  line.startsWith("Failed to load resource: the server responded with a status of");
const STYLE_ATTRIBUTE = /<[a-z][^>]*\sstyle=/i;

describe.each(VIEWS)("in $lang, $width wide", ({ locale, lang, width, words }) => {
  test.each([
    ["nobody", null, PUBLIC],
    ["a superuser", "superuser@helios.example", SUPERUSER],
    ["an admin", "admin@acme.example", OWN],
  ] as const)(
    "the pages of %s are accessible, hold their width, and break no policy",
    async (_who, email, paths) => {
      const { origin } = sharedHelios();
      const { context, page, errors } = await newVisitor(browser, {
        locale,
        viewport: { width, height: 860 },
      });
      await context.addCookies([{ name: "language", value: lang, url: origin }]);
      if (email !== null) await signInAs(page, origin, email);
      for (const path of paths) {
        const answer = await page.goto(origin + path);
        const html = (await answer?.text()) ?? "";
        expect(html.match(STYLE_ATTRIBUTE)?.[0], path).toBeUndefined();
        const policy = answer?.headers()["content-security-policy"] ?? "";
        expect(policy, path).toMatch(/style-src 'self' 'nonce-[^']+'/);
        expect(policy).not.toContain("unsafe-inline");
        expect(await page.locator("html").getAttribute("lang"), path).toBe(lang);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
          path,
        ).toBeLessThanOrEqual(0);
        expect(await findAccessProblems(page), path).toEqual([]);
        expect(await page.locator("h1").count(), path).toBe(1);
      }
      expect(errors.filter((line) => !isOwnStatus(line))).toEqual([]);
      await context.close();
    },
  );

  test("a tab that the tier does not open shows what opens it, and whom to ask", async () => {
    const { origin } = sharedHelios();
    const token = await signIn(origin, "admin@acme.example");
    const { context, page } = await newVisitor(browser, {
      locale,
      viewport: { width, height: 860 },
    });
    await context.addCookies([{ name: "language", value: lang, url: origin }]);
    await signInAs(page, origin, "admin@acme.example");
    let locked = 0;
    for (const { id } of await listDevices(origin, token)) {
      await page.goto(`${origin}/machines/${id}/maintenance`);
      const panel = page.getByRole("region", { name: words.upsellPanel.maintenances });
      if ((await panel.count()) === 0) continue;
      locked++;
      expect(
        await panel.getByRole("link", { name: words.upsellPanel.contact }).getAttribute("href"),
      ).toMatch(/^mailto:/);
      expect(await findAccessProblems(page)).toEqual([]);
      break;
    }
    expect(locked).toBe(1);
    await context.close();
  });

  test("a button that the tier does not open is reached by keyboard, says why, and does nothing", async () => {
    const { origin } = sharedHelios();
    const { context, page, errors } = await newVisitor(browser, {
      locale,
      viewport: { width, height: 860 },
    });
    await context.addCookies([{ name: "language", value: lang, url: origin }]);
    await page.goto(`${origin}/dev/kit/controls`);
    const button = page
      .getByRole("button", { name: words.upsellPanel.contact, exact: true })
      .first();
    const reason = button.locator("xpath=following-sibling::*[@role='tooltip']");
    expect([await button.getAttribute("aria-disabled"), await reason.isVisible()]).toEqual([
      "true",
      false,
    ]);
    await pressOn(page, button);
    // What React draws anew as it wakes up loses the focus.
    const shown = async () => {
      await tabTo(page, button);
      return reason.isVisible();
    };
    await expect.poll(shown).toBe(true);
    expect(await button.getAttribute("aria-describedby")).toBe(await reason.getAttribute("id"));
    expect(await reason.innerText()).toBe(words.upsell.notSupported);
    expect(page.url()).toBe(`${origin}/dev/kit/controls`);
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe("paths", () => {
  test("lead where the route table says", async () => {
    const { origin } = sharedHelios();
    /** Where the server leads who asks for an address, as a browser follows it. */
    const landing = async (path: string, session?: string) => {
      const headers = new Headers();
      if (session !== undefined) headers.set("cookie", `sessionId=${session}`);
      const { url } = await fetch(origin + path, { headers });
      return url.slice(origin.length);
    };
    expect(await landing("/")).toBe("/login");
    expect(await landing("/no/such/path")).toBe("/errors/error-404");
    expect(await landing("/machines/1/overview?a=1")).toBe(
      `/login?redirect=${encodeURIComponent("/machines/1/overview?a=1")}`,
    );
    const superuser = await signIn(origin, "superuser@helios.example");
    for (const [path, end] of [
      ["/login", "/dashboard"],
      ["/login?redirect=/machines", "/machines"],
      ["/login?redirect=//evil.example", "/dashboard"],
      ["/login/reset-password-request", "/dashboard"],
      ["/reports", "/reports/measures"],
      ["/reports/other", "/errors/error-404"],
      ["/admin", "/admin/customers"],
      ["/admin/other", "/errors/error-404"],
      ["/admin/customers/999999", "/errors/error-404"],
      ["/machines/1", "/machines/1/overview"],
      ["/machines/1/other", "/errors/error-404"],
      ["/customers/1/other", "/errors/error-404"],
      ["/customers/1/users/999999", "/errors/error-404"],
    ] as const)
      expect(await landing(path, superuser), path).toBe(end);
    const admin = await signIn(origin, "admin@acme.example");
    for (const [path, end] of [
      ["/admin/customers", "/errors/error-401"],
      ["/customers", "/customers/1"],
      ["/customers/2", "/errors/error-404"],
      ["/customers/new", "/errors/error-401"],
    ] as const)
      expect(await landing(path, admin), path).toBe(end);

    const { context, page } = await newVisitor(browser);
    await openAs(page, origin, "admin@acme.example", "/customers/1");
    expect(page.url()).toBe(`${origin}/customers/1`);
    expect(await page.getByRole("link", { name: "Organization" }).count()).toBe(1);
    await context.close();
  });

  test("of every kind are what they say they are, and framed by nobody", async () => {
    const { origin } = sharedHelios();
    for (const path of [
      "/login",
      "/v1/devices",
      "/v1/no-such",
      "/v1/devices.data",
      "/build",
      "/healthz",
      "/favicon.svg",
      "/dev/outbox.json",
    ]) {
      const { headers } = await fetch(origin + path);
      expect([path, headers.get("x-content-type-options"), headers.get("x-frame-options")]).toEqual(
        [path, "nosniff", "DENY"],
      );
    }
    const cookie = `sessionId=${await signIn(origin, "user@acme.example")}`;
    for (const path of [
      "/account",
      "/account.data",
      "/machines",
      "/v1/devices",
      "/dev/outbox.json",
    ]) {
      const { status, headers } = await fetch(origin + path, { headers: { cookie } });
      expect([path, status, headers.get("cache-control")]).toEqual([path, 200, "no-store"]);
    }
  });

  test("under /assets come compressed, each form by its own name, and are kept for ever", async () => {
    const { origin } = sharedHelios();
    const html = await (await fetch(`${origin}/login`)).text();
    const script = /\/assets\/entry\.client-[\w-]+\.js/.exec(html)?.[0] ?? "";
    const get = (encoding: string) =>
      fetch(origin + script, { headers: { "accept-encoding": encoding } });
    const forms = await Promise.all(["br", "gzip", "identity"].map(get));
    const texts = await Promise.all(forms.map((form) => form.text()));
    expect(forms.map((form) => form.headers.get("content-encoding"))).toEqual(["br", "gzip", null]);
    expect(new Set(texts).size).toBe(1);
    expect(new Set(forms.map((form) => form.headers.get("etag"))).size).toBe(3);
    for (const form of forms) {
      expect(form.headers.get("vary")).toBe("Accept-Encoding");
      expect(form.headers.get("cache-control")).toContain("immutable");
    }
    const again = await fetch(origin + script, {
      headers: { "accept-encoding": "br", "if-none-match": forms[0]?.headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
    expect((await fetch(`${origin}/assets/gone-1.js`)).status).toBe(404);
  });
});
