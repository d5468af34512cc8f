/** A page that is typed into or pressed on while its scripts come alive: nothing that a person did may be lost. */
import { expect, test } from "vitest";
import { journeyBrowser, newVisitor, signInAs, untilAlive } from "#tests/browser.ts";
import * as en from "#app/all-texts/en.ts";
import { sharedHelios } from "#tests/shared-helios.ts";

const browser = await journeyBrowser();

const LOADS = 3;
const TYPED = "typed@early.example";

test("keeps what is typed before the page is alive", async () => {
  for (let load = 0; load < LOADS; load++) {
    const { context, page, errors } = await newVisitor(browser);
    const cdp = await context.newCDPSession(page);
    // As slow as a phone, so that there is a time to type in.
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.addInitScript((typed) => {
      const typing = setInterval(() => {
        const field = document.querySelector<HTMLInputElement>('input[name="email"]');
        if (field === null) return;
        if (field.value === "" && !("hasTyped" in window)) field.value = typed;
        Object.assign(window, { hasTyped: true });
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }, 1);
      window.addEventListener("alive", () => clearInterval(typing));
    }, TYPED);
    await page.goto(`${sharedHelios().origin}/login`);
    // Without a password the button is off, once the page is alive.
    await page.locator('button[type="submit"]:disabled').first().waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event("alive")));
    expect(await page.locator('input[name="email"]').inputValue()).toBe(TYPED);
    expect(errors).toEqual([]);
    await context.close();
  }
});

test("does what was pressed and typed before the page is alive", async () => {
  const { context, page, errors } = await newVisitor(browser);
  const { origin } = sharedHelios();
  await signInAs(page, origin, "user@acme.example");
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      const menu = document.querySelector<HTMLElement>("header button[aria-haspopup=menu]");
      const filter = document.querySelector<HTMLInputElement>("input[type=search]");
      if (menu === null || filter === null) return;
      watcher.disconnect();
      const wasAlive = "alive" in document.documentElement.dataset;
      Object.assign(window, { wasAlive });
      menu.click();
      // A person who sees nothing happen presses again.
      menu.click();
      filter.value = "no machine is named like this";
      filter.dispatchEvent(new InputEvent("input", { bubbles: true }));
    });
    watcher.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${origin}/machines?filters=on`, { waitUntil: "commit" });
  await page.getByRole("menu").waitFor();
  expect(await page.evaluate(() => "wasAlive" in window && window.wasAlive)).toBe(false);
  await page.waitForURL(/no\+machine/);
  expect(errors).toEqual([]);
  await context.close();
});

test("says that a button which was pressed waits for the page, and does what it is for", async () => {
  const { context, page, errors } = await newVisitor(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const { origin } = sharedHelios();
  await signInAs(page, origin, "user@acme.example");
  const held = Promise.withResolvers<void>();
  await page.route(/\/entry\.client-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${origin}/machines/1/events`, { waitUntil: "commit" });
  // Disabled buttons are not tapped.
  await page.getByRole("button", { name: "Report event", exact: true }).last().tap();
  const waits = page.getByRole("status").getByText("Loading…");
  await waits.waitFor();
  held.resolve();
  await page.getByRole("dialog").getByRole("heading", { name: "Report event" }).waitFor();
  expect(await waits.count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

test("asks for its scripts once it is drawn", async () => {
  const { context, page, errors } = await newVisitor(browser);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  // Held: the first picture, and the time after which a page does not wait for it any longer.
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    const [draw, later] = [requestAnimationFrame.bind(window), setTimeout.bind(window)];
    window.requestAnimationFrame = (callback) => held.push(() => draw(callback));
    window.setTimeout = ((callback: () => void, ms = 0, ...values: unknown[]) =>
      ms < 1_000 ? later(callback, ms, ...values) : 0) as typeof setTimeout;
    Object.assign(window, {
      drawNow: () => {
        window.requestAnimationFrame = draw;
        for (const each of held) each();
      },
    });
  });
  await page.goto(`${sharedHelios().origin}/login`, { waitUntil: "load" });
  expect(scripts).toEqual([]);
  await page.evaluate(() => (window as unknown as { drawNow: () => void }).drawNow());
  await untilAlive(page.locator('input[name="email"]'));
  expect(scripts.length).toBeGreaterThan(5);
  expect(errors).toEqual([]);
  await context.close();
});

