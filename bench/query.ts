/**
 * How long a question of one machine takes over HTTP, /v1/telemetry_timeseries: an hour of samples, a day at 300 points,
 * and longer where `--hours` has loaded it; 15 metrics over 30 days; 1 and 4 connections. No answer is asked for
 * twice: machine, metric and start differ from query to query.
 *
 * The history is loaded first, through the ingest, and sealed. Then Helios starts again with its clock two days on, so
 * that days are packed and what lies in closed months is rolled up, as it lies in a plant's store. Cases take turns within a round, in an
 * order that rotates; client and server share the machine.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get as httpGet } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { call, startHelios } from "./_helios.ts";
import { Machine, METRICS_PER_MACHINE, quantile, randomFrom, takeFrame } from "./_workload.ts";
import { HOUR_MS, DAY_MS } from "#app/domain/durations.ts";

export const about =
  "p50, p99 and queries per second: 1 h of samples, 24 h and more at 300 points, 15 metrics at once";
const SCANS_PER_POST = 600;
export const SEALED_MS = 900_000;
export const PACKED_MS = 900_000;
export const LATER_MS = 2 * 86_400_000 + HOUR_MS;
const CONNECTIONS = [1, 4] as const;

type Case = {
  name: string;
  spanMs: number;
  datapoints: number;
  metrics: number;
  target: string;
  perSecond?: string;
};
const CASES: readonly Case[] = [
  { name: "1 h, samples", spanMs: HOUR_MS, datapoints: 5000, metrics: 1, target: "7 / 18" },
  {
    name: "24 h at 300",
    spanMs: 24 * HOUR_MS,
    datapoints: 300,
    metrics: 1,
    target: "7 / 18",
    perSecond: "300",
  },
  { name: "30 d at 300", spanMs: 720 * HOUR_MS, datapoints: 300, metrics: 1, target: "8 / 20" },
  {
    name: "30 d at 300, 15 metrics",
    spanMs: 720 * HOUR_MS,
    datapoints: 300,
    metrics: 15,
    target: "– / 45",
  },
  { name: "1 y at 300", spanMs: 8760 * HOUR_MS, datapoints: 300, metrics: 1, target: "8 / 20" },
];

type Plant = { origin: string; token: string; deviceIds: number[]; keys: string[] };
type History = { startMs: number; endMs: number; stepMs: number; metrics: number };
type Turn = { each: Case; connections: number; ms: number[]; perSecond: number[]; bytes: number };

export async function run(args: string[]): Promise<void> {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const { values } = parseArgs({
    args,
    options: {
      machines: text("3"),
      hours: text("26"),
      step: text("1"),
      rounds: text("5"),
      seconds: text("3"),
      metrics: text(String(METRICS_PER_MACHINE)),
    },
  });
  const [machines, hours, step, rounds, seconds, metrics] = [values.machines, values.hours, values.step, values.rounds, values.seconds, values.metrics].map(Number) as [number, number, number, number, number, number]; // prettier-ignore
  const points = (machines * hours * 3600 * metrics) / step;
  if (!(metrics >= 15 && metrics <= METRICS_PER_MACHINE))
    throw new Error(`--metrics takes 15 to ${METRICS_PER_MACHINE}`);
  if (
    !(machines >= 1 && machines <= 12 && hours >= 2 && step >= 1 && points <= 60e6) ||
    !(rounds >= 1 && rounds * seconds <= 120)
  ) {
    throw new Error(
      "--machines takes 1 to 12, --hours 2 or more, --step seconds between scans; at most 60 million points, and 120 s of --rounds × --seconds",
    );
  }
  const endMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
  const history: History = {
    startMs: endMs - hours * HOUR_MS,
    endMs,
    stepMs: step * 1000,
    metrics,
  };
  const dataDir = mkdtempSync(join(tmpdir(), "helios-bench-"));
  let helios = await startHelios({ dataDir });
  try {
    const plant = await openPlant(helios.origin, machines);
    const loadedAt = Date.now();
    await Promise.all(
      plant.keys.map((key, index) => loadHistory(plant.origin, key, index + 1, history)),
    );
    process.stderr.write(
      `${points.toLocaleString("en-US")} points in ${Math.round((Date.now() - loadedAt) / 1000)} s, `,
    );
    const sealed = await until(
      plant,
      SEALED_MS,
      "sealed",
      ({ unsealed_samples }) => unsealed_samples === 0,
    );
    process.stderr.write(`sealed ${Math.round(sealed / 1000)} s later, `);
    await helios.stop();
    helios = await startHelios({ dataDir, clockOffsetMs: LATER_MS });
    const later = { ...plant, origin: helios.origin, token: await signIn(helios.origin) };
    const days = Math.floor(endMs / DAY_MS) - Math.floor(history.startMs / DAY_MS) + 1;
    const packed = await until(later, PACKED_MS, "packed", ({ segments }) => segments <= days);
    process.stderr.write(`packed after ${Math.round(packed / 1000)} s\n`);
    report(await measure(later, history, rounds, seconds), {
      machines,
      hours,
      step,
      rounds,
      seconds,
      metrics,
    });
  } finally {
    await helios.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export async function signIn(origin: string): Promise<string> {
  const body = { email: "superuser@helios.example", password: "Helios-Demo-2026" };
  return (await call<{ data: { token: string } }>(`${origin}/v1/login`, body)).data.token;
}

export async function openPlant(origin: string, machines: number): Promise<Plant> {
  const token = await signIn(origin);
  const devices = await getJson<{ data: { id: number }[] }>(`${origin}/v1/devices`, token);
  const deviceIds = devices.data.slice(0, machines).map(({ id }) => id);
  const keys: string[] = [];
  for (const device_id of deviceIds) {
    const sampler = { device_id, name: "Bench", spec: "HttpBatch", only_mapped_tags: false };
    keys.push(
      (await call<{ data: { key: string } }>(`${origin}/v1/samplers`, sampler, token)).data.key,
    );
  }
  return { origin, token, deviceIds, keys };
}

export async function loadHistory(
  origin: string,
  key: string,
  seed: number,
  { startMs, endMs, stepMs, metrics }: History,
): Promise<void> {
  const machine = new Machine(seed);
  const wanted = new Set(namesOf(metrics));
  for (let at = startMs; at < endMs; at += SCANS_PER_POST * stepMs) {
    const scans = Math.min(SCANS_PER_POST, Math.ceil((endMs - at) / stepMs));
    const { times, tags } = takeFrame(machine, at, scans, stepMs);
    const frames = [
      {
        times,
        tags: Object.fromEntries(Object.entries(tags).filter(([name]) => wanted.has(name))),
      },
    ];
    const body = JSON.stringify({ batch_id: `bench-${at}`, frames, buffered: 0, dropped: 0 });
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(`${origin}/ingest/v1/batches`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body,
      });
      const text = await answer.text();
      if (answer.status === 200) break;
      if (![429, 503].includes(answer.status) || attempt === 60)
        throw new Error(`a batch was answered ${answer.status}: ${text.slice(0, 300)}`);
      await sleep(1000);
    }
  }
}

/** Metrics of all kinds, however few; machine_state last, so that who reads others does not read it first. */
export function namesOf(count: number): string[] {
  const all = new Machine(1).metrics.map(({ name }) => name);
  const stride = all.length / count;
  return Array.from(
    { length: count },
    (_, index) => all[all.length - 1 - Math.floor(index * stride)]!,
  );
}

