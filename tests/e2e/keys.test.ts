/** What the keys of every page do: Ctrl K finds and does things, / searches a list, j and k go through its rows. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { call, signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs, signInAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";

const browser = await journeyBrowser();

declare global {
  interface Window {
    /** Keys of the journey about the palette. */
    pressed?: string;
  }
}

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

test("Ctrl K reports an event of the machine that is shown", async () => {
  const [title, act, label] = [
    "Buscar una máquina, una página o una acción",
    "Reportar evento",
    "Máquina",
  ] as const;
  const { context, page, errors } = await open(
    "user@acme.example",
    "/machines/1/overview",
    "es-MX",
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
});

test.each([
  ["en-US", en.common],
  ["es-MX", es.common],
])("%s: the palette says what it has not read, or could not read", async (locale, texts) => {
  const { context, page } = await open("user@acme.example", "/reports/events", locale);
  let answer = (_: "abort" | "continue") => {};
  await page.route("**/dashboard/machines", async (route) => {
    const act = await new Promise<"abort" | "continue">((resolve) => (answer = resolve));
    await route[act]();
  });
  const asked = () => page.waitForRequest("**/dashboard/machines");
  const first = asked();
  await find(page, texts.palette.title, "die cut");
  await first;
  const palette = page.getByRole("dialog");
  const nothing = palette.getByText(texts.palette.nothing.split(/[“«]/)[0]!);
  await palette.getByText(texts.palette.reading).waitFor();
  expect(await nothing.count()).toBe(0);
  answer("abort");
  await palette.getByRole("alert").getByText(texts.palette.unread).waitFor();
  expect(await nothing.count()).toBe(0);
  const second = asked();
  await palette.getByRole("button", { name: texts.errors.retry }).click();
  await second;
  answer("continue");
  await palette.getByRole("option", { name: "Die Cutter 3" }).waitFor();
  expect(await palette.getByRole("alert").count()).toBe(0);
  await palette.getByRole("combobox").fill("die cutter nobody has");
  await nothing.waitFor();
  await context.close();
});

test.each(["before the page is alive", "while its script is on its way"])(
  "what is typed for the palette %s stands in its field",
  async (when) => {
    const { context, page, errors } = await newVisitor(browser);
    await signInAs(page, sharedHelios().origin, "user@acme.example");
    const isEarly = when.startsWith("before");
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(isEarly ? /assets\/.*\.js/ : /assets\/palette-(?!view)/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${sharedHelios().origin}/reports/events`, { waitUntil: "commit" });
    await page.locator("#content").waitFor();
    if (!isEarly) {
      await page.locator("html[data-alive]").waitFor();
      // The keys' own script asks for the palette's when it hears them.
      const asked = page.waitForRequest(/assets\/palette-(?!view)/);
      await page.keyboard.press("Control+k");
      await asked;
    } else await page.keyboard.press("Control+k");
    await page.keyboard.type("jour");
    letGo();
    const field = page.getByRole("combobox", { name: "Find a machine, a page or an action" });
    await expect.poll(() => field.inputValue()).toBe("jour");
    await hasFocus(page, "Find a machine, a page or an action");
    const first = page.getByRole("dialog").getByRole("option").first();
    expect(await first.innerText()).toContain("Alarm journal");
    expect(errors).toEqual([]);
    await context.close();
  },
);

test("before the page is alive the palette's keys are kept as its field takes them", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await signInAs(page, sharedHelios().origin, "user@acme.example");
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/assets\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${sharedHelios().origin}/reports/events`, { waitUntil: "commit" });
  await page.locator("#content").waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("never mind");
  await page.keyboard.press("Escape");
  await page.keyboard.type("not for it");
  await page.keyboard.press("Control+k");
  const typed = "the journal of alarms ".repeat(5);
  await page.keyboard.type(typed);
  await page.keyboard.press("Backspace");
  letGo();
  const field = page.getByRole("combobox", { name: "Find a machine, a page or an action" });
  await expect.poll(() => field.inputValue()).toBe(typed.slice(0, 99));
  expect(errors).toEqual([]);
  await context.close();
});

test("no key is lost while the palette's field comes", async () => {
  const { context, page, errors } = await open("user@acme.example", "/reports/events");
  // A key for each turn and each change of the page, from the first turn after Ctrl K until the field has the focus.
  await page.evaluate(() => {
    const { port1: next, port2: ask } = new MessageChannel();
    let isAsked = false;
    const press = () => {
      const { activeElement } = document;
      if (!isAsked || (window.pressed?.length ?? 0) >= 90) return false;
      if (activeElement?.matches("[role=dialog] [role=combobox]")) return false;
      const key = String.fromCharCode(97 + ((window.pressed?.length ?? 0) % 26));
      window.pressed = (window.pressed ?? "") + key;
      const init = { key, bubbles: true, cancelable: true };
      activeElement?.dispatchEvent(new KeyboardEvent("keydown", init));
      return true;
    };
    next.onmessage = () => press() && ask.postMessage(null);
    new MutationObserver(press).observe(document.body, { childList: true, subtree: true });
    window.addEventListener("keydown", ({ key, isTrusted }) => {
      if (key !== "k" || !isTrusted) return;
      isAsked = true;
      ask.postMessage(null);
    });
  });
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Find a machine, a page or an action" });
  await hasFocus(page, "Find a machine, a page or an action");
  const pressed = await page.evaluate(() => window.pressed ?? "");
  expect(pressed).not.toBe("");
  await expect.poll(() => field.inputValue()).toBe(pressed);
  expect(errors).toEqual([]);
  await context.close();
});

test("/ goes to the filter of names, Escape empties and leaves it, and j and k go through the rows", async () => {
  const { context, page, errors } = await open("admin@acme.example", "/machines");
  await page.getByRole("table").locator("tbody a[href]").first().waitFor();
  const readNames = () => page.locator("tbody th[scope=row]").allInnerTexts();
  const names = await readNames();
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
  // The rows follow what is typed a moment later.
  await expect.poll(readNames).toEqual(names);
  for (const [key, at] of [["j", 0] as const, ["j", 1] as const, ["k", 0] as const]) {
    await page.keyboard.press(key);
    await expect.poll(() => focused(page)).toBe(names[at]);
  }
  expect(await filter.inputValue()).toBe("");
  expect(errors).toEqual([]);
  await context.close();
});

test.each([1440, 390])(
  "at %i px the first Tab leads to the content, from the bar beside the logo, below the notice of cookies",
  async (width) => {
    const { context, page, errors } = await newVisitor(browser, {
      viewport: { width, height: 900 },
    });
    await openAs(page, sharedHelios().origin, "admin@acme.example", "/reports/events");
    await page.keyboard.press("Tab");
    const way = page.getByRole("link", { name: "Skip to content" });
    const [link, bar, logo] = [
      (await way.boundingBox())!,
      (await page.getByRole("banner").boundingBox())!,
      (await page.getByRole("link", { name: "Helios, Dashboard" }).boundingBox())!,
    ];
    expect(bar.y).toBeGreaterThan(0);
    expect(link.y).toBeGreaterThanOrEqual(bar.y);
    expect(link.y + link.height).toBeLessThanOrEqual(bar.y + bar.height);
    expect(link.x).toBeGreaterThanOrEqual(logo.x + logo.width);
    // A page that is drawn while it comes does not move when the notice does: the notice comes first.
    const html = await (await context.request.get(page.url())).text();
    const notice = html.indexOf(`aria-label="${en.common.cookies.label}"`);
    expect(notice).toBeGreaterThan(0);
    expect(notice).toBeLessThan(html.indexOf("<header"));
    await page.keyboard.press("Tab");
    await hasFocus(page, new RegExp(`^${en.common.cookies.privacy}`));
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
    expect(errors).toEqual([]);
    await context.close();
  },
);

/** Which row has the focus, of those that are seen. */
const rowWithFocus = (page: Page, rows: string) =>
  page.evaluate(
    (rows) =>
      [...document.querySelectorAll(rows)]
        .filter((row) => row.getClientRects().length > 0)
        .findIndex((row) => row.contains(document.activeElement)),
    rows,
  );

const LIST = "main ul[data-rows] > li";
const TABLE = "main tbody tr";
const MACHINES = "main li[data-machine]";
test.each([
  ["/dashboard", MACHINES],
  ["/audit", LIST],
  ["/machines/1/alarms", LIST],
  ["/machines/1/maintenance", LIST],
  ["/machines/1/samplers", LIST],
  ["/machines/2/comments", LIST],
  ["/account", LIST],
  ["/admin/notifications", TABLE],
  ["/enrollment_keys", TABLE],
])("on %s, which is no table of links, j and k go through the rows too", async (path, rows) => {
  await prepare(path);
  const { context, page, errors } = await open("superuser@helios.example", path);
  await page.locator(rows).first().waitFor();
  const last = (await page.locator(rows).filter({ visible: true }).count()) - 1;
  expect(last, path).toBeGreaterThan(-1);
  // Only Ctrl K is kept until the others' script is there.
  const field = await find(page, "Find a machine, a page or an action", "");
  await field.press("Escape");
  await field.waitFor({ state: "detached" });
  for (const [key, at] of [["j", 0] as const, ["j", 1] as const, ["k", 0] as const]) {
    await page.keyboard.press(key);
    await expect.poll(() => rowWithFocus(page, rows), { message: path }).toBe(Math.min(at, last));
  }
  // A link that opens all of its row has the ring around the row.
  const outlines = () =>
    [undefined, "::after"].map(
      (part) => getComputedStyle(document.activeElement!, part).outlineStyle,
    );
  expect(await page.evaluate(outlines), path).toContain("solid");
  expect(errors).toEqual([]);
  await context.close();
});

const inADay = (): string => new Date(Date.now() + 86_400_000).toISOString();

/** Two of what a fresh demo has none of. */
async function prepare(path: string): Promise<void> {
  const bodies: Record<string, [address: string, bodyOf: (name: string) => object]> = {
    "/machines/2/comments": [
      "/v1/comments/2",
      (text) => ({ comment: { text, is_public: true, device_id: 2 } }),
    ],
    "/admin/notifications": [
      "/v1/notifications/email_ccs",
      (name) => ({ name, team: "Keys", email: `${name}@keys.example` }),
    ],
    "/enrollment_keys": [
      "/v1/enrollment_keys",
      (name) => ({ name, make: "Sun", max_uses: 1, expires_at: inADay() }),
    ],
  };
  const { origin } = sharedHelios();
  const added = bodies[path];
  if (added === undefined) return;
  const [address, bodyOf] = added;
  const token = await signIn(origin, "superuser@helios.example");
  for (const name of ["one", "two"]) await call(origin, address, { token, body: bodyOf(name) });
}

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

test("who goes on to a row before a search is read is in its field again when that row goes", async () => {
  const { context, page, errors } = await open("superuser@helios.example", "/machines/1/samplers");
  const field = page.getByRole("main").getByRole("searchbox");
  const first = page.getByRole("main").getByRole("row").nth(1).getByRole("button").first();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/samplers\.data/, async (route) => {
    await asked;
    await route.continue();
  });
  await field.fill("nothing has this");
  await first.focus();
  answer();
  await first.waitFor({ state: "detached" });
  await expect
    .poll(() => field.evaluate((element) => element === document.activeElement))
    .toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

test("a calendar is walked by key: by days, weeks and months, and to the edges of a week", async () => {
  const { context, page, errors } = await open("superuser@helios.example", "/machines/1/analytics");
  await page.getByRole("button", { name: /^Time range/ }).press("Enter");
  const day = page.getByRole("grid").locator("[data-day][tabindex='0']");
  await day.focus();
  await page.keyboard.press("PageUp");
  const walked = async (key: string) => {
    await page.keyboard.press(key);
    return page.evaluate(() => (document.activeElement as HTMLElement).dataset["day"] ?? "none");
  };
  const start = Date.parse(await walked("ArrowUp"));
  const away = async (key: string) => (Date.parse(await walked(key)) - start) / 86_400_000;
  const weekday = new Date(start).getUTCDay();
  expect(await away("Home")).toBe(0 - weekday);
  expect(await away("End")).toBe(6 - weekday);
  expect(await away("ArrowRight")).toBe(7 - weekday);
  expect(await away("Home")).toBe(7 - weekday);
  expect(errors).toEqual([]);
  await context.close();
});
