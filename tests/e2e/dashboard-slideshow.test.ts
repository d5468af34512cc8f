/** The wall display: who may open it, what it shows, and when it moves, by a clock that the test turns. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { call, createSampler, listDevices, postBatch, signIn, type Device } from "#tests/api.ts";
import { breakableConnection, newVisitor, openBrowser, openAs, signInAs } from "#tests/browser.ts";
import { startHelios, type Helios } from "#tests/helios.ts";
import * as en from "#app/all-texts/en.ts";
import { GIVE_UP_MS } from "#tests/limits.ts";
import { leastLetters } from "#tests/least-letters.ts";

const ADMIN = "admin@acme.example";
/** Ahead of whatever the page's clock says when it is stopped. */
const CLOCK_JUMP_MS = 10_000;

let browser: Browser;
/** Its own: samples that turn live one after another would be newer than what another journey posts meanwhile. */
let helios: Helios;
beforeAll(async () => {
  [browser, helios] = await Promise.all([
    openBrowser(),
    startHelios({ seed: "demo", simulator: "off" }),
  ]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), helios?.stop()]);
});

/** The next four minutes, each sample live in its turn, so that a slow machine does not make the values old before the test does. */
const STEPS_MS = Array.from({ length: 121 }, (_, step) => step * 2_000);

/** All of the admin's machines run, but for the last one, which is off. Answers that one's name. */
async function runAllButOne(origin: string): Promise<{ off: string }> {
  const token = await signIn(origin, ADMIN);
  const devices = await listDevices(origin, token);
  const last = devices.at(-1)!;
  const nowMs = Date.now();
  for (const device of devices) {
    const { key } = await createSampler(origin, token, device.id);
    const state = device.id === last.id ? "off" : "running_and_feeding";
    await postBatch(origin, key, [
      {
        times: STEPS_MS.map((ms) => nowMs + ms),
        tags: {
          machine_state: STEPS_MS.map(() => state),
          machine_speed: STEPS_MS.map(() => 171),
          sheet_count: STEPS_MS.map(() => 10),
        },
      },
    ]);
  }
  return { off: last.name };
}

