/**
 * The slideshow for hours in minutes: the page's clock and timers run many times faster, the times in live frames are
 * moved along, samples are posted all the while; after each half hour of the page's time the heap is collected and read.
 */
import type { Browser } from "playwright-core";
import { call } from "./_helios.ts";

type Cookie = { name: string; value: string; url: string };
const HALF_HOUR_MS = 1_800_000;
const POST_EVERY_MS = 200;
const SETTLE_MS = 3_000;
const TIME = /"time":"([^"]+)"/g;

export async function watchWall(
  browser: Browser,
  { origin, cookies, hours, speed }: { origin: string; cookies: Cookie[]; hours: number; speed: number },
): Promise<void> {
  const plant = await openAll(origin);
  await plant.post();
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, colorScheme: "dark" });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const startMs = Date.now();
  const moved = (text: string) =>
    text.replaceAll(TIME, (_, time: string) => `"time":"${new Date(startMs + (Date.parse(time) - startMs) * speed).toISOString()}"`);
  await page.routeWebSocket(/\/socket\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => socket.send(typeof message === "string" ? moved(message) : message));
  });
  await page.addInitScript(
    ({ startMs: from, speed: times }) => {
      const RealDate = Date;
      const now = () => from + (RealDate.now() - from) * times;
      // Only what takes "now" changes.
      globalThis.Date = class extends RealDate {
        constructor(...args: ConstructorParameters<typeof Date> | []) {
          super(...((args.length === 0 ? [now()] : args) as [number]));
        }
        static override now = now;
      } as DateConstructor;
      const { setTimeout: timeout, setInterval: interval } = globalThis;
      Object.assign(globalThis, {
        setTimeout: (run: () => void, ms = 0, ...rest: unknown[]) => timeout(run, ms / times, ...rest),
        setInterval: (run: () => void, ms = 0, ...rest: unknown[]) => interval(run, ms / times, ...rest),
      });
    },
    { startMs, speed },
  );
  const posting = setInterval(() => void plant.post(), POST_EVERY_MS);
  try {
    await page.goto(`${origin}/dashboard/slideshow`);
    await page.getByRole("listitem").first().waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send("HeapProfiler.enable");
    const slides = new Set<string | null>();
    const heap: number[] = [];
    const read = async () => {
      for (let times = 0; times < 2; times++) await devtools.send("HeapProfiler.collectGarbage");
      const { usedSize } = await devtools.send("Runtime.getHeapUsage");
      const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
      heap.push(usedSize);
      console.log(
        `${(((Date.now() - startMs) * speed) / 3_600_000).toFixed(1).padStart(5)} h  ${(usedSize / 1e6).toFixed(2)} MB  ${nodes} elements`,
      );
    };
    console.log(`\nwall: ${hours} h at ${speed} times the speed, ${plant.machines} machines, heap after collection`);
    await page.waitForTimeout(SETTLE_MS);
    for (let nextMs = 0; nextMs <= hours * 3_600_000; nextMs += HALF_HOUR_MS) {
      while ((Date.now() - startMs) * speed < nextMs) {
        slides.add(await page.locator("main[data-slide]").getAttribute("data-slide"));
        await page.waitForTimeout(50);
      }
      await read();
    }
    const half = Math.floor(heap.length / 2);
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const growth = (mean(heap.slice(half)) / mean(heap.slice(1, half)) - 1) * 100;
    console.log(`slides seen: ${[...slides].join(", ")}; second half against the first: ${growth.toFixed(1)} %`);
  } finally {
    clearInterval(posting);
    await context.close();
  }
}

/** A sampler on every machine of the admin, and a way to post what they do now. */
async function openAll(origin: string): Promise<{ machines: number; post(): Promise<void> }> {
  const { data } = await call<{ data: { token: string } }>(`${origin}/v1/login`, {
    email: "admin@acme.example",
    password: "Helios-Demo-2026",
  });
  const answer = await fetch(`${origin}/v1/devices`, { headers: { authorization: `Bearer ${data.token}` } });
  const devices = ((await answer.json()) as { data: { id: number }[] }).data;
  const keys: string[] = [];
  for (const { id } of devices) {
    const sampler = { device_id: id, name: "Wall bench", spec: "http", only_mapped_tags: false };
    keys.push((await call<{ data: { key: string } }>(`${origin}/v1/samplers`, sampler, data.token)).data.key);
  }
  let count = 0;
  const post = async () => {
    const tags = { machine_state: ["running_and_feeding"], machine_speed: [150 + (count++ % 50)], sheet_count: [count] };
    const body = (id: number) => ({ batch_id: `wall-${id}-${count}`, frames: [{ times: [Date.now()], tags }], buffered: 0, dropped: 0 });
    // A post that is refused or late costs one value on the wall.
    await Promise.allSettled(keys.map((key, id) => call(`${origin}/ingest/v1/batches`, body(id), key)));
  };
  return { machines: keys.length, post };
}
