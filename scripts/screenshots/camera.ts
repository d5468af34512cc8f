/** Opens a page as somebody and keeps what is seen as WebP. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { PASSWORD } from "./stand.ts";

const DIRECTORY = join(import.meta.dirname, "..", "..", "docs", "screenshots");
const QUALITY = 70;
const SETTLE_MS = 4_000;
const FOUND_MS = 60_000;
const VIEWS = {
  desk: { width: 1440, height: 1000 },
  tablet: { width: 1024, height: 900 },
  phone: { width: 390, height: 844 },
  wall: { width: 1920, height: 1080 },
} as const;

/** Its file. */
export const pictureOf = (name: string): string => join(DIRECTORY, `${name}.webp`);

export type Shot = {
  name: string;
  email: string;
  path?: string;
  view: keyof typeof VIEWS;
  theme?: "light" | "dark";
  language?: "en" | "es";
  /** The whole page, not what fits. */
  whole?: boolean;
  /** Before the page is opened. */
  prepare?: (page: Page) => Promise<unknown>;
  /** What a person does first. */
  act?: (page: Page) => Promise<unknown>;
  ready?: string;
};

type Cookie = { name: string; value: string; url: string };
const sessions = new Map<string, Cookie[]>();

/** Signed in once per person: the sign-in page limits how often. */
async function cookiesOf(browser: Browser, origin: string, email: string): Promise<Cookie[]> {
  const known = sessions.get(email);
  if (known) return known;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.fill('input[name="email"]', email);
  await page.fill('input[name="password"]', PASSWORD);
  await page.press('input[name="password"]', "Enter");
  await page.waitForURL(`${origin}/dashboard`, { timeout: FOUND_MS });
  const cookies = (await context.cookies()).map(({ name, value }) => ({
    name,
    value,
    url: origin,
  }));
  await context.close();
  sessions.set(email, cookies);
  return cookies;
}

/** Answers the picture's bytes. */
export async function take(browser: Browser, origin: string, shot: Shot): Promise<number> {
  const {
    name,
    email,
    path = "/dashboard",
    view,
    theme = "light",
    language = "en",
    whole = false,
  } = shot;
  const context = await browser.newContext({
    ...{
      viewport: VIEWS[view],
      colorScheme: theme,
      reducedMotion: "reduce",
      locale: language === "en" ? "en-US" : "es-MX",
    },
    ...(view === "phone" ? { isMobile: true, hasTouch: true } : {}),
  });
  try {
    await context.addCookies([
      ...(await cookiesOf(browser, origin, email)).filter((cookie) => cookie.name !== "language"),
      { name: "cookieConsent", value: "agreed", url: origin },
      { name: "language", value: language, url: origin },
    ]);
    const page = await context.newPage();
    page.setDefaultTimeout(FOUND_MS);
    await shot.prepare?.(page);
    await page.goto(origin + path);
    await page.waitForSelector(
      shot.ready ?? (view === "wall" ? "main[data-slide] h1" : '[data-connection="live"]'),
    );
    await shot.act?.(page);
    if (whole) await scrollThrough(page);
    await page.waitForTimeout(SETTLE_MS);
    const devtools = await context.newCDPSession(page);
    // A page beyond the view gets a view of its size: Chromium lays it out anew for what is beyond, and may catch a chart
    // between two widths.
    const height = whole ? await page.evaluate(() => document.documentElement.scrollHeight) : 0;
    if (height > VIEWS[view].height) {
      await page.setViewportSize({ width: VIEWS[view].width, height });
      await page.waitForTimeout(SETTLE_MS);
    }
    const picture = { format: "webp", quality: QUALITY } as const;
    const { data } = await devtools.send("Page.captureScreenshot", picture);
    mkdirSync(DIRECTORY, { recursive: true });
    const bytes = Buffer.from(data, "base64");
    writeFileSync(pictureOf(name), bytes);
    return bytes.length;
  } finally {
    await context.close();
  }
}

/** Charts are drawn once they were on screen. */
async function scrollThrough(page: Page): Promise<void> {
  for (
    let y = 0;
    y < (await page.evaluate(() => document.documentElement.scrollHeight));
    y += 600
  ) {
    await page.evaluate((to) => window.scrollTo(0, to), y);
    await page.waitForTimeout(1_000);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
}
