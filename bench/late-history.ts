/** One write with a sample in each of thousands of past hours, and what others wait while these hours are sealed. */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { openPlant, startHelios } from "./_helios.ts";
import { quantile } from "./_live-sockets.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

export const about = "a history of thousands of hours in one write: what others wait meanwhile";

const PAUSE_MS = 100;
/** Hours are sealed when nothing came for them so long. */
const QUIET_MS = 20_000;

type Probe = { name: string; ask: () => Promise<Response> };

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      hours: { type: "string", default: "17000" },
      seconds: { type: "string", default: "60" },
    },
  });
  const [hours, seconds] = [Number(values.hours), Number(values.seconds)];
  if (!(hours >= 1 && hours <= 17_000) || !(seconds >= 1 && seconds <= 3_600))
    throw new Error("--hours takes 1 to 17000, --seconds 1 to 3600");
  const helios = await startHelios();
  try {
    const { origin } = helios;
    const { token, deviceId, key } = await openPlant(origin);
    const send = (times: number[], metric: string): Promise<Response> =>
      fetch(`${origin}/ingest/v1/batches`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({
          ...{ batch_id: String(times[0]), buffered: 0, dropped: 0 },
          frames: [{ times, tags: { [metric]: times.map((_, at) => at) } }],
        }),
      });
    const probes: Probe[] = [
      { name: "/healthz", ask: () => fetch(`${origin}/healthz`) },
      { name: "a small batch", ask: () => send([Date.now()], "bench_now") },
      { name: "the last hour", ask: () => readLastHour(origin, deviceId, token) },
    ];
    await measure("before", probes, 10);
    const beganMs = performance.now();
    const first = Date.now() - (hours + 2) * HOUR_MS;
    const times = Array.from({ length: hours }, (_, at) => first + at * HOUR_MS);
    const answer = await send(times, "bench_history");
    const tookMs = Math.round(performance.now() - beganMs);
    console.log(`${hours} hours in one write: ${answer.status} after ${tookMs} ms`);
    await sleep(QUIET_MS);
    await measure("while hours are sealed", probes, seconds);
  } finally {
    await helios.stop();
  }
}

function readLastHour(origin: string, deviceId: number, token: string): Promise<Response> {
  const now = Date.now();
  const query = new URLSearchParams({
    device_id: String(deviceId),
    start_time: new Date(now - HOUR_MS).toISOString(),
    end_time: new Date(now).toISOString(),
    "metrics[]": "bench_now",
  });
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${origin}/v1/telemetry_timeseries?${query}`, { headers });
}

/** Asks each again and again, a little after it was answered. */
async function measure(label: string, probes: readonly Probe[], seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000;
  const waits = await Promise.all(
    probes.map(async ({ ask }) => {
      const waited: number[] = [];
      while (performance.now() < until) {
        const at = performance.now();
        const answer = await ask();
        await answer.arrayBuffer();
        if (answer.status >= 500) throw new Error(`answered ${answer.status}`);
        waited.push(performance.now() - at);
        await sleep(PAUSE_MS);
      }
      return waited;
    }),
  );
  console.log(`\n${label}, load ${(loadavg()[0] as number).toFixed(1)}: p50 / p95 / at most ms`);
  for (const [index, { name }] of probes.entries()) {
    const waited = waits[index] as number[];
    const [p50, p95, most] = [0.5, 0.95, 1].map((part) => Math.round(quantile(waited, part)));
    console.log(`${name.padEnd(14)} ${p50} / ${p95} / ${most} of ${waited.length}`);
  }
}
