/**
 * What everybody else waits while one user asks twenty heavy questions at once, again and again: /healthz, a page, and a
 * value's way from a sampler's POST to a socket. Rounds alone and beside the questions take turns. Client and server share
 * the machine: a client of its own process asks the questions.
 */
import { fork } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import type { Asked, Questions } from "./_ask-heavily.ts";
import { openPlant as openBenchPlant, startHelios } from "./_helios.ts";
import { openSocket, quantile, socketUrl, topicOf } from "./_live-sockets.ts";
import { loadHistory, namesOf, openPlant, SEALED_MS, until } from "./query.ts";

export const about = "twenty heavy questions of one user at once: what everybody else waits";

const METRICS = 15;
/** As many as a question may ask for. */
const DATAPOINTS = 5_000;
const STEP_MS = 60_000;
const PAUSE_MS = 50;
const LIVE = "bench_now";

type Probe = {
  name: string;
  ask: () => Promise<void>;
  waited: { alone: number[]; beside: number[] };
};

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      days: { type: "string", default: "20" },
      questions: { type: "string", default: "20" },
      rounds: { type: "string", default: "3" },
      seconds: { type: "string", default: "10" },
      /** A Helios with the demo's people that runs already; with `--loaded` also its history is there. */
      origin: { type: "string" },
      loaded: { type: "boolean", default: false },
    },
  });
  const [days, questions, rounds, seconds] = [values.days, values.questions, values.rounds, values.seconds].map(Number) as [number, number, number, number]; // prettier-ignore
  if (!(days >= 1 && days <= 365) || !(questions >= 1 && questions <= 100))
    throw new Error("--days takes 1 to 365, --questions 1 to 100");
  if (!(rounds >= 1 && rounds <= 50) || !(seconds >= 1 && seconds <= 60))
    throw new Error("--rounds takes 1 to 50, --seconds 1 to 60");
  const helios = values.origin
    ? { origin: values.origin, stop: async () => undefined }
    : await startHelios();
  try {
    const { origin } = helios;
    const endMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
    const history = { startMs: endMs - days * DAY_MS, endMs, stepMs: STEP_MS, metrics: METRICS };
    const plant = await openPlant(origin, 1);
    if (!values.loaded) {
      await loadHistory(origin, plant.keys[0]!, 1, history);
      const isSealed = (status: { unsealed_samples: number }) => status.unsealed_samples === 0;
      await until(plant, SEALED_MS, "sealed", isSealed);
    }
    const asking: Questions = {
      url: `${origin}/v1/telemetry_timeseries?device_id=${plant.deviceIds[0]}&metrics=${namesOf(METRICS).join(",")}&start_time=${endMs - 365 * DAY_MS}&end_time=${endMs}&datapoints=${DATAPOINTS}`,
      token: plant.token,
      atOnce: questions,
    };
    const probes = await openProbes(origin);
    await listen(probes, "alone", 2);
    const asked: Asked = { answered: 0, refused: 0, failed: 0, ms: [] };
    for (let round = 0; round < rounds; round++) {
      await listen(probes, "alone", seconds);
      const end = askHeavily(asking);
      await sleep(500);
      await listen(probes, "beside", seconds);
      const { answered, refused, failed, ms } = await end();
      asked.answered += answered;
      asked.refused += refused;
      asked.failed += failed;
      asked.ms.push(...ms);
      process.stderr.write(`${round + 1} `);
    }
    const load = (loadavg()[0] as number).toFixed(1);
    console.log(
      `\n${questions} questions at once, ${METRICS} metrics of a year (${days} days stored), ${DATAPOINTS} points each; ${availableParallelism()} processors, load ${load}`,
    );
    console.log(
      `answered ${asked.answered}, refused ${asked.refused}, failed ${asked.failed}; p50 ${Math.round(quantile(asked.ms, 0.5))} ms`,
    );
    for (const { name, waited } of probes)
      console.log(`${name.padEnd(16)} alone ${told(waited.alone)}, beside ${told(waited.beside)}`);
  } finally {
    await helios.stop();
  }
}

const told = (waited: number[]): string =>
  `${[0.5, 0.95, 0.99].map((part) => Math.round(quantile(waited, part))).join(" / ")} of ${waited.length}`;

/** p50 / p95 / p99 in milliseconds: of another customer's people and sampler than who asks. */
async function openProbes(origin: string): Promise<Probe[]> {
  const { token, deviceId, key } = await openBenchPlant(origin);
  const socket = await openSocket(socketUrl(origin, token));
  let arrived: ((timeMs: number) => void) | undefined;
  const opened = new Promise<void>((resolve) =>
    socket.on("message", (data: Buffer) => {
      const [, , , event, payload] = JSON.parse(data.toString()) as [
        unknown,
        unknown,
        unknown,
        string,
        { data: { time: string } },
      ];
      if (event === "phx_reply") resolve();
      if (event === "telemetry") arrived?.(Date.parse(payload.data.time));
    }),
  );
  const send = async (timeMs: number): Promise<void> => {
    const answer = await fetch(`${origin}/ingest/v1/batches`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({
        ...{ batch_id: String(timeMs), buffered: 0, dropped: 0 },
        frames: [{ times: [timeMs], tags: { [LIVE]: [timeMs % 1_000] } }],
      }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a batch was answered ${answer.status}`);
  };
  await send(Date.now());
  socket.send(JSON.stringify(["1", "1", topicOf(deviceId, LIVE), "phx_join", {}]));
  await opened;
  const get = async (path: string): Promise<void> => {
    const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
  };
  const probe = (name: string, ask: () => Promise<void>): Probe => ({
    name,
    ask,
    waited: { alone: [], beside: [] },
  });
  return [
    probe("/healthz", () => get("/healthz")),
    probe("a page", () => get("/login")),
    probe("a machine's call", () => get(`/v1/devices/${deviceId}`)),
    probe("a live value", async () => {
      const timeMs = Date.now();
      const seen = new Promise<void>((resolve) => {
        arrived = (at) => {
          if (at >= timeMs) resolve();
        };
      });
      await send(timeMs);
      await seen;
    }),
  ];
}

/** Asks each again and again, a little after it was answered. */
async function listen(
  probes: readonly Probe[],
  when: keyof Probe["waited"],
  seconds: number,
): Promise<void> {
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    probes.map(async ({ ask, waited }) => {
      while (performance.now() < until) {
        const at = performance.now();
        await ask();
        waited[when].push(performance.now() - at);
        await sleep(PAUSE_MS);
      }
    }),
  );
}

/** Begins; answers what ends it. */
function askHeavily(questions: Questions): () => Promise<Asked> {
  const child = fork(join(import.meta.dirname, "_ask-heavily.ts"));
  child.send(questions);
  return async () => {
    const asked = new Promise<Asked>((resolve, reject) =>
      child.once("message", (told) => resolve(told as Asked)).once("error", reject),
    );
    child.send("end");
    const told = await asked;
    child.disconnect();
    return told;
  };
}
