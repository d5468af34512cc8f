/**
 * What analytics asks for in figures: five minutes of samples of any day at the server, the jobs of 90 days in one read, a
 * year of 15 metrics at 1,000 points from the click to the drawn chart in headless Chromium, and the fits.
 *
 * Three histories are loaded through the ingest and sealed: days of a scan a second, 90 days of an order system's tags a
 * minute, a year of a scan every ten minutes. Then Helios starts again with its clock two days on, so that they lie packed
 * and rolled up as in a plant's store. No question is asked twice.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright-core";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { exponential } from "#app/domain/regressions/exponential.ts";
import { linear } from "#app/domain/regressions/linear.ts";
import { polynomial } from "#app/domain/regressions/polynomial.ts";
import { theilSen } from "#app/domain/regressions/theil-sen.ts";
import { requireChromium } from "#scripts/chromium.mjs";
import { startHelios } from "./_helios.ts";
import { quantile, randomFrom } from "./_workload.ts";
import {
  LATER_MS,
  loadHistory,
  namesOf,
  openPlant,
  PACKED_MS,
  SEALED_MS,
  signIn,
  until,
} from "./query.ts";

export const about =
  "a second's detail, jobs of 90 days, a year of 15 metrics from click to chart, fits of 1,000 points";

const JOB_DAYS = 90;
const METRICS = 15;
const PASSWORD = "Helios-Demo-2026";

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      days: { type: "string", default: "2" },
      rounds: { type: "string", default: "5" },
      only: { type: "string", default: "" },
    },
  });
  const [days, rounds] = [Number(values.days), Number(values.rounds)];
  if (!(days >= 1 && days <= 14 && rounds >= 3 && rounds <= 20))
    throw new Error("--days takes 1 to 14, --rounds 3 to 20");
  report("case", ["median ms", "most ms", "times", "asked for"]);
  measureFits(rounds);
  if (values.only !== "fits") await measureServer(days, rounds);
  console.log(
    `\nload ${loadavg()[0]!.toFixed(1)} on ${cpus().length} × ${cpus()[0]?.model ?? "unknown CPU"}, Node ${process.version}`,
  );
}

function report(name: string, cells: readonly string[]): void {
  console.log(name.padEnd(44) + cells.map((cell) => cell.padStart(12)).join(""));
}

const told = (name: string, ms: number[], asked: string) =>
  report(name, [
    quantile(ms, 0.5).toFixed(1),
    Math.max(...ms).toFixed(1),
    String(ms.length),
    asked,
  ]);

async function timed<T>(act: () => T | Promise<T>): Promise<[ms: number, answer: T]> {
  const from = performance.now();
  const answer = await act();
  return [performance.now() - from, answer];
}

function measureFits(rounds: number): void {
  const random = randomFrom(7);
  const points = (count: number) => {
    const x = Array.from({ length: count }, (_, index) => 100 + (index * 150) / count);
    return [x, x.map((each) => 60 * each + 500 * random() + 50)] as const;
  };
  const fits = { linear, exponential, polynomial, theilSen };
  for (const [name, fit] of Object.entries(fits)) {
    const ms: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const [x, y] = points(1_000);
      const from = performance.now();
      if (fit(x, y).parameters === null) throw new Error(`${name} found no line`);
      ms.push(performance.now() - from);
    }
    told(`${name}, 1,000 points`, ms, "200");
  }
  const [x, y] = points(100_000);
  const from = performance.now();
  const found = theilSen(x, y);
  if (found.parameters === null || found.method !== "sampled") throw new Error("not bounded");
  told("theilSen, 100,000 points, sampled", [performance.now() - from], "bounded");
}

async function measureServer(days: number, rounds: number): Promise<void> {
  const endMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
  const dataDir = mkdtempSync(join(tmpdir(), "helios-bench-"));
  let helios = await startHelios({ dataDir });
  try {
    const plant = await openPlant(helios.origin, 3);
    const [second = "", minute = "", year = ""] = plant.keys;
    const loaded = { endMs, metrics: 20 };
    await loadHistory(helios.origin, second, 1, {
      ...loaded,
      startMs: endMs - days * DAY_MS,
      stepMs: 1_000,
    });
    await loadOrders(helios.origin, minute, endMs);
    await loadHistory(helios.origin, year, 3, {
      ...loaded,
      startMs: endMs - 364 * DAY_MS,
      stepMs: 10 * MINUTE_MS,
    });
    const sealed = await until(plant, SEALED_MS, "sealed", (each) => each.unsealed_samples === 0);
    process.stderr.write(`sealed after ${Math.round(sealed / 1000)} s, `);
    await helios.stop();
    helios = await startHelios({ dataDir, clockOffsetMs: LATER_MS });
    const { origin } = helios;
    const later = { ...plant, origin, token: await signIn(origin) };
    const packed = await until(later, PACKED_MS, "packed", (each) => each.segments <= 366);
    process.stderr.write(`packed after ${Math.round(packed / 1000)} s\n`);
    const ask = askerOf(origin, later.token);
    const [first = 0, ordered = 0, long = 0] = plant.deviceIds;
    await measureZoom(ask, { device: first, startMs: endMs - days * DAY_MS, endMs }, rounds * 10);
    await measureJobs(ask, { device: ordered, endMs }, rounds);
    await measureYear(origin, long, rounds);
  } finally {
    await helios.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Ask = (path: string) => Promise<{ data: unknown }>;
const askerOf =
  (origin: string, token: string): Ask =>
  async (path) => {
    const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { data: unknown };
  };

/** Five minutes of five metrics at a point a second, somewhere in the days. */
async function measureZoom(
  ask: Ask,
  { device, startMs, endMs }: { device: number; startMs: number; endMs: number },
  times: number,
): Promise<void> {
  const random = randomFrom(11);
  const metrics = namesOf(20).slice(0, 5);
  const ms: number[] = [];
  for (let time = -3; time < times; time++) {
    const from = startMs + Math.floor(random() * (endMs - startMs - 300_000));
    const path = `/v1/telemetry_timeseries?device_id=${device}&metrics=${metrics.join(",")}&start_time=${from}&end_time=${from + 300_000}&datapoints=300`;
    const [took, { data }] = await timed(() => ask(path));
    const points = (data as Record<string, unknown[]>)[metrics[0]!] ?? [];
    if (points.length < 250) throw new Error(`${path} answered ${points.length} points`);
    if (time >= 0) ms.push(took);
  }
  told("zoom to 300 s at a point a second, 5 metrics", ms, "150");
}