type IngestStatus = { unsealed_samples: number; segments: number };

export async function until(
  { origin, token, deviceIds }: Omit<Plant, "keys">,
  limitMs: number,
  what: string,
  done: (status: IngestStatus) => boolean,
): Promise<number> {
  const startedAt = Date.now();
  for (;;) {
    const statuses = await Promise.all(
      deviceIds.map((id) =>
        getJson<{ data: IngestStatus }>(`${origin}/v1/devices/${id}/ingest_status`, token),
      ),
    );
    if (statuses.every(({ data }) => done(data))) return Date.now() - startedAt;
    if (Date.now() - startedAt > limitMs)
      throw new Error(`not ${what} within ${limitMs / 1000} s: ${JSON.stringify(statuses)}`);
    await sleep(500);
  }
}

async function measure(
  plant: Plant,
  history: History,
  rounds: number,
  seconds: number,
): Promise<Turn[]> {
  const fits = CASES.filter(({ spanMs }) => spanMs <= history.endMs - history.startMs);
  const turns = fits.flatMap((each) =>
    CONNECTIONS.map((connections): Turn => ({
      each,
      connections,
      ms: [],
      perSecond: [],
      bytes: 0,
    })),
  );
  const nextPath = queriesOf(plant, history);
  for (let round = -1; round < rounds; round++) {
    for (let index = 0; index < turns.length; index++) {
      const turn = turns[(index + round + 1) % turns.length]!;
      // The first round only warms up.
      const { ms, perSecond, bytes } = await ask(
        plant,
        () => nextPath(turn.each),
        turn.each,
        turn.connections,
        round < 0 ? 1 : seconds,
      );
      if (round < 0) continue;
      turn.ms.push(...ms);
      turn.perSecond.push(perSecond);
      turn.bytes = bytes;
    }
    process.stderr.write(round < 0 ? "warm " : `${round + 1} `);
  }
  process.stderr.write("\n");
  return turns;
}