describe("the slideshow", () => {
  test("is offered to admins and not to users, who are told so", async () => {
    const { origin } = helios;
    const admin = await newVisitor(browser);
    await openAs(admin.page, origin, ADMIN);
    await admin.page.getByRole("link", { name: "Slideshow" }).waitFor();
    await admin.context.close();
    const user = await newVisitor(browser);
    await openAs(user.page, origin, "user@acme.example");
    expect(await user.page.getByRole("link", { name: "Slideshow" }).count()).toBe(0);
    await user.page.goto(`${origin}/dashboard/slideshow`);
    await user.page.waitForURL(`${origin}/errors/error-401`);
    await user.context.close();
  });

  test("shows three machines that are on, large, goes on after 30 s, and returns 30.5 s after the last touch", async () => {
    const { origin } = helios;
    const { off } = await runAllButOne(origin);
    const { context, page, errors } = await newVisitor(browser, {
      viewport: { width: 1920, height: 1080 },
    });
    await signInAs(page, origin, ADMIN);
    await page.clock.install();
    await page.goto(`${origin}/dashboard/slideshow`);
    const wall = page.locator("main[data-slide]");
    const slide = () => wall.getAttribute("data-slide");
    await page.getByRole("listitem").nth(2).waitFor({ timeout: GIVE_UP_MS });
    expect(await page.getByRole("listitem").count()).toBe(3);
    // One with a raised alarm would stand on every slide, so how many there are is the page's own to say.
    const slides = await page.getByRole("button", { name: /^Slide \d/ }).count();
    expect(slides).toBeGreaterThan(1);
    await expect(page.getByRole("heading", { name: off }).count()).resolves.toBe(0);

    const figure = () =>
      page.evaluate(() =>
        parseFloat(getComputedStyle(document.querySelector(".wall-figure")!).fontSize),
      );
    expect(await figure()).toBeGreaterThanOrEqual(72);
    expect(await leastLetters(page)).toBeGreaterThanOrEqual(28);
    expect(await leastGap(page)).toBeGreaterThan(20);
    await page.setViewportSize({ width: 3840, height: 2160 });
    expect(await figure()).toBeGreaterThanOrEqual(144);
    expect(await leastLetters(page)).toBeGreaterThanOrEqual(56);
    // Upright: its head as well.
    await page.setViewportSize({ width: 1080, height: 1920 });
    expect(await figure()).toBeGreaterThanOrEqual(72);
    expect(await leastLetters(page)).toBeGreaterThanOrEqual(28);
    await page.setViewportSize({ width: 1920, height: 1080 });
    expect(
      await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight),
    ).toBe(false);

    // The page's clock stands still from here on, so that a slow machine changes nothing; before that it must be alive.
    const second = page.getByRole("button", { name: `Slide 2 of ${slides}` });
    const goToSecond = async () => {
      await second.click();
      return slide();
    };
    await expect.poll(goToSecond, { timeout: GIVE_UP_MS }).toBe("2");
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + CLOCK_JUMP_MS);
    await expect.poll(goToSecond).toBe("2");
    await page.clock.runFor(30_400);
    expect(await slide()).toBe("2");
    await page.clock.runFor(200);
    await expect.poll(slide).toBe("1");
    await page.clock.runFor(29_700);
    expect(await slide()).toBe("1");
    await page.clock.runFor(500);
    await expect.poll(slide).toBe("2");
    await page.clock.runFor(30_100);
    await expect.poll(slide).toBe(slides === 2 ? "1" : "3");
    await page.clock.resume();

    await second.click();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(slide).toBe("1");
    await page.getByRole("link", { name: "Back to dashboard" }).click();
    await page.waitForURL(`${origin}/dashboard`);
    expect(errors).toEqual([]);
    await context.close();
  });

  test("is dark, tells time and plant, and gets a red edge and the words when what it shows is old; nothing moves", async () => {
    const { origin } = helios;
    await runAllButOne(origin);
    const { context, page, errors } = await newVisitor(browser, {
      viewport: { width: 1920, height: 1080 },
    });
    const connection = await breakableConnection(page);
    // A font that comes late moves every text once; on a busy machine it does. Here it never comes.
    await page.route("**/*.woff2", (route) => route.fulfill({ body: "" }));
    // A new alarm gets its bar, and the rows give it their room; here the alarms stay those of the first page.
    await page.route("**/dashboard/wall_alarms", (route) => route.fulfill({ body: "" }));
    await page.addInitScript(() => {
      window.shifts = [];
      const at = ({ x, y, width, height }: DOMRectReadOnly) => `${x} ${y} ${width}x${height}`;
      const note = (list: PerformanceObserverEntryList) => {
        for (const { sources } of list.getEntries() as unknown as LayoutShift[])
          for (const { node, previousRect, currentRect } of sources) {
            const what = node instanceof Element ? node.outerHTML : node?.textContent;
            window.shifts.push(
              `${at(previousRect)} -> ${at(currentRect)}: ${what?.slice(0, 200) ?? ""}`,
            );
          }
      };
      new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
    });
    await signInAs(page, origin, ADMIN);
    await page.clock.install();
    await page.goto(`${origin}/dashboard/slideshow`);
    await page.getByRole("listitem").nth(2).waitFor({ timeout: GIVE_UP_MS });
    const wall = page.locator("main[data-slide]");
    expect(await page.locator("main[data-old]").count()).toBe(0);
    // The plant of the machines that are seen; of several plants, the fleet's name.
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toMatch(
      /^(?:.* Plant|Acme Packaging fleet)$/,
    );
    expect(await page.locator("time").innerText()).toMatch(/^\d{1,2}:\d{2} [AP]M$/);
    expect((await page.getByRole("listitem").first().innerText()).replaceAll(/\s+/g, " ")).toMatch(
      /Feeding.*Speed rpm 171/,
    );
    const dark = await wall.evaluate((element) => {
      const light = (color: string) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
      const { backgroundColor, color } = getComputedStyle(element);
      return { back: light(backgroundColor), ink: light(color) };
    });
    expect(Math.max(...dark.back)).toBeLessThan(50);
    expect(Math.min(...dark.ink)).toBeGreaterThan(200);

    // Nothing comes any more, by the page's clock.
    await page.clock.fastForward(20_000);
    await page.locator("main[data-old]").waitFor();
    await page
      .getByText(/were running/)
      .filter({ visible: true })
      .waitFor();
    // Two minutes later it knows that it is cut off; the show went on meanwhile.
    await connection.break();
    await page.clock.fastForward(2 * 60_000);
    await page.getByText(/No connection/).waitFor();
    const edge = await page.evaluate(() => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(
        document.querySelector("main")!,
        "::after",
      );
      return { borderTopWidth, borderTopColor };
    });
    expect(edge.borderTopWidth).toBe("8px");
    const [red, green, blue] = (edge.borderTopColor.match(/[\d.]+/g) ?? []).map(Number) as [
      number,
      number,
      number,
    ];
    expect(red - Math.max(green, blue)).toBeGreaterThan(80);

    // Before the screen takes another size.
    const shifts = await page.evaluate(() => window.shifts.join("\n"));
    expect(shifts, shifts).toBe("");
    await page.getByRole("button", { name: "Full screen" }).click();
    await page.getByRole("button", { name: "Leave full screen" }).click();
    await page.getByRole("button", { name: "Full screen" }).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });
});

