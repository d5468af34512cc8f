/**
 * Makes the pictures in docs/screenshots from a running Helios with the demo seed:
 *   npm start, then in a second terminal: node scripts/screenshots.ts [http://localhost:4000]
 * The simulator needs a minute to write the past.
 */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { requireChromium } from "./chromium.mjs";

const ROOT = join(import.meta.dirname, "..");
const DIRECTORY = join(ROOT, "docs", "screenshots");
const MAX_BYTES = 400_000;
const SETTLE_MS = 6_000;
const origin = process.argv[2] ?? "http://localhost:4000";
const password = "Helios-Demo-2026";

const SHOTS = [
  {
    name: "dashboard",
    email: "superuser@helios.example",
    path: "/dashboard",
    width: 1440,
    height: 1120,
    theme: "light",
    ready: '[data-connection="live"]',
  },
  {
    name: "wall",
    email: "superuser@helios.example",
    path: "/dashboard/slideshow",
    width: 1920,
    height: 1080,
    theme: "dark",
    ready: "main[data-slide] li",
  },
] as const;

mkdirSync(DIRECTORY, { recursive: true });
const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
try {
  for (const shot of SHOTS) {
    const context = await browser.newContext({
      viewport: { width: shot.width, height: shot.height },
      colorScheme: shot.theme,
      locale: "en-US",
      reducedMotion: "reduce",
    });
    await context.addCookies([{ name: "cookieConsent", value: "agreed", url: origin }]);
    const page = await context.newPage();
    await page.goto(`${origin}/login?redirect=${encodeURIComponent(shot.path)}`);
    await page.fill('input[name="email"]', shot.email);
    await page.fill('input[name="password"]', password);
    await page.press('input[name="password"]', "Enter");
    await page.waitForURL(`${origin}${shot.path}`);
    await page.waitForSelector(shot.ready);
    await page.waitForTimeout(SETTLE_MS);
    const path = join(DIRECTORY, `${shot.name}.png`);
    await page.screenshot({ path });
    const { size } = statSync(path);
    if (size > MAX_BYTES) throw new Error(`${shot.name}.png has ${size} bytes, more than ${MAX_BYTES}`);
    console.log(`${shot.name}.png  ${Math.round(size / 1000)} kB`);
    await context.close();
  }
} finally {
  await browser.close();
}
