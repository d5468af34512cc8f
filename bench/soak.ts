/**
 * A page of 100 live metrics and a series that stays open: its heap after garbage collection, minute by
 * minute, while values come `--hz` times a second and the socket is renewed every `--rejoin` seconds (an
 * hourly rejoin, made often). The series' window fills in the first minutes, so that from then on nothing
 * may grow: it ends with the heap of the second quarter of the time beside that of the last, and fails
 * when that is more than 10 % above. `--minutes 240` is a night's; `--hz 3` brings its values in 80 minutes.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { requireChromium } from "#scripts/chromium.mjs";
import { openPlant, startHelios } from "./_helios.ts";
import { quantile } from "./_live-sockets.ts";

export const about = "the heap of a page of 100 live metrics over time, with rejoins; --minutes N";

const METRICS = 100;
const ALLOWED_GROWTH = 1.1;
const SAMPLE_MS = 60_000;
const SERIES_MINUTES = 5;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: "string", default: "30" },
      rejoin: { type: "string", default: "30" },
      hz: { type: "string", default: "1" },
    },
  });
  const [minutes, rejoinS, hz] = [Number(values.minutes), Number(values.rejoin), Number(values.hz)];
  if (!(minutes >= 4) || !(rejoinS >= 1) || !(hz > 0 && hz <= 20))
    throw new Error("--minutes takes numbers from 4, --rejoin from 1, --hz up to 20");
  const helios = await startHelios();
  const browser = await chromium.launch({
    executablePath: await requireChromium(),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    const { token, deviceId, key } = await openPlant(helios.origin);
    const context = await browser.newContext();
    await context.addCookies([{ name: "sessionId", value: token, url: helios.origin }]);
    const page = await context.newPage();
    await page.goto(
      `${helios.origin}/dev/live?device=${deviceId}&prefix=soak&metrics=${METRICS}&window=${SERIES_MINUTES}`,
    );
    await page.locator('[data-connection="live"]').waitFor();
    const cdp = await context.newCDPSession(page);
    const measure = async () => {
      await cdp.send("HeapProfiler.collectGarbage");
      const { usedSize } = await cdp.send("Runtime.getHeapUsage");
      const { nodes, jsEventListeners } = await cdp.send("Memory.getDOMCounters");
      return { heapMb: usedSize / 1e6, nodes, listeners: jsEventListeners };
    };
    const post = async (value: number) => {
      const tags = Object.fromEntries(
        Array.from({ length: METRICS }, (_, index) => [`soak_${index}`, [value + index / 1_000]]),
      );
      const answer = await fetch(`${helios.origin}/ingest/v1/batches`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({
          batch_id: `soak-${value}`,
          frames: [{ times: [Date.now()], tags }],
          buffered: 0,
          dropped: 0,
        }),
      });
      if (!answer.ok)
        throw new Error(`the POST was answered ${answer.status}: ${await answer.text()}`);
    };

    const heaps: number[] = [];
    let [value, rejoins] = [0, 0];
    console.log("minute,heap_mb,nodes,listeners,values,rejoins");
    for (const startedMs = Date.now(); heaps.length < minutes;) {
      const roundMs = Date.now();
      await post(++value);
      if (roundMs - startedMs >= (rejoins + 1) * rejoinS * 1_000) {
        await page.locator("[data-connection]").click();
        rejoins += 1;
      }
      if (roundMs - startedMs >= (heaps.length + 1) * SAMPLE_MS) {
        const { heapMb, nodes, listeners } = await measure();
        heaps.push(heapMb);
        console.log(
          `${heaps.length},${heapMb.toFixed(2)},${nodes},${listeners},${value},${rejoins}`,
        );
      }
      await sleep(Math.max(0, roundMs + 1_000 / hz - Date.now()));
    }
    await page.locator(`[data-metric="soak_0"]:text-is("${value}")`).waitFor();
    const quarter = Math.floor(heaps.length / 4);
    const [early, late] = [heaps.slice(quarter, 2 * quarter), heaps.slice(-quarter)].map((part) =>
      quantile(part, 0.5),
    );
    console.log(
      `\n${value} values of each of ${METRICS} metrics in ${minutes} minutes, ${rejoins} rejoins; the last one is shown`,
    );
    console.log(
      `heap: ${early!.toFixed(2)} MB in the second quarter, ${late!.toFixed(2)} MB in the last`,
    );
    if (late! > early! * ALLOWED_GROWTH) throw new Error("the heap grew");
  } finally {
    await browser.close();
    await helios.stop();
  }
}