/** How far the figures of the first row stand apart, in pixels, when each is as long as it gets. */
const leastGap = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const figures = [...document.querySelectorAll("li:first-child .wall-figure")];
    for (const [at, text] of ["888", "88,888", "8,888", "100"].entries())
      figures[at]!.textContent = text;
    const places = figures.map((figure) => figure.getBoundingClientRect());
    return Math.min(...places.slice(1).map(({ left }, at) => left - places[at]!.right));
  });

/** Acknowledges what is on, so that a wall shows the alarms of this test alone; answers how many are on. */
async function acknowledgeAll(origin: string, token: string): Promise<number> {
  const { data } = await call<{ data: { id: number }[] }>(origin, "/v1/alarms/triggered", {
    token,
  });
  for (const { id } of data)
    await call(origin, `/v1/alarms/${id}/acknowledge`, { method: "PUT", token, body: {} }).catch(
      () => undefined,
    );
  return data.length;
}

/** Those that are on and shelved from the start: they count nowhere. */
async function listShelvedOn(origin: string, token: string) {
  type Shelved = { data: { device_id: number; in_alarm: boolean }[] };
  const { data } = await call<Shelved>(origin, "/v1/alarms/shelved", { token });
  return data.filter(({ in_alarm }) => in_alarm);
}

/** Answers of a page within which it would draw what it has, were it allowed to. */
const TURNS_TO_DRAW = 50;

test("a wall stays when it cannot be read again, and is read again later", async () => {
  const { context, page } = await newVisitor(browser);
  await page.clock.install();
  await openAs(page, helios.origin, ADMIN, "/dashboard/slideshow");
  const wall = page.locator("main[data-slide]");
  await wall.waitFor();
  let failure: "network" | "server" | null = "network";
  await page.route("**/slideshow.data*", (route) => {
    if (failure === null) return route.continue();
    return failure === "network" ? route.abort() : route.fulfill({ status: 503 });
  });
  const isRead = (read: { url(): string }) => read.url().includes("slideshow.data");
  const later = () => page.clock.fastForward(2 * 60_000);
  await Promise.all([page.waitForEvent("requestfailed", isRead), later()]);
  failure = "server";
  await Promise.all([page.waitForEvent("requestfinished", isRead), later()]);
  failure = null;
  const [answer] = await Promise.all([page.waitForResponse(isRead), later()]);
  expect(answer.status()).toBe(200);
  expect(await wall.isVisible()).toBe(true);
  await context.close();
});

