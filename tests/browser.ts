/** The headless Chromium of the journeys, and who looks at Helios through it. */
import {
  chromium,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Locator,
  type Page,
  type WebSocketRoute,
} from "playwright-core";
import { afterAll, expect, vi } from "vitest";
import { requireHeadless } from "#scripts/chromium.mjs";
import { DEMO_PASSWORD } from "./api.ts";
import { watchContext } from "./evidence.ts";
import { GIVE_UP_MS } from "./limits.ts";

/**
 * `PAGE_LATENCY_MS=300` lets everything that a page asks for come that much later: what a journey does too early, it then
 * does too early every time.
 */
const LATENCY_MS = Number(process.env.PAGE_LATENCY_MS ?? 0);

/** What is not closed by then ends with the browser. */
const CLOSE_MS = 30_000;

let launched: Promise<Browser> | undefined;

/**
 * The one browser of this test process, which ends with it; closing it closes the contexts that are open. Each process has
 * its own: one for all would have to hand on what journeys say, message by message, in the run's own process.
 */
export function openBrowser(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

/** The same for a file of journeys: what it opened is closed after its last one. */
export function journeyBrowser(): Promise<Browser> {
  afterAll(async () => (await launched)?.close());
  return openBrowser();
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await requireHeadless(),
    // The Debian build has no sandbox for root, and /dev/shm is small in containers.
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(GIVE_UP_MS);
    context.setDefaultNavigationTimeout(GIVE_UP_MS);
    if (LATENCY_MS > 0) slowDown(context);
    if (options?.javaScriptEnabled !== false) waitForLife(context);
    watchContext(context);
    closeInTime(context);
    return context;
  };
  // Files come one after the other: what is open is that file's.
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
}

/** Chromium may never answer when a context is closed while a page of it is on its way to another address. */
function closeInTime(context: BrowserContext): void {
  const close = context.close.bind(context);
  context.close = (options) =>
    Promise.race([
      close(options),
      new Promise<void>((done) => void setTimeout(done, CLOSE_MS).unref()),
    ]);
}

function slowDown(context: BrowserContext): void {
  const newPage = context.newPage.bind(context);
  const sessions: CDPSession[] = [];
  const emulate = (cdp: CDPSession, offline: boolean) =>
    cdp.send("Network.emulateNetworkConditions", {
      offline,
      latency: LATENCY_MS,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  context.newPage = async () => {
    const page = await newPage();
    const cdp = await context.newCDPSession(page);
    sessions.push(cdp);
    await emulate(cdp, false);
    return page;
  };
  // The last that was emulated counts.
  context.setOffline = async (offline) => {
    for (const cdp of sessions) await emulate(cdp, offline);
  };
}

/**
 * Pages that are opened or loaded anew are waited for until they are alive (early-acts.tsx): what is hovered or typed as a
 * shortcut before does nothing. A journey that is about that time says `waitUntil`, and does not wait.
 */
function waitForLife(context: BrowserContext): void {
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
    page.goto = async (address, options) => {
      const answer = await goto(address, options);
      if (options?.waitUntil === undefined) await untilPageIsAlive(page);
      return answer;
    };
    page.reload = async (options) => {
      const answer = await reload(options);
      if (options?.waitUntil === undefined) await untilPageIsAlive(page);
      return answer;
    };
    return page;
  };
}

/** Also true of what has no scripts: a file, a plain page of an error. */
async function untilPageIsAlive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      "alive" in document.documentElement.dataset ||
      document.querySelector("script[type=module]") === null,
  );
}

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /** Errors of scripts and of the console, as they came. */
  errors: string[];
};

