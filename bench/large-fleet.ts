/**
 * The dashboard of a superuser with a generated fleet beside the demo's, in Chromium: when it is painted, when a card and the
 * whole fleet's figures are seen, what it transfers, what it joins of the live layer, and the processor time that Helios takes.
 * Every machine posts a reading right before, so that its recorder is awake and its values are of now. `--served` instead
 * asks for pages by HTTP, of machines with a past of a sample each `--step` seconds: what they take of the server alone.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { addMachines, AT_ONCE, launchBrowser, openDesk, signIn, type Plant } from "./_fleet.ts";
import { call, startHelios, type BenchHelios } from "./_helios.ts";
import { cpuMsOf, quantile } from "./_live-sockets.ts";
import { measureServed, postPast, untilSealed } from "./_served-pages.ts";

export const about = "the dashboard with 10, 100 and 1,000 machines: time, bytes, joins";

const CUSTOMERS = 5;
const FACILITIES_EACH = 4;
/** Of a hung page, not of a slow one. */
const GIVE_UP_MS = 120_000;
const PLACE = { city: "Toledo", state: "OH", country: "usa" };
const CONTACT = {
  ...{ contact_name: "Bench", contact_email: "bench@acme.example" },
  contact_phone: "+14195550100",
};
/** One machine of a hundred waits for somebody. */
const stateOf = (index: number) => (index % 100 === 7 ? "not_ready" : "running_and_feeding");

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: "string", default: "10,100,1000" },
      rounds: { type: "string", default: "5" },
      served: { type: "boolean", default: false },
      step: { type: "string", default: "10" },
    },
  });
  const sizes = values.sizes.split(",").map(Number);
  const rounds = Number(values.rounds);
  if (!sizes.every((size) => size >= 1 && size <= 5_000) || !(rounds >= 1 && rounds <= 100))
    throw new Error("--sizes takes numbers of machines up to 5000, --rounds 1 to 100");
  const stepMs = 1_000 * Number(values.step);
  if (!(stepMs >= 1_000 && stepMs <= 60_000)) throw new Error("--step takes 1 to 60 seconds");
  const bySize = sizes.sort((a, b) => a - b);
  const helios = await startHelios();
  try {
    if (values.served) await runServed(helios, bySize, { rounds, stepMs });
    else await runInBrowser(helios, bySize, rounds);
  } finally {
    await helios.stop();
  }
}

const SERVED = ["/dashboard", "/machines", "/dashboard/slideshow", "/reports/measures"];
/** What list, wall and dashboard ask for of a large fleet once they are alive, all recorders each. */
const ASKED_LATER = ["/machine_values", "/dashboard/whole?wall", "/dashboard/whole"];
/** A person may ask so 30 times a minute (WHOLE_FLEET_READS), and some of them are not counted. */
const MOST_ROUNDS_LATER = 5;

async function runServed(
  helios: BenchHelios,
  sizes: readonly number[],
  { rounds, stepMs }: { rounds: number; stepMs: number },
): Promise<void> {
  const plant = await signIn(helios.origin);
  const facilities = await addFacilities(plant);
  const keys: string[] = [];
  console.log("\nfleet | page | first byte ms, median / most | Helios' CPU ms, mean | kB unpacked");
  for (const size of sizes) {
    const { ids, keys: added } = await addMachinesWithKeys(plant, facilities, [keys.length, size]);
    await postPast(helios, added, stepMs);
    await untilSealed(helios);
    keys.push(...added);
    await postReadings(helios, keys);
    const pages = [...SERVED, `/machines/${ids[0]!}/overview`];
    await measureServed(helios, plant, { pages, rounds, machines: size });
    const later = { pages: ASKED_LATER, rounds: Math.min(rounds, MOST_ROUNDS_LATER) };
    await measureServed(helios, plant, { ...later, machines: size });
  }
}

async function runInBrowser(
  helios: BenchHelios,
  sizes: readonly number[],
  rounds: number,
): Promise<void> {
  const browser = await launchBrowser();
  try {
    const plant = await signIn(helios.origin);
    const facilities = await addFacilities(plant);
    const keys: string[] = [];
    const context = await openDesk(browser, plant, GIVE_UP_MS);
    console.log(
      "\nmedian / most | first byte | first paint | a card | whole fleet | kB | joins | Helios' CPU ms",
    );
    for (const size of sizes) {
      keys.push(...(await addMachinesWithKeys(plant, facilities, [keys.length, size])).keys);
      await measure(helios, context, { keys, rounds, size });
    }
  } finally {
    await browser.close();
  }
}