function queriesOf(
  { deviceIds }: Plant,
  { startMs, endMs, metrics: loaded }: History,
): (each: Case) => string {
  const random = randomFrom(99);
  const names = namesOf(loaded).filter((name) => name !== "machine_state");
  return ({ spanMs, datapoints, metrics }) => {
    const from = startMs + Math.floor(random() * (endMs - startMs - spanMs + 1));
    const device = deviceIds[Math.floor(random() * deviceIds.length)];
    const first = Math.floor(random() * names.length);
    const metric = Array.from(
      { length: metrics },
      (_, index) => names[(first + index) % names.length],
    ).join(",");
    return `/v1/telemetry_timeseries?device_id=${device}&metrics=${metric}&start_time=${from}&end_time=${from + spanMs}&datapoints=${datapoints}`;
  };
}

async function ask(
  { origin, token }: Plant,
  nextPath: () => string,
  each: Case,
  connections: number,
  seconds: number,
): Promise<{ ms: number[]; perSecond: number; bytes: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ms: number[] = [];
  let bytes = 0;
  const startedAt = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1000) {
      const path = nextPath();
      const sentAt = performance.now();
      const body = await fetchBody(origin + path, token, agent);
      ms.push(performance.now() - sentAt);
      bytes = body.length;
      const points =
        Object.values(
          (JSON.parse(body) as { data: Record<string, { count: number }[]> }).data,
        )[0] ?? [];
      if (
        points.length === 0 ||
        points.length > each.datapoints ||
        points.every(({ count }) => count === 0)
      )
        throw new Error(`${path} answered ${points.length} points`);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, client));
    return { ms, perSecond: (ms.length * 1000) / (performance.now() - startedAt), bytes };
  } finally {
    agent.destroy();
  }
}

function fetchBody(url: string, token: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = httpGet(
      url,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 300)}`));
        });
      },
    );
    request.on("error", reject);
  });
}

async function getJson<T>(url: string, token: string): Promise<T> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

function report(
  turns: readonly Turn[],
  {
    machines,
    hours,
    step,
    rounds,
    seconds,
    metrics,
  }: Record<"machines" | "hours" | "step" | "rounds" | "seconds" | "metrics", number>,
): void {
  console.log(`${machines} machines × ${hours} h × ${metrics} metrics every ${step} s, sealed and packed; ${rounds} rounds of ${seconds} s, on ${cpus().length} × ${cpus()[0]?.model ?? "unknown CPU"}, Node ${process.version}\n`); // prettier-ignore
  const rows = turns.map(({ each, connections, ms, perSecond, bytes }) => [
    each.name,
    String(connections),
    `${quantile(ms, 0.5).toFixed(1)} / ${quantile(ms, 0.99).toFixed(1)}`,
    connections === 1 ? each.target : "",
    quantile(perSecond, 0.5).toFixed(0),
    connections === 4 ? (each.perSecond ?? "") : "",
    String(ms.length),
    String(bytes),
  ]);
  const table = [
    ["case", "connections", "p50 / p99 ms", "target", "queries/s", "target", "queries", "bytes"],
    ...rows,
  ];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table) console.log(row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join("  ")); // prettier-ignore
}
