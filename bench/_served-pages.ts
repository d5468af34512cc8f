/** What a page takes of the server: its first byte and workerd's processor time, asked for by HTTP as a browser asks first. */
import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_MS } from "#app/domain/durations.ts";
import { AT_ONCE, type Plant } from "./_fleet.ts";
import { call, type BenchHelios } from "./_helios.ts";
import { cpuMsOf, quantile } from "./_live-sockets.ts";

/** As long as the past that the pages show. */
const PAST_MS = 8 * HOUR_MS;
/** A past hour is sealed when nothing came for it this long (workers/ingest/recorder/limits.ts). */
const QUIET_MS = 20_000;
/** No hour was sealed for so long: none is left. */
const SETTLE_MS = 10_000;
const SEALED_MS = 15 * 60_000;
/** They compile what they run and fill caches. */
const UNCOUNTED = 3;

/** Eight hours up to now of each machine that these keys are of, a sample each `stepMs`: hours that are sealed, and one that is not. */
export async function postPast(
  { origin }: BenchHelios,
  keys: readonly string[],
  stepMs: number,
): Promise<void> {
  const endMs = Math.floor(Date.now() / stepMs) * stepMs;
  const times = Array.from({ length: PAST_MS / stepMs }, (_, n) => endMs - PAST_MS + n * stepMs);
  const wave = (least: number, most: number) =>
    times.map((_, n) => Math.round(least + ((most - least) * ((n * 7919) % 997)) / 997));
  const tags = {
    machine_state: times.map((_, n) => (n % 300 < 30 ? "not_ready" : "running_and_feeding")),
    ...{ machine_speed: wave(150, 190), sheets_per_hour: wave(4_000, 6_000), msf_hr: wave(30, 50) },
    ...{ uptime: wave(80, 95), signal_4bar: wave(3, 4) },
  };
  for (let first = 0; first < keys.length; first += AT_ONCE)
    await Promise.all(
      keys.slice(first, first + AT_ONCE).map((key) => {
        const batch = { batch_id: crypto.randomUUID(), buffered: 0, dropped: 0 };
        return call(`${origin}/ingest/v1/batches`, { ...batch, frames: [{ times, tags }] }, key);
      }),
    );
}

/**
 * Until hours that came with the past are sealed, which begins when nothing came for them for a while. By what the recorders
 * log: a thousand of them take a part of a processor also when there is nothing to seal.
 */
export async function untilSealed({ dataDir }: BenchHelios): Promise<void> {
  await sleep(QUIET_MS + SETTLE_MS);
  const countSealed = async () =>
    (await readFile(join(dataDir, "helios.log"), "utf8")).split('"recorder_sealed"').length;
  const until = Date.now() + SEALED_MS;
  for (let [before, now] = [-1, await countSealed()]; before !== now && Date.now() < until;) {
    await sleep(SETTLE_MS);
    [before, now] = [now, await countSealed()];
  }
}

/** A line for each page: medians, and the most of the first bytes. */
export async function measureServed(
  helios: BenchHelios,
  { token }: Plant,
  { pages, rounds, machines }: { pages: readonly string[]; rounds: number; machines: number },
): Promise<void> {
  const headers = {
    cookie: `sessionId=${token}; cookieConsent=agreed`,
    ...{ accept: "text/html", "accept-encoding": "gzip" },
  };
  for (const page of pages) {
    const [firsts, cpu, kb]: [number[], number[], number[]] = [[], [], []];
    for (let round = -UNCOUNTED; round < rounds; round++) {
      const before = cpuMsOf(helios.workerdPid);
      const from = performance.now();
      const answer = await fetch(helios.origin + page, { headers });
      const first = performance.now() - from;
      const text = await answer.text();
      if (!answer.ok || answer.redirected) throw new Error(`${page} answered ${answer.status}`);
      if (round < 0) continue;
      firsts.push(first);
      cpu.push(cpuMsOf(helios.workerdPid) - before);
      kb.push(text.length / 1_000);
    }
    const mean = cpu.reduce((sum, each) => sum + each, 0) / cpu.length;
    console.log(
      `${machines} machines | ${page} | ${quantile(firsts, 0.5).toFixed(0)} / ${Math.max(...firsts).toFixed(0)} | ${mean.toFixed(0)} | ${quantile(kb, 0.5).toFixed(0)} | load ${loadavg()[0]!.toFixed(1)}`,
    );
  }
}