/** Ids of the new facilities. */
async function addFacilities({ origin, token }: Plant): Promise<number[]> {
  const facilities: number[] = [];
  for (let customer = 1; customer <= CUSTOMERS; customer++) {
    const { data } = await call<{ data: { id: number } }>(
      `${origin}/v1/customers`,
      { name: `Bench customer ${customer}`, ...PLACE, ...CONTACT },
      token,
    );
    for (let facility = 1; facility <= FACILITIES_EACH; facility++) {
      const made = await call<{ data: { id: number } }>(
        `${origin}/v1/customers/${data.id}/facilities`,
        {
          name: `Plant ${customer}-${facility}`,
          ...{ timezone: "America/New_York", ...PLACE, ...CONTACT },
        },
        token,
      );
      facilities.push(made.data.id);
    }
  }
  return facilities;
}

/** The new machines, and the keys of their samplers. */
async function addMachinesWithKeys(
  plant: Plant,
  facilities: readonly number[],
  [from, until]: readonly [number, number],
): Promise<{ ids: number[]; keys: string[] }> {
  const ids = await addMachines(plant, { from, until }, (index) => ({
    model: "Sun625",
    facility_id: facilities[index % facilities.length]!,
  }));
  const addSampler = async (deviceId: number): Promise<string> => {
    const { data } = await call<{ data: { key: string } }>(
      `${plant.origin}/v1/samplers`,
      { device_id: deviceId, name: "Bench", spec: "http", only_mapped_tags: false },
      plant.token,
    );
    return data.key;
  };
  const keys: string[] = [];
  for (let first = 0; first < ids.length; first += AT_ONCE)
    keys.push(...(await Promise.all(ids.slice(first, first + AT_ONCE).map(addSampler))));
  return { ids, keys };
}

async function postReadings({ origin }: BenchHelios, keys: readonly string[]): Promise<void> {
  for (let first = 0; first < keys.length; first += AT_ONCE) {
    const batch = keys.slice(first, first + AT_ONCE).map((key, n) => {
      const tags = {
        ...{ machine_state: [stateOf(first + n)], machine_speed: [160], msf_hr: [42.5] },
        ...{ sheets_per_hour: [5_000], uptime: [91], signal_4bar: [3] },
      };
      const body = {
        ...{ batch_id: crypto.randomUUID(), buffered: 0, dropped: 0 },
        frames: [{ times: [Date.now()], tags }],
      };
      return call(`${origin}/ingest/v1/batches`, body, key);
    });
    await Promise.all(batch);
  }
}

type Seen = { first: number; paint: number; card: number; whole: number; kb: number; cpu: number };
const COLUMNS = ["first", "paint", "card", "whole", "kb"] as const;

async function measure(
  helios: BenchHelios,
  context: BrowserContext,
  { keys, rounds, size }: { keys: readonly string[]; rounds: number; size: number },
): Promise<void> {
  const seen: (Seen & { joins: number })[] = [];
  for (let round = 0; round <= rounds; round++) {
    await postReadings(helios, keys);
    const page = await context.newPage();
    const each = await openOnce(helios, page);
    // The first round compiles scripts and fills caches: it is not counted.
    if (round > 0) seen.push(each);
    await page.close();
  }
  const both = (list: number[]) =>
    `${quantile(list, 0.5).toFixed(0)} / ${Math.max(...list).toFixed(0)}`;
  const cells = [...COLUMNS, "joins" as const, "cpu" as const].map((column) =>
    both(seen.map((each) => each[column])),
  );
  console.log(`${size} machines | ${cells.join(" | ")} | load ${loadavg()[0]!.toFixed(1)}`);
}

async function openOnce(helios: BenchHelios, page: Page): Promise<Seen & { joins: number }> {
  let bytes = 0;
  let joins = 0;
  let newestMs = Date.now();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  // As a reader who comes for the first time.
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
  cdp.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    newestMs = Date.now();
  });
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      newestMs = Date.now();
      // [join_ref, ref, topic, event, payload]
      if ((JSON.parse(String(payload)) as string[])[3] === "phx_join") joins++;
    }),
  );
  const cpuBefore = cpuMsOf(helios.workerdPid);
  await page.goto(`${helios.origin}/dashboard`, { waitUntil: "commit" });
  await page.locator("[data-machine]").first().waitFor();
  const at = await page.evaluate(() => ({
    card: performance.now(),
    first: performance.getEntriesByType("navigation").map((entry) => entry.toJSON().responseStart),
  }));
  // The figures of all machines, however they come.
  await page.locator("[data-whole-fleet='true']").first().waitFor();
  const whole = await page.evaluate(() => performance.now());
  const until = Date.now() + GIVE_UP_MS;
  while ((joins === 0 || Date.now() - newestMs < 1_500) && Date.now() < until) await sleep(100);
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
  );
  const cpu = cpuMsOf(helios.workerdPid) - cpuBefore;
  return {
    ...{ first: at.first[0] as number, paint, card: at.card, whole },
    kb: bytes / 1000,
    joins,
    cpu,
  };
}