const JOB_MINUTES = 95;
const SCANS = 2_000;

/** An order a good hour and a half, with its flute and sizes, told each minute. */
async function loadOrders(origin: string, key: string, endMs: number): Promise<void> {
  const startMs = endMs - JOB_DAYS * DAY_MS;
  for (let at = startMs; at < endMs; at += SCANS * MINUTE_MS) {
    const scans = Math.min(SCANS, Math.ceil((endMs - at) / MINUTE_MS));
    const times = Array.from({ length: scans }, (_, index) => at + index * MINUTE_MS);
    const job = (timeMs: number) => Math.floor((timeMs - startMs) / (JOB_MINUTES * MINUTE_MS));
    const column = (of: (index: number) => string | number) => times.map((time) => of(job(time)));
    const tags = {
      kiwiplan_order_number: column((index) => `40${10_000 + index}`),
      kiwiplan_flute_code: column((index) => ["B", "C", "BC"][index % 3]!),
      kiwiplan_lead_corrugator_cut_length: column((index) => 40 + (index % 30) / 2),
      kiwiplan_corrugator_slit_width: column((index) => 20 + (index % 50) / 4),
    };
    const body = { batch_id: `orders-${at}`, frames: [{ times, tags }], buffered: 0, dropped: 0 };
    const answer = await fetch(`${origin}/ingest/v1/batches`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok)
      throw new Error(`orders were answered ${answer.status}: ${await answer.text()}`);
  }
}

async function measureJobs(
  ask: Ask,
  { device, endMs }: { device: number; endMs: number },
  rounds: number,
): Promise<void> {
  const ms: number[] = [];
  const least = Math.floor(((JOB_DAYS - 1) * DAY_MS) / (JOB_MINUTES * MINUTE_MS));
  for (let round = -1; round < rounds; round++) {
    const [from, to] = [endMs - JOB_DAYS * DAY_MS + round * 1_000, endMs - round * 1_000];
    const path = `/v1/jobs?device_id=${device}&start_time=${from}&end_time=${to}`;
    const [took, { data }] = await timed(() => ask(path));
    if ((data as unknown[]).length < least) throw new Error(`${(data as unknown[]).length} jobs`);
    if (round >= 0) ms.push(took);
  }
  told(`jobs of ${JOB_DAYS} days, one read`, ms, "–");
}

/** From the click on Generate to the painted chart; each round begins without a chart. */
async function measureYear(origin: string, device: number, rounds: number): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await requireChromium(),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    const context = await browser.newContext({ locale: "en-US", viewport: { width: 1440, height: 900 } }); // prettier-ignore
    await context.addCookies([{ name: "cookieConsent", value: "agreed", url: origin }]);
    const page = await context.newPage();
    await page.goto(`${origin}/login`);
    await page.fill("input[name=email]", "superuser@helios.example");
    await page.fill("input[name=password]", PASSWORD);
    await page.press("input[name=password]", "Enter");
    await page.waitForURL(/dashboard/, { waitUntil: "commit" });
    const metrics = namesOf(20).slice(0, METRICS).join(",");
    const ms: number[] = [];
    for (let round = -1; round < rounds; round++) {
      // An hour in 1971: nothing is drawn before the click.
      const empty = "1971-01-01T00:00:00Z..1971-01-01T01:00:00Z";
      await page.goto(
        `${origin}/machines/${device}/analytics?datapoints=1000&date_range=${empty}&metrics=${metrics}`,
      );
      await page.getByText("No data found").first().waitFor();
      await page.getByRole("button", { name: /^Time range/ }).click();
      await page.getByRole("button", { name: "Last year" }).click();
      const took = await clickToChart(page);
      if (round >= 0) ms.push(took);
    }
    told(`a year of ${METRICS} metrics at 1,000, click to chart`, ms, "1,500");
  } finally {
    await browser.close();
  }
}

const clickToChart = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const buttons = [...document.querySelectorAll<HTMLButtonElement>("button[type=submit]")];
        const generate = buttons.find(({ textContent }) => textContent === "Generate");
        const from = performance.now();
        const look = () => {
          const isDrawn = document.querySelector("section[aria-busy=false] [role=slider] canvas");
          if (isDrawn === null) return requestAnimationFrame(look);
          // What is painted now is seen in the next frame.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - from))); // prettier-ignore
        };
        generate?.click();
        requestAnimationFrame(look);
      }),
  );
