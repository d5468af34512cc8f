/**
 * How long a value takes from a sampler's POST to the browsers: groups of 1, 10, 100, 1,000 and 5,000 sockets,
 * each listening to a metric of its own, all open at once. In every round each group gets one POST
 * through Helios and one through a plain `ws` server that broadcasts the same frame (the floor), in
 * turns, so that a slow moment of the machine meets both.
 *
 * Clients and servers share the machine. The sampler posts from a thread of its own.
 */
import { fork } from "node:child_process";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { openPlant, startHelios } from "./_helios.ts";
import type { FloodKind, FloodOrder, FloodResult } from "./_flood.ts";
import {
  cpuMsOf,
  memoryKbOf,
  openAll,
  openLiveSockets,
  openSocket,
  quantile,
  socketUrl,
  topicOf,
  type Door,
  type Faults,
} from "./_live-sockets.ts";

export const about = "POST sent to frame received, 1 to 5,000 sockets, beside a plain ws broadcast";

const ROUND_MS = 30_000;
const WARM_UP_ROUNDS = 3;
/** What is asked for, milliseconds p50 / p99 of POST to frame (docs/performance.md). */
const TARGETS: Record<number, string> = {
  10: "4 / 10",
  100: "9 / 25",
  1000: "35 / 80",
  5000: "140 / 240",
};

type Order = { url: string; headers: Record<string, string>; body: string };
type Posted = { sentAt: number; answeredAt: number; problem: string | null };
type Group = {
  name: string;
  size: number;
  /** Calls back for each frame that comes to a socket of the group. */
  listen(onFrame: () => void): void;
  order(): Order;
  /** Milliseconds from the POST to each frame, and to its answer. */
  frames: number[];
  answers: number[];
};

const nowMs = () => performance.timeOrigin + performance.now();

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: "string", default: "40" },
      sizes: { type: "string", default: "1,10,100,1000,5000" },
      /** Only this: what others feel while a user joins invented metrics, or sends heartbeats without end. */
      flood: { type: "boolean", default: false },
    },
  });
  const rounds = Number(values.rounds);
  const sizes = values.sizes.split(",").map(Number);
  if (!(rounds >= 1 && rounds <= 10_000) || sizes.some((size) => !(size >= 1 && size <= 20_000))) {
    throw new Error("--rounds takes 1 to 10000, --sizes a list of 1 to 20000");
  }
  const helios = await startHelios();
  const poster = new Worker(join(import.meta.dirname, "_poster.ts"));
  const floor = fork(join(import.meta.dirname, "_ws-floor.ts"));
  try {
    const floorPort = await new Promise<number>((resolve) =>
      floor.once("message", (port) => resolve(port as number)),
    );
    const pairs: Pair[] = [];
    const faults: Faults = { lost: 0, repeated: 0 };
    const plant = await openPlant(helios.origin);
    if (values.flood) return await playFloods(helios, plant, poster, rounds, floorPort);
    for (const size of sizes) {
      const [started, cpu, memory] = [
        performance.now(),
        cpuMsOf(helios.workerdPid),
        memoryKbOf(helios.workerdPid),
      ];
      const live = await openLiveGroup(helios, plant, size, faults);
      const joined = {
        ms: performance.now() - started,
        cpuMs: (cpuMsOf(helios.workerdPid) - cpu) / size,
        kb: (memoryKbOf(helios.workerdPid) - memory) / size,
      };
      pairs.push({ size, joined, live, floor: await openFloorGroup(floorPort, size) });
    }
    for (let round = 0; round < WARM_UP_ROUNDS; round++) {
      for (const { live, floor } of pairs)
        for (const group of [live, floor]) await play(group, poster, true);
    }
    let frames = 0;
    let cpuMs = 0;
    for (let round = 0; round < rounds; round++) {
      for (const { size, live, floor } of pairs) {
        const before = cpuMsOf(helios.workerdPid);
        await play(live, poster, false);
        cpuMs += cpuMsOf(helios.workerdPid) - before;
        frames += size;
        await play(floor, poster, false);
      }
    }
    print(pairs, { rounds, cpuUsPerFrame: (cpuMs / frames) * 1_000, faults });
  } finally {
    floor.disconnect();
    await poster.terminate();
    await helios.stop();
  }
}

const FLOOD_SOCKETS = 20;

/**
 * Rounds of 20 sockets alone, while another user of the same customer floods Helios, and while the same thread floods the
 * floor instead: what that one costs the others is the machine's, on which the flooder runs too.
 */
async function playFloods(
  door: Door,
  plant: Awaited<ReturnType<typeof openPlant>>,
  poster: Worker,
  rounds: number,
  floorPort: number,
): Promise<void> {
  const faults: Faults = { lost: 0, repeated: 0 };
  const group = await openLiveGroup(door, plant, FLOOD_SOCKETS, faults);
  const told = async (name: string, flood?: { url: string; kind: FloodKind }): Promise<void> => {
    const end = flood && startFlood({ ...flood, deviceId: plant.deviceId });
    for (let round = 0; round < WARM_UP_ROUNDS; round++) await play(group, poster, true);
    for (let round = 0; round < rounds; round++) await play(group, poster, false);
    const frames = group.frames.splice(0);
    const shares = [0.5, 0.95, 0.99].map((share) => quantile(frames, share).toFixed(1));
    console.log(`${name.padEnd(34)}${shares.join(" / ")}`);
    if (!end) return;
    const { sockets, refused, answers } = await end();
    console.log(`  ${sockets} sockets, ${refused} refused; answers ${JSON.stringify(answers)}`);
  };
  console.log(`\n${rounds} rounds, POST → frame of ${FLOOD_SOCKETS} sockets, p50 / p95 / p99 ms`);
  const floorUrl = `ws://127.0.0.1:${floorPort}/flood`;
  await told("alone");
  for (const kind of ["joins", "heartbeats"] as const) {
    await told(`${kind} flood another server`, { url: floorUrl, kind });
    await told(`${kind} flood Helios`, { url: socketUrl(door.origin, plant.token), kind });
  }
  await told("alone again");
  console.log("asked for: p99 under twice that alone");
  console.log(`frames lost ${faults.lost}, repeated or out of order ${faults.repeated}`);
}

