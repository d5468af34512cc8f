/**
 * Changing the tab of a machine's page in Chromium, as a superuser: pointed at for 200 ms and clicked. How long from the
 * click until the tab's content is drawn, and how often its data was asked for. The server is on the same machine.
 */
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { launchBrowser, openDesk, signIn } from "./_fleet.ts";
import { startHelios } from "./_helios.ts";
import { quantile } from "./_live-sockets.ts";

export const about = "changing the tab of a machine's page: from click to content";

/** Of a hung page, not of a slow one. */
const GIVE_UP_MS = 60_000;
const TABS = ["maintenance", "events", "machine_health", "comments", "configuration", "overview"];
const HOVER_MS = 200;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: "string", default: "20" },
      /** A Helios that runs already. */
      origin: { type: "string" },
      /** Pointed at so long before the click, in milliseconds; 0: not at all. */
      at: { type: "string", default: String(HOVER_MS) },
    },
  });
  const [rounds, hoverMs] = [Number(values.rounds), Number(values.at)];
  if (!(rounds >= 1 && rounds <= 200 && hoverMs >= 0 && hoverMs <= 4_000))
    throw new Error("--rounds takes 1 to 200, --at 0 to 4000 ms");
  const helios = values.origin === undefined ? await startHelios() : null;
  const origin = values.origin ?? helios!.origin;
  const browser = await launchBrowser();
  try {
    const context = await openDesk(browser, await signIn(origin), GIVE_UP_MS);
    const page = await context.newPage();
    await page.goto(`${origin}/machines/1/overview`);
    await page.waitForFunction(() => "alive" in document.documentElement.dataset);
    console.log(`\npointed at ${hoverMs} ms before; load ${loadavg()[0]!.toFixed(1)}`);
    await measureTabs(page, rounds, hoverMs);
    console.log(`load ${loadavg()[0]!.toFixed(1)}`);
  } finally {
    await browser.close();
    await helios?.stop();
  }
}

async function measureTabs(page: Page, rounds: number, hoverMs: number): Promise<void> {
  const times = new Map<string, number[]>(TABS.map((tab) => [tab, []]));
  const asked = new Map<string, number>(TABS.map((tab) => [tab, 0]));
  let tab = "";
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(`/${tab}.data`))
      asked.set(tab, asked.get(tab)! + 1);
  });
  // The first round fetches scripts and fills caches: it is not counted.
  for (let round = 0; round <= rounds; round++)
    for (tab of TABS) {
      const ms = await changeTab(page, tab, hoverMs);
      if (round > 0) times.get(tab)!.push(ms);
      else asked.set(tab, 0);
      // What the tab still does by itself does not slow the next one down.
      await page.mouse.move(0, 0);
      await page.waitForLoadState("networkidle");
    }
  for (const each of TABS) {
    const ms = times.get(each)!;
    console.log(
      `${each.padEnd(15)} p50 ${quantile(ms, 0.5).toFixed(0).padStart(4)} ms, most ${Math.max(...ms)
        .toFixed(0)
        .padStart(4)} ms, data asked for ${(asked.get(each)! / rounds).toFixed(2)} times`,
    );
  }
  const all = [...times.values()].flat();
  console.log(
    `all             p50 ${quantile(all, 0.5).toFixed(0).padStart(4)} ms, p95 ${quantile(all, 0.95).toFixed(0)} ms (asked for: 150)`,
  );
}

/** Milliseconds from the click to the frame that shows the tab's content. */
async function changeTab(page: Page, tab: string, hoverMs: number): Promise<number> {
  const link = page.locator(`nav a[href$="/${tab}"][data-discover]`).first();
  const box = (await link.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate((name) => {
    const state = { ms: -1 };
    Object.assign(window, { benchTab: state });
    const isShown = () => {
      const current = document.querySelector(`nav a[href$="/${name}"][aria-current="page"]`);
      const content = current?.closest("nav")?.nextElementSibling;
      return (
        content instanceof HTMLElement &&
        content.querySelector(":scope > .skeleton") === null &&
        content.offsetHeight > 40
      );
    };
    addEventListener(
      "click",
      ({ timeStamp }) => {
        const observer = new MutationObserver(() => {
          if (!isShown()) return;
          observer.disconnect();
          // A task after the next frame's callbacks: that frame has been drawn.
          requestAnimationFrame(() => setTimeout(() => (state.ms = performance.now() - timeStamp)));
        });
        observer.observe(document, { attributes: true, childList: true, subtree: true });
      },
      { once: true, capture: true },
    );
  }, tab);
  if (hoverMs > 0) {
    await page.mouse.move(x, y);
    await sleep(hoverMs);
  }
  await page.mouse.click(x, y);
  const shown = await page.waitForFunction(() => {
    const { ms } = (window as unknown as { benchTab: { ms: number } }).benchTab;
    return ms >= 0 && ms;
  });
  return Number(await shown.jsonValue());
}
