/**
 * The machine list with a generated fleet of 500, in Chromium: how long until it is painted and shows rows, what a keystroke in
 * a filter costs, and what the page asks of the live layer. The server is on the same machine. Of a keystroke the processor
 * time of the page's thread is told too: it says the same on a machine that has other work.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { addMachines, launchBrowser, openDesk, signIn } from "./_fleet.ts";
import { startHelios } from "./_helios.ts";
import { quantile } from "./_live-sockets.ts";

export const about = "the machine list with 500 machines: first paint, filter keystrokes, sockets";

/** Of a hung page, not of a slow one. */
const GIVE_UP_MS = 60_000;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      machines: { type: "string", default: "500" },
      rounds: { type: "string", default: "5" },
    },
  });
  const [machines, rounds] = [Number(values.machines), Number(values.rounds)];
  if (!(machines >= 20 && machines <= 5_000 && rounds >= 1 && rounds <= 100))
    throw new Error("--machines takes 20 to 5000, --rounds 1 to 100");
  const helios = await startHelios();
  const browser = await launchBrowser();
  try {
    const plant = await signIn(helios.origin);
    const models = ["Sun625", "Sun924"] as const;
    await addMachines(plant, { until: machines }, (index) => ({
      model: models[index % 2]!,
      facility_id: 1 + (index % 2),
    }));
    const context = await openDesk(browser, plant, GIVE_UP_MS);
    console.log(`\n${machines} machines and the demo's; load ${loadavg()[0]!.toFixed(1)}`);
    await measureList(context, helios.origin, rounds);
  } finally {
    await browser.close();
    await helios.stop();
  }
}

async function measureList(context: BrowserContext, origin: string, rounds: number): Promise<void> {
  const [paints, rows, frames, filtered, worked]: number[][] = [[], [], [], [], []];
  for (let round = 0; round <= rounds; round++) {
    const page = await context.newPage();
    const live = watchSockets(page);
    // The empty page first, so that the list's own time is not that of a new process.
    await page.goto("about:blank");
    await page.goto(`${origin}/machines?size=50&filters=on`, { waitUntil: "commit" });
    await page.locator("tbody tr").first().waitFor({ timeout: GIVE_UP_MS });
    const times = await page.evaluate(() => ({
      row: performance.now(),
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null,
    }));
    // Joined: the page's scripts run.
    await live.untilJoined();
    await page.getByRole("searchbox", { name: "Filter by Name", exact: true }).focus();
    const strokes = await typeAndTime(page, ["0", "1", "2"]);
    if (round === 0) {
      // The first round compiles scripts and fills caches: it is not counted.
      await live.settle();
      const seen = await page.locator("tbody tr [data-state]").count();
      console.log(
        `sockets opened: ${live.sockets()}; channels joined: ${live.joined()} in all, for ${seen} rows after filtering`,
      );
    } else {
      if (times.paint !== null) paints!.push(times.paint);
      rows!.push(times.row);
      for (const { frameMs, rowsMs, workMs } of strokes) {
        worked!.push(workMs);
        frames!.push(frameMs);
        if (rowsMs !== null) filtered!.push(rowsMs);
      }
    }
    await page.close();
  }
  const both = (list: number[]) =>
    `p50 ${quantile(list, 0.5).toFixed(0)} ms, most ${Math.max(...list).toFixed(0)} ms`;
  console.log(`first contentful paint: ${both(paints!)} (asked for: 1,000)`);
  console.log(`a row is seen:          ${both(rows!)}`);
  console.log(
    `filter keystroke, to the frame that shows the letter: ${both(frames!)} (asked for: 50)`,
  );
  console.log(`filter keystroke, to the rows that match:             ${both(filtered!)}`);
  console.log(`filter keystroke, processor time of the page:         ${both(worked!)}`);
}

type Stroke = { frameMs: number; rowsMs: number | null; workMs: number };

/** Each key as the browser gives it: from its event to the next frame, and to the change of the count above the table. */
async function typeAndTime(page: Page, keys: string[]): Promise<Stroke[]> {
  const strokes: Stroke[] = [];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const workedMs = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")!.value * 1_000;
  };
  for (const key of keys) {
    await page.evaluate(() => {
      const state = { frameMs: -1, rowsMs: -1 };
      Object.assign(window, { benchStroke: state });
      const count = document.querySelector("[data-table-tools] p")!;
      addEventListener(
        "keydown",
        ({ timeStamp }) => {
          // A task after the next frame's callbacks: that frame has been drawn.
          requestAnimationFrame(() =>
            setTimeout(() => (state.frameMs = performance.now() - timeStamp)),
          );
          const observer = new MutationObserver(() => {
            observer.disconnect();
            requestAnimationFrame(() =>
              setTimeout(() => (state.rowsMs = performance.now() - timeStamp)),
            );
          });
          observer.observe(count, { childList: true, characterData: true, subtree: true });
        },
        { once: true, capture: true },
      );
    });
    const before = await workedMs();
    await page.keyboard.press(key);
    const read = () =>
      page.evaluate(() => (window as unknown as { benchStroke: Stroke }).benchStroke);
    const until = Date.now() + 3_000;
    let stroke = await read();
    while ((stroke.frameMs < 0 || (stroke.rowsMs ?? -1) < 0) && Date.now() < until) {
      await sleep(50);
      stroke = await read();
    }
    strokes.push({
      frameMs: stroke.frameMs,
      rowsMs: stroke.rowsMs === -1 ? null : stroke.rowsMs,
      workMs: (await workedMs()) - before,
    });
  }
  return strokes;
}

function watchSockets(page: Page) {
  let sockets = 0;
  let newestMs = Date.now();
  const joined = new Set<string>();
  page.on("websocket", (socket) => {
    sockets++;
    socket.on("framesent", ({ payload }) => {
      newestMs = Date.now();
      // [join_ref, ref, topic, event, payload]
      const [, , topic, event] = JSON.parse(String(payload)) as string[];
      if (event === "phx_join" && topic !== undefined) joined.add(topic);
    });
  });
  return {
    sockets: () => sockets,
    joined: () => joined.size,
    untilJoined: async () => {
      const until = Date.now() + GIVE_UP_MS;
      while (joined.size === 0) {
        if (Date.now() > until) throw new Error("the page joined no channel");
        await sleep(20);
      }
    },
    /** Until nothing was sent for a second. */
    settle: async () => {
      while (Date.now() - newestMs < 1_000) await sleep(100);
    },
  };
}