/** Answers how to end it. */
function startFlood(workerData: FloodOrder): () => Promise<FloodResult> {
  const flooder = new Worker(join(import.meta.dirname, "_flood.ts"), { workerData });
  return () =>
    new Promise((resolve, reject) => {
      flooder.once("message", resolve);
      flooder.once("error", reject);
      flooder.postMessage("stop");
    });
}

/** One POST; resolves when every socket of the group has its frame. */
async function play(group: Group, poster: Worker, isWarmUp: boolean): Promise<void> {
  const received: number[] = [];
  const all = new Promise<void>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`${group.name}: ${received.length} of ${group.size} frames came`)),
      ROUND_MS,
    );
    group.listen(() => {
      if (received.push(nowMs()) < group.size) return;
      clearTimeout(late);
      resolve();
    });
  });
  const posted = new Promise<Posted>((resolve) => poster.once("message", resolve));
  poster.postMessage(group.order());
  const [{ sentAt, answeredAt, problem }] = await Promise.all([posted, all]);
  if (problem !== null) throw new Error(`${group.name}: the POST was answered ${problem}`);
  if (isWarmUp) return;
  group.answers.push(answeredAt - sentAt);
  for (const at of received) group.frames.push(at - sentAt);
}

async function openLiveGroup(
  door: Door,
  { deviceId, key }: Awaited<ReturnType<typeof openPlant>>,
  size: number,
  faults: Faults,
): Promise<Group> {
  const metric = `bench_${size}`;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const order = () => {
    const frames = [{ times: [Date.now()], tags: { [metric]: [Math.random()] } }];
    return {
      url: `${door.origin}/ingest/v1/batches`,
      headers,
      body: JSON.stringify({ batch_id: crypto.randomUUID(), frames, buffered: 0, dropped: 0 }),
    };
  };
  // A metric is there to be joined once it was sent.
  const first = await fetch(order().url, { method: "POST", ...order() });
  if (!first.ok) throw new Error(`the POST was answered ${first.status}`);
  const sockets = await openLiveSockets(door, size, [topicOf(deviceId, metric)], faults);
  const listen = (onFrame: () => void) => sockets.forEach((live) => (live.onFrame = onFrame));
  return { name: `live ${size}`, size, listen, order, frames: [], answers: [] };
}

async function openFloorGroup(port: number, size: number): Promise<Group> {
  const sockets = await openAll(size, () => openSocket(`ws://127.0.0.1:${port}/${size}`));
  const frame = JSON.stringify([
    null,
    null,
    `machine_telemetry:single:1:bench_${size}`,
    "telemetry",
    { data: { time: new Date().toISOString(), value: Math.random(), ad_flag: null }, seq: 1_000 },
  ]);
  const order = () => ({ url: `http://127.0.0.1:${port}/${size}`, headers: {}, body: frame });
  const listen = (onFrame: () => void) =>
    sockets.forEach((socket) => socket.removeAllListeners("message").on("message", onFrame));
  return { name: `ws ${size}`, size, listen, order, frames: [], answers: [] };
}

type Pair = {
  size: number;
  joined: { ms: number; cpuMs: number; kb: number };
  live: Group;
  floor: Group;
};

type Outcome = { rounds: number; cpuUsPerFrame: number; faults: Faults };

function print(pairs: Pair[], { rounds, cpuUsPerFrame, faults }: Outcome): void {
  const both = (values: number[]) =>
    `${quantile(values, 0.5).toFixed(1)} / ${quantile(values, 0.99).toFixed(1)}`;
  console.log(
    `\n${rounds} rounds, ${availableParallelism()} × ${cpus()[0]?.model ?? "unknown processor"}; milliseconds, p50 / p99 over all frames\n`,
  );
  console.log(
    "sockets   asked for     POST → frame      POST → answer     ws: POST → frame  ws: POST → answer",
  );
  for (const { size, live, floor } of pairs) {
    const columns = [live.frames, live.answers, floor.frames, floor.answers].map((values) =>
      both(values).padEnd(18),
    );
    console.log(`${String(size).padEnd(10)}${(TARGETS[size] ?? "").padEnd(14)}${columns.join("")}`);
  }
  console.log(
    `\nworkerd's processor time for all of it: ${cpuUsPerFrame.toFixed(0)} µs a frame (asked for: 60)`,
  );
  console.log(`frames lost ${faults.lost}, repeated or out of order ${faults.repeated}\n`);
  for (const { size, joined } of pairs) {
    console.log(
      `${size} sockets connected and joined in ${(joined.ms / 1_000).toFixed(1)} s, ` +
        `${joined.cpuMs.toFixed(2)} ms of workerd's processor time and ${joined.kb.toFixed(0)} kB of its memory each`,
    );
  }
}