test("a wall that is left without a connection stays, says so, and opens the page once there is one", async () => {
  const { context, page } = await newVisitor(browser);
  await openAs(page, helios.origin, ADMIN);
  // It comes with what holds pages, the moment after a page is alive.
  await page.locator("[data-printed-at]").waitFor({ state: "attached" });
  await page.getByRole("link", { name: "Slideshow" }).click();
  const wall = page.locator("main[data-slide]");
  await wall.waitFor();
  await context.setOffline(true);
  await page.locator("main[data-old]").waitFor();
  await page.goBack();
  const waits = page.getByText(en.common.live.waitsToOpen);
  await waits.waitFor();
  expect(await wall.isVisible()).toBe(true);
  await page.getByRole("button", { name: en.common.live.stay }).click();
  await waits.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Back to dashboard" }).click();
  await waits.waitFor();
  await context.setOffline(false);
  await page.getByRole("heading", { level: 1, name: /fleet/ }).waitFor({ timeout: GIVE_UP_MS });
  await wall.waitFor({ state: "detached" });
  await context.close();
});

test("a wall is not drawn before it has come whole", async () => {
  const { origin } = helios;
  const { context, page, errors } = await newVisitor(browser);
  const address = `${origin}/dashboard/slideshow`;
  await signInAs(page, origin, ADMIN);
  const html = await (await context.request.get(address)).text();
  const middle = html.indexOf("</nav>", html.indexOf("<main"));
  expect(middle).toBeGreaterThan(0);
  const wait = '<link rel="expect" href="#wall-end" blocking="render"/>';
  expect(html).toContain(wait);
  // A paired screen's page as well.
  expect(await (await fetch(`${origin}/display`)).text()).toContain(wait);
  const isWanted = Promise.withResolvers<void>();
  const slow = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.write(html.slice(0, middle));
    void isWanted.promise.then(() => response.end(html.slice(middle)));
  });
  onTestFinished(() => {
    isWanted.resolve();
    slow.close();
  });
  await new Promise<void>((listens) => void slow.listen(0, "127.0.0.1", listens));
  const { port } = slow.address() as AddressInfo;
  await page.route(address, (route) => route.continue({ url: `http://127.0.0.1:${port}/` }));
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      window.firstDrawn = document.querySelector("main")?.innerText ?? "";
    });
  });

  const isOpen = page.goto(address);
  await page.locator("main nav").waitFor({ state: "attached" });
  for (let turn = 0; turn < TURNS_TO_DRAW; turn++) await page.evaluate(() => document.readyState);
  isWanted.resolve();
  await isOpen;
  const isDrawn = () => page.evaluate(() => window.firstDrawn);
  await expect.poll(isDrawn, { timeout: GIVE_UP_MS }).toMatch(/MSF/);
  expect(errors).toEqual([]);
  await context.close();
});