export async function newVisitor(
  browser: Browser,
  options: {
    locale?: string;
    viewport?: { width: number; height: number };
    /** By fingers, no pointer. */
    hasTouch?: boolean;
  } = {},
): Promise<Visitor> {
  const hasTouch = options.hasTouch ?? false;
  const context = await browser.newContext({
    ...{ hasTouch, isMobile: hasTouch },
    locale: options.locale ?? "en-US",
    viewport: options.viewport ?? { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return { context, page, errors };
}

/**
 * Gives the page's context a session, as the sign-in form would, without a page load: what a journey about anything else
 * than signing in begins with. The page stays where it is.
 */
export async function signInAs(
  page: Page,
  origin: string,
  email: string,
  password = DEMO_PASSWORD,
): Promise<void> {
  await useOwnLanguage(page, origin);
  const answer = await fetch(`${origin}/login`, {
    method: "POST",
    headers: { origin, "user-agent": await page.evaluate(() => navigator.userAgent) },
    body: new URLSearchParams({ email, password }),
    redirect: "manual",
  });
  if (answer.status !== 302)
    throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((line) => {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin };
  });
  await page.context().addCookies(cookies);
}

/** Signs in without the form and opens a page. */
export async function openAs(
  page: Page,
  origin: string,
  email: string,
  path = "/dashboard",
): Promise<void> {
  await signInAs(page, origin, email);
  await page.goto(origin + path);
}

/** The language is the visitor's own: what another journey stored in the same account does not count. */
async function useOwnLanguage(page: Page, origin: string): Promise<void> {
  const held = await page.context().cookies(origin);
  if (held.some(({ name }) => name === "language")) return;
  const value = await page.evaluate(() => navigator.language.slice(0, 2));
  await page.context().addCookies([{ name: "language", value, url: origin }]);
}

/** What the page hears live, which can be broken at any moment: a browser that is told to be offline may keep a young socket. */
export async function breakableConnection(page: Page) {
  const { promise: isHeard, resolve: hear } = Promise.withResolvers<void>();
  const sockets: WebSocketRoute[] = [];
  let isBroken = false;
  let isMute = false;
  await page.routeWebSocket(/./, (socket) => {
    if (isBroken) return void socket.close();
    socket.connectToServer().onMessage((message) => {
      hear();
      if (!isMute) socket.send(message);
    });
    sockets.push(socket);
  });
  return {
    /** Something was said. */
    isHeard,
    /** What is open is closed, and what is opened is closed at once, until it is mended. */
    break: async () => {
      isBroken = true;
      for (const socket of sockets) await socket.close();
    },
    mend: () => {
      isBroken = false;
    },
    /** It stays open, and nothing comes from it any more. */
    mute: () => {
      isMute = true;
    },
  };
}

/** Scrolls to what may be drawn anew meanwhile: a part that comes alive takes the place of what the server drew. */
export const bringIntoView = (place: Locator): Promise<void> =>
  vi.waitFor(() => place.scrollIntoViewIfNeeded(), { timeout: GIVE_UP_MS });

/** Waits until React has taken an element over: before that a key that is pressed on it does nothing. */
export async function untilAlive(target: Locator): Promise<void> {
  await expect
    .poll(() =>
      target.evaluate((element) =>
        Object.keys(element).some((key) => key.startsWith("__reactProps$")),
      ),
    )
    .toBe(true);
}

/** Waits until the page has drawn what it knows now. */
export const untilDrawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

/** Makes the window as wide where the page stands, and waits until it is drawn for that. */
export async function makeWide(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: page.viewportSize()!.height });
  await page.waitForFunction((wanted) => window.innerWidth === wanted, width);
  await untilDrawn(page);
}

/** Looks at every part of the page that comes alive when it is seen (load-when-seen.tsx), and waits until all are. */
export async function comeAlive(page: Page): Promise<void> {
  // Looked at and told of at once: what has come alive in between would be waited for.
  await expect
    .poll(() =>
      page
        .evaluate(() => {
          const drawn = [...document.querySelectorAll("[data-drawn]")];
          drawn[0]?.scrollIntoView();
          return drawn.map(({ textContent }) => textContent!.slice(0, 40));
        })
        .catch(() => "the page is being left"),
    )
    .toEqual([]);
}

declare global {
  interface Window {
    sameDocument?: boolean;
  }
}

/** Marks the document; a reload would lose the mark. */
export const markDocument = (page: Page): Promise<void> =>
  page.evaluate(() => void (window.sameDocument = true));
export const isSameDocument = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.sameDocument === true);