test.each([
  ["nobody looks at", true],
  ["cannot be drawn yet", false],
])("a page that %s comes alive all the same", async (_, hidden) => {
  const { context, page, errors } = await newVisitor(browser);
  await page.addInitScript((isHidden) => {
    const draw = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = () => 0;
    window.addEventListener("load", () => setTimeout(() => (window.requestAnimationFrame = draw)));
    if (isHidden) Object.defineProperty(document, "hidden", { get: () => true });
  }, hidden);
  // Which waits until it is alive.
  await page.goto(`${sharedHelios().origin}/login`);
  expect(errors).toEqual([]);
  await context.close();
});

test("opens what was pressed as soon as its script is there, and says why it is not", async () => {
  const { context, page } = await newVisitor(browser);
  await signInAs(page, sharedHelios().origin, "superuser@helios.example");
  const drawer = /\/add-machine-drawer-/;
  const comments = /\/comments-dialog-/;
  await page.route(drawer, (route) => route.abort());
  const held = Promise.withResolvers<void>();
  await page.route(comments, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${sharedHelios().origin}/machines`);
  await page.getByRole("button", { name: "Add machine" }).click();
  const waits = en.common.part.waits.replace("{{name}}", "Add machine");
  await page.getByRole("alert").filter({ hasText: waits }).waitFor();
  await page.unroute(drawer);
  // Asked for again by itself.
  await page.getByRole("heading", { name: "Add a machine" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  const chip = page.getByRole("button", { name: /^Comments on / }).first();
  await chip.click();
  const onItsWay = page.getByRole("status").filter({ hasText: "Loading…" });
  await onItsWay.waitFor();
  // Nobody waits for it any more: it does not open when it comes.
  await onItsWay.getByRole("button", { name: "Cancel" }).click();
  const came = page.waitForResponse((response) => comments.test(response.url()));
  held.resolve();
  await came;
  await chip.click();
  await page.getByRole("heading", { name: /^Comments/ }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(1);
  await context.close();
});

test("gives the focus back to what opened a part whose script came with the press", async () => {
  const { context, page } = await newVisitor(browser);
  await signInAs(page, sharedHelios().origin, "user@acme.example");
  await page.goto(`${sharedHelios().origin}/machines`);
  await page.locator("html[data-alive]").waitFor();
  const chip = page.getByRole("button", { name: /^Comments on / }).first();
  await chip.click();
  const dialog = page.getByRole("dialog").filter({ hasText: "Comments on" });
  await dialog.getByRole("textbox").waitFor();
  await page.waitForFunction(() => document.activeElement?.closest("[aria-modal]"));
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.ariaLabel?.startsWith("Comments on"));
  await context.close();
});

test("takes what was chosen above a chart before the chart's script is there", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await signInAs(page, sharedHelios().origin, "user@acme.example");
  const held = Promise.withResolvers<void>();
  await page.route(/\/noted-chart-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${sharedHelios().origin}/machines/1/overview`);
  await page.getByRole("heading", { name: "Sheets per hour, last 8 hours" }).waitFor();
  await untilAlive(page.locator("[data-drawn]").filter({ hasText: "Sheets per hour" }));
  const asked = page.waitForRequest(/telemetry_timeseries/);
  await page.getByRole("radio", { name: "24 h" }).click();
  held.resolve();
  await asked;
  await page.getByRole("heading", { name: "Sheets per hour, last 24 hours" }).waitFor();
  expect(await page.getByRole("radio", { name: "24 h" }).isChecked()).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

test("opens what a key asked for before the keys' script is there", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await signInAs(page, sharedHelios().origin, "user@acme.example");
  const held = Promise.withResolvers<void>();
  await page.route(/\/command-keys-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${sharedHelios().origin}/dashboard`);
  await page.keyboard.press("Control+k");
  held.resolve();
  // The dialog's own element has no size.
  await page.getByRole("combobox", { name: "Find a machine, a page or an action" }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