describe("the wall's alarms", () => {
  test("are the three most urgent and the number of the others, and go and come as they are acknowledged, shelved and over", async () => {
    const { origin } = helios;
    const token = await signIn(origin, ADMIN);
    const [first, second] = (await listDevices(origin, token)) as [Device, Device];
    const before = await acknowledgeAll(origin, token);
    const shelved = await listShelvedOn(origin, token);
    const samplers = [
      await createSampler(origin, token, first.id, "Alarms"),
      await createSampler(origin, token, second.id, "Alarms"),
    ] as const;
    const raise = async (of: 0 | 1, name: string, priority: string) => {
      const device = [first, second][of]!;
      const tag = name.toLowerCase().replaceAll(" ", "_");
      const { data } = await call<{ data: { id: number } }>(origin, "/v1/alarms", {
        token,
        body: {
          ...{ device_id: device.id, name, priority },
          function: "value_threshold_for_time_period_in_state",
          arguments: { tag_name: tag, period: 1_000, comp: ">", threshold: 0 },
        },
      });
      const now = Date.now();
      await postBatch(origin, samplers[of].key, [
        { times: [now + 1, now + 1_001], tags: { [tag]: [1, 1] } },
      ]);
      return { id: data.id, tag, line: `${device.name}: ${name}` };
    };
    const bearing = await raise(0, "Bearing hot", "critical");
    const glue = await raise(0, "Glue low", "high");
    const jam = await raise(1, "Ejector jam", "high");
    const warm = await raise(1, "Motor warm", "medium");

    const { context, page, errors } = await newVisitor(browser, {
      viewport: { width: 1920, height: 1080 },
    });
    await signInAs(page, origin, ADMIN);
    await page.clock.install();
    await page.goto(`${origin}/dashboard/slideshow`);
    // Behind each stands for how long it has been on.
    const shown = async () =>
      (await page.getByRole("alert").locator("p").allInnerTexts())
        .map((line) => line.split(",")[0]?.trim())
        .sort();
    const lines = (...alarms: { line: string }[]) => alarms.map(({ line }) => line).sort();
    /** On at all machines and not shelved, acknowledged ones too: as the wall's head counts them. */
    const on = (count: number) =>
      page
        .locator("header span:visible", { hasText: new RegExp(`^${count} alarms`) })
        .first()
        .waitFor({ timeout: GIVE_UP_MS });
    await expect.poll(shown, { timeout: GIVE_UP_MS }).toEqual(lines(bearing, glue, jam));
    const more = page.getByRole("alert").getByText(/^\+\d+ alarms?$/);
    expect(await more.innerText()).toBe("+1 alarm");
    await on(before - shelved.length + 4);

    const act = (alarm: { id: number }, what: string, body = {}) =>
      call(origin, `/v1/alarms/${alarm.id}/${what}`, { method: "PUT", token, body });
    await act(bearing, "acknowledge");
    await expect.poll(shown, { timeout: GIVE_UP_MS }).toEqual(lines(glue, jam, warm));
    expect(await more.count()).toBe(0);
    await act(glue, "shelve", { for: "15m", reason: "Nozzles are changed" });
    await expect.poll(shown, { timeout: GIVE_UP_MS }).toEqual(lines(jam, warm));
    await on(before - shelved.length + 3);

    // Nobody tells it that the time on the shelf is over: it looks by itself, by its own clock. Helios' has not moved.
    const look = page.waitForRequest(/\/dashboard\/wall_alarms/, { timeout: GIVE_UP_MS });
    await page.clock.fastForward(15 * 60_000);
    await look;
    await act(glue, "unshelve");
    await expect.poll(shown, { timeout: GIVE_UP_MS }).toEqual(lines(glue, jam, warm));

    const now = Date.now();
    await postBatch(origin, samplers[1].key, [{ times: [now + 2_000], tags: { [jam.tag]: [0] } }]);
    await expect.poll(shown, { timeout: GIVE_UP_MS }).toEqual(lines(glue, warm));

    // By the wall's clock all is old now, which it says in its head. The dashboard and the machine's page count the same.
    await page.goto(`${origin}/dashboard?all=alarms`);
    const listed = page.getByRole("table", { name: "Triggered alarms" }).locator("tbody tr");
    await expect.poll(() => listed.count(), { timeout: GIVE_UP_MS }).toBe(before + 3);
    const { data: left } = await call<{ data: { device_id: number }[] }>(
      origin,
      "/v1/alarms/triggered",
      { token },
    );
    expect(left).toHaveLength(before + 3);
    const ofFirst = ({ device_id }: { device_id: number }) => device_id === first.id;
    const own = left.filter(ofFirst).length - shelved.filter(ofFirst).length;
    await page.goto(`${origin}/machines/${first.id}/alarms`);
    await page.getByText(`${own} alarms`, { exact: true }).first().waitFor({ timeout: GIVE_UP_MS });
    expect(errors).toEqual([]);
    await context.close();
  });
});

