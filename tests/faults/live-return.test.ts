/**
 * Pages with the real client of the browser (app/live) listen while their server is killed and comes
 * back. A sampler posts all the time, and repeats what it has no answer for. In the end every page has
 * every sample once, in order of time.
 */
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { ChannelClient } from "#app/live/channel-client.ts";
import { systemClock } from "#app/live/clock.ts";
import { LiveSeries } from "#app/live/live-series.ts";
import { createReadGap } from "#app/live/read-gap.ts";
import { connectTo } from "#app/live/transport.ts";
import { PACKS_QUERY } from "#app/domain/live/message-packs.ts";
import { telemetryTopic } from "#app/domain/live/ports.ts";
import { createSampler, listDevices, sendBatch, signIn } from "#tests/api.ts";
import { startHelios, demoDataDir } from "#tests/helios.ts";
import { addSessions } from "#bench/_many-sessions.ts";
import { MAX_SOCKETS_AN_OWNER } from "#app/domain/live/limits.ts";

/** So many that they would come all at once; HELIOS_PAGES=500 and more shows how long it takes. */
const PAGES = Number(process.env.HELIOS_PAGES ?? 200);
const METRICS = 5;
const EVERY_MS = 250;
/** When a wait is given up: nobody is timed. */
const GIVE_UP_MS = 240_000;

type Plant = { origin: string; token: string; deviceId: number; key: string };
type Page = {
  client: ChannelClient;
  series: LiveSeries;
  joins: number;
  events: number;
  repeated: number;
};

const metricOf = (index: number) => `return_${index % METRICS}`;

function openPage(
  { origin, token, deviceId }: Plant,
  index: number,
  startMs: number,
  warn: (text: string) => void,
): Page {
  const metric = metricOf(index);
  const deps = { clock: systemClock, random: Math.random, warn };
  const connect = connectTo(
    `${origin.replace("http", "ws")}/socket/websocket?vsn=2.0.0&${PACKS_QUERY}&token=${token}`,
  );
  const client = new ChannelClient({ ...deps, connect });
  const headers = { authorization: `Bearer ${token}` };
  const readGap = createReadGap({
    ...deps,
    fetch: (url) => fetch(`${origin}${String(url)}`, { headers }),
  });
  const series = new LiveSeries(
    { readGap, now: Date.now, schedule: (run) => run() },
    { deviceId, metric, initial: [{ timeMs: startMs, value: 0 }], windowMs: 3_600_000 },
  );
  const page: Page = { client, series, joins: 0, events: 0, repeated: 0 };
  const seen = new Set<number>();
  client.subscribe(telemetryTopic(deviceId, metric), (message) => {
    if (message.type === "joined") page.joins += 1;
    if (message.type === "event") {
      page.events += 1;
      if (seen.has(message.sample.timeMs)) page.repeated += 1;
      seen.add(message.sample.timeMs);
    }
    series.receive(message);
  });
  client.start();
  return page;
}

/** Posts a sample of each metric again and again; each batch until it is answered. */
function startSampler({ origin, key }: Plant, startMs: number) {
  const times = [startMs];
  let isOn = true;
  const running = (async () => {
    while (isOn) {
      const timeMs = Date.now();
      const tags = Object.fromEntries(
        Array.from({ length: METRICS }, (_, index) => [metricOf(index), [times.length]]),
      );
      const post = () =>
        sendBatch(origin, key, [{ times: [timeMs], tags }], `b-${timeMs}`).then(
          (answer) => answer.ok,
          () => false,
        );
      while (!(await post())) await sleep(200);
      times.push(timeMs);
      await sleep(EVERY_MS);
    }
  })();
  return {
    times,
    stop: async () => {
      isOn = false;
      await running;
    },
  };
}

test("pages are back after a kill -9 and a restart, and miss or double no point", async () => {
  const dataDir = demoDataDir();
  let helios = await startHelios({ dataDir });
  const pages: Page[] = [];
  const warnings: string[] = [];
  try {
    const { origin, port } = helios;
    const token = await signIn(origin, "admin@acme.example");
    const [device] = await listDevices(origin, token);
    const { key } = await createSampler(origin, token, device!.id);
    const plant = { origin, token, deviceId: device!.id, key };
    const readers = addSessions(dataDir, "admin@acme.example", PAGES / MAX_SOCKETS_AN_OWNER);
    const startMs = Date.now();
    const tags = Object.fromEntries(
      Array.from({ length: METRICS }, (_, index) => [metricOf(index), [0]]),
    );
    expect((await sendBatch(origin, key, [{ times: [startMs], tags }])).status).toBe(200);
    for (let index = 0; index < PAGES; index++)
      pages.push(
        openPage(
          { ...plant, token: readers[Math.floor(index / MAX_SOCKETS_AN_OWNER)]! },
          index,
          startMs,
          (text) => warnings.push(text),
        ),
      );
    const sampler = startSampler(plant, startMs);
    const everybody = (fits: (page: Page) => boolean) => pages.filter(fits).length;
    await vi.waitFor(() => expect(everybody((page) => page.events >= 3)).toBe(PAGES), {
      timeout: GIVE_UP_MS,
      interval: 100,
    });

    const joinsBefore = pages.map((page) => page.joins);
    await helios.kill9();
    helios = await startHelios({ dataDir, port });
    const away = () =>
      pages.flatMap(({ client, joins }, index) =>
        joins > joinsBefore[index]!
          ? []
          : [`page ${index} is ${client.connection()}; all: ${warnings.join(", ")}`],
      );
    await vi.waitFor(() => expect(away()).toEqual([]), { timeout: GIVE_UP_MS, interval: 50 });
    const atReturn = sampler.times.length;
    await vi.waitFor(() => expect(sampler.times.length).toBeGreaterThan(atReturn + 5), {
      timeout: GIVE_UP_MS,
      interval: 100,
    });
    await sampler.stop();
    const expected = sampler.times;
    const isWhole = ({ series }: Page) => series.points().length >= expected.length;
    await vi.waitFor(() => expect(everybody(isWhole)).toBe(PAGES), {
      timeout: GIVE_UP_MS,
      interval: 100,
    });
    for (const { series, repeated } of pages) {
      expect(series.points().map(({ timeMs, value }) => [timeMs, value])).toEqual(
        expected.map((timeMs, index) => [timeMs, index]),
      );
      expect(repeated).toBe(0);
    }
    expect(warnings).toEqual([]);
  } finally {
    for (const { client } of pages) client.stop();
    await helios.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
