/** A headless Chromium for the journeys. */
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { requireChromium } from "#scripts/chromium.mjs";
import { DEMO_PASSWORD } from "./api.ts";

export async function openBrowser(): Promise<Browser> {
  // The Debian build has no sandbox for root, and /dev/shm is small in containers.
  return chromium.launch({
    executablePath: requireChromium(),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
}

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /** Errors of scripts and of the console, as they came. */
  errors: string[];
};

export async function newVisitor(
  browser: Browser,
  options: { locale?: string; viewport?: { width: number; height: number } } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
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

/** Signs in through the form and waits for the dashboard. */
export async function signInByForm(
  page: Page,
  origin: string,
  email: string,
  password = DEMO_PASSWORD,
): Promise<void> {
  await page.goto(`${origin}/login`);
  await speakOwnLanguage(page, origin);
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[name="password"]').press("Enter");
  await page.waitForURL(`${origin}/dashboard**`);
}

/** The language is the visitor's own: what another journey stored in the same account does not count. */
async function speakOwnLanguage(page: Page, origin: string): Promise<void> {
  const held = await page.context().cookies(origin);
  if (held.some(({ name }) => name === "language")) return;
  const value = await page.evaluate(() => navigator.language.slice(0, 2));
  await page.context().addCookies([{ name: "language", value, url: origin }]);
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
