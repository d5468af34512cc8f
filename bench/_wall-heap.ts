/**
 * The slideshow for hours in minutes: the page's clock and timers run many times faster, the times in live frames are
 * moved along, samples are posted all the while; after each half hour of the page's time the heap is collected and read.
 */
import type { Browser } from "playwright-core";
import { call } from "./_helios.ts";

/** The page's patience with the server (app/live) runs by the clock: the server is not any faster. */
const PATIENCE_MS = [4_000, 8_000, 10_000];
/** What the page holds on to after a collection. */
type Held = { hour: number; bytes: number; nodes: number; listeners: number };
type Cookie = { name: string; value: string; url: string };
const HALF_HOUR_MS = 1_800_000;
const POST_EVERY_MS = 200;
const SETTLE_MS = 3_000;
/** Until code is compiled and caches that have an end are full. */
const WARM_UP_HOURS = 2;
const TIME = /"time":"([^"]+)"/g;

export async function watchWall(
  browser: Browser,
  {
    origin,
    cookies,
    hours,
    speed,
  }: { origin: string; cookies: Cookie[]; hours: number; speed: number },
): Promise<void> {
  const plant = await openAll(origin);
  await plant.post();
  const context = await browser.newContext({
    viewport: { width: 1920, height: 1080 },
    colorScheme: "dark",
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const startMs = Date.now();
  const moved = (text: string) =>
    text.replaceAll(
      TIME,
      (_, time: string) =>
        `"time":"${new Date(startMs + (Date.parse(time) - startMs) * speed).toISOString()}"`,
    );
  let [sockets, frames] = [0, 0];
  await page.routeWebSocket(/\/socket\//, (socket) => {
    sockets++;
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      frames++;
      socket.send(typeof message === "string" ? moved(message) : message);
    });
  });
  await page.addInitScript(
    ({ startMs: from, speed: times, patience }) => {
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
      const pace = (ms: number) => (patience.includes(ms) ? ms : ms / times);
      Object.assign(globalThis, {
        setTimeout: (run: () => void, ms = 0, ...rest: unknown[]) =>
          timeout(run, pace(ms), ...rest),
        setInterval: (run: () => void, ms = 0, ...rest: unknown[]) =>
          interval(run, ms / times, ...rest),
      });
    },
    { startMs, speed, patience: PATIENCE_MS },
  );
  const posting = setInterval(() => void plant.post(), POST_EVERY_MS);
  try {
    await page.goto(`${origin}/dashboard/slideshow`);
    await page.getByRole("listitem").first().waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send("HeapProfiler.enable");
    const slides = new Set<string | null>();
    await devtools.send("Performance.enable");
    const heap: Held[] = [];
    const read = async () => {
      for (let times = 0; times < 2; times++) await devtools.send("HeapProfiler.collectGarbage");
      const { usedSize } = await devtools.send("Runtime.getHeapUsage");
      const { metrics } = await devtools.send("Performance.getMetrics");
      const count = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
      const elements = await page.evaluate(() => document.querySelectorAll("*").length);
      const hour = ((Date.now() - startMs) * speed) / 3_600_000;
      heap.push({
        hour,
        bytes: usedSize,
        nodes: count("Nodes"),
        listeners: count("JSEventListeners"),
      });
      console.log(
        `${hour.toFixed(1).padStart(5)} h  ${(usedSize / 1e6).toFixed(2)} MB  ${elements} elements, ${count("Nodes")} nodes with those kept alive, ${count("JSEventListeners")} listeners`,
      );
    };
    console.log(
      `\nwall: ${hours} h at ${speed} times the speed, ${plant.machines} machines, heap after collection`,
    );
    await page.waitForTimeout(SETTLE_MS);
    for (let nextMs = 0; nextMs <= hours * 3_600_000; nextMs += HALF_HOUR_MS) {
      while ((Date.now() - startMs) * speed < nextMs) {
        slides.add(await page.locator("main[data-slide]").getAttribute("data-slide"));
        await page.waitForTimeout(50);
      }
      await read();
    }
    console.log(`slides seen: ${[...slides].join(", ")}; ${frames} frames over ${sockets} sockets`);
    const warm = heap.filter(({ hour }) => hour >= Math.min(WARM_UP_HOURS, hours / 2));
    for (const what of ["bytes", "nodes", "listeners"] as const) {
      const { mean, perHour, error } = slope(warm.map((held) => [held.hour, held[what]]));
      const share = (value: number) => `${((value / mean) * 100).toFixed(2)} %`;
      console.log(
        `${what} after warm-up: mean ${Math.round(mean)}, ${share(perHour)} ± ${share(2 * error)} an hour`,
      );
    }
  } finally {
    clearInterval(posting);
    await context.close();
  }
}

/** The line through [x, y] by least squares: its growth per x, and the standard error of that. */
function slope(points: readonly (readonly [number, number])[]): {
  mean: number;
  perHour: number;
  error: number;
} {
  const meanOf = (values: number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, mean] = [meanOf(points.map(([x]) => x)), meanOf(points.map(([, y]) => y))];
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const perHour = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - mean), 0) / spread;
  const left = points.reduce((sum, [x, y]) => sum + (y - mean - perHour * (x - meanX)) ** 2, 0);
  return { mean, perHour, error: Math.sqrt(left / Math.max(points.length - 2, 1) / spread) };
}

/** A sampler on every machine of the admin, and a way to post what they do now. */
async function openAll(origin: string): Promise<{ machines: number; post(): Promise<void> }> {
  const { data } = await call<{ data: { token: string } }>(`${origin}/v1/login`, {
    email: "admin@acme.example",
    password: "Helios-Demo-2026",
  });
  const answer = await fetch(`${origin}/v1/devices`, {
    headers: { authorization: `Bearer ${data.token}` },
  });
  const devices = ((await answer.json()) as { data: { id: number }[] }).data;
  const keys: string[] = [];
  for (const { id } of devices) {
    const sampler = { device_id: id, name: "Wall bench", spec: "http", only_mapped_tags: false };
    keys.push(
      (await call<{ data: { key: string } }>(`${origin}/v1/samplers`, sampler, data.token)).data
        .key,
    );
  }
  let count = 0;
  const post = async () => {
    const tags = {
      machine_state: ["running_and_feeding"],
      machine_speed: [150 + (count++ % 50)],
      sheet_count: [count],
    };
    const body = (id: number) => ({
      batch_id: `wall-${id}-${count}`,
      frames: [{ times: [Date.now()], tags }],
      buffered: 0,
      dropped: 0,
    });
    // A post that is refused or late costs one value on the wall.
    await Promise.allSettled(
      keys.map((key, id) => call(`${origin}/ingest/v1/batches`, body(id), key)),
    );
  };
  return { machines: keys.length, post };
}