test("an alarm of a wall that was cut off is of before until alarms were read again", async () => {
  const { origin } = helios;
  const { context, page, errors } = await newVisitor(browser);
  const connection = await breakableConnection(page);
  const answer = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route("**/dashboard/wall_alarms", async (route) => {
    if (isHeld) await answer.promise;
    await route.continue();
  });
  const token = await signIn(origin, ADMIN);
  const [device] = (await listDevices(origin, token)) as [Device];
  const { key } = await createSampler(origin, token, device.id, "Cut");
  await call(origin, "/v1/alarms", {
    token,
    body: {
      ...{ device_id: device.id, name: "Vacuum lost", priority: "critical" },
      function: "value_threshold_for_time_period_in_state",
      arguments: { tag_name: "vacuum_lost", period: 1_000, comp: ">", threshold: 0 },
    },
  });
  const now = Date.now();
  await postBatch(origin, key, [{ times: [now + 1, now + 1_001], tags: { vacuum_lost: [1, 1] } }]);
  await openAs(page, origin, ADMIN, "/dashboard/slideshow");
  const line = page.getByRole("alert").locator("p").filter({ hasText: "Vacuum lost" });
  const ofBefore = line.getByText(/when last heard$/);
  const isOfBefore = () => ofBefore.evaluate((words) => !words.classList.contains("invisible"));
  await expect.poll(isOfBefore, { timeout: GIVE_UP_MS }).toBe(false);
  await connection.isHeard;
  await connection.break();
  await expect.poll(isOfBefore, { timeout: GIVE_UP_MS }).toBe(true);

  isHeld = true;
  const asked = page.waitForRequest("**/dashboard/wall_alarms", { timeout: GIVE_UP_MS });
  connection.mend();
  await asked;
  expect(await isOfBefore()).toBe(true);
  answer.resolve();
  await expect.poll(isOfBefore, { timeout: GIVE_UP_MS }).toBe(false);
  expect(errors.filter((text) => !/WebSocket/.test(text))).toEqual([]);
  await context.close();
});

test("an alarm that is raised counts on the dashboard at once, also where nobody scrolled to the list of alarms", async () => {
  const { origin } = helios;
  const token = await signIn(origin, ADMIN);
  const [device] = (await listDevices(origin, token)) as [Device];
  const { key } = await createSampler(origin, token, device.id, "Unseen");
  await call(origin, "/v1/alarms", {
    token,
    body: {
      ...{ device_id: device.id, name: "Gearbox hot", priority: "high" },
      function: "value_threshold_for_time_period_in_state",
      arguments: { tag_name: "gearbox_hot", period: 1_000, comp: ">", threshold: 0 },
    },
  });
  // So low that what stands below the cards is not near.
  const viewport = { width: 390, height: 400 };
  const { context, page, errors } = await newVisitor(browser, { viewport, hasTouch: true });
  await openAs(page, origin, ADMIN);
  await page.locator("[data-drawn]").getByText("Triggered alarms").first().waitFor();
  const bells = () => page.getByRole("article").filter({ hasText: device.name }).innerText();
  const before = await bells();
  const now = Date.now();
  await postBatch(origin, key, [{ times: [now + 1, now + 1_001], tags: { gearbox_hot: [1, 1] } }]);
  const count = Number(/(?<!\d)(\d+) alarm/.exec(before)?.[1] ?? 0);
  await expect.poll(bells, { timeout: GIVE_UP_MS }).toContain(`${count + 1} alarm`);
  expect(await page.locator("[data-drawn]").getByText("Triggered alarms").count()).not.toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

/** What a browser tells of a move that nobody asked for. Source: Layout Instability API. */
type LayoutShift = {
  sources: readonly {
    node: Node | null;
    previousRect: DOMRectReadOnly;
    currentRect: DOMRectReadOnly;
  }[];
};

declare global {
  interface Window {
    shifts: string[];
    /** What the page said when it was drawn first. */
    firstDrawn: string | undefined;
  }
}
