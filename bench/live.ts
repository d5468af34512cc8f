/**
 * How long a value takes from a sampler's POST to the browsers: groups of 1, 10, 100 and 1,000 sockets,
 * each listening to a metric of its own, all open at once. In every round each group gets one POST
 * through Helios and one through a plain `ws` server that broadcasts the same frame (the floor), in
 * turns, so that a slow moment of the machine meets both.
 *
 * Clients and servers share the machine. The sampler posts from a thread of its own.
 */
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { WebSocket } from "ws";
import { openPlant, startHelios } from "./_helios.ts";

export const about = "POST sent to frame received, 1 to 1,000 sockets, beside a plain ws broadcast";

const ROUND_MS = 30_000;
const WARM_UP_ROUNDS = 3;
const CONNECT_AT_ONCE = 50;
/** USER_HZ: what /proc counts processor time in. */
const TICK_MS = 10;

type Order = { url: string; headers: Record<string, string>; body: string };
type Posted = { sentAt: number; answeredAt: number; problem: string | null };
type Group = {
  name: string;
  size: number;
  sockets: WebSocket[];
  order(): Order;
  /** Milliseconds from the POST to each frame, and to its answer. */
  frames: number[];
  answers: number[];
};

const nowMs = () => performance.timeOrigin + performance.now();

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: "string", default: "40" }, sizes: { type: "string", default: "1,10,100,1000" } },
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
    const floorPort = await new Promise<number>((resolve) => floor.once("message", (port) => resolve(port as number)));
    const pairs = [];
    const plant = await openPlant(helios.origin);
    for (const size of sizes) {
      const started = performance.now();
      const live = await openLiveGroup(helios.origin, plant, size);
      const joinedMs = performance.now() - started;
      pairs.push({ size, joinedMs, live, floor: await openFloorGroup(floorPort, size) });
    }
    for (let round = 0; round < WARM_UP_ROUNDS; round++) {
      for (const { live, floor } of pairs) for (const group of [live, floor]) await play(group, poster, true);
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
    print(pairs, { rounds, cpuUsPerFrame: (cpuMs / frames) * 1_000 });
  } finally {
    floor.disconnect();
    await poster.terminate();
    await helios.stop();
  }
}

/** One POST; resolves when every socket of the group has its frame. */
async function play(group: Group, poster: Worker, isWarmUp: boolean): Promise<void> {
  const received: number[] = [];
  const all = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${group.name}: ${received.length} of ${group.size} frames came`)), ROUND_MS);
    for (const socket of group.sockets) {
      socket.once("message", () => {
        if (received.push(nowMs()) < group.size) return;
        clearTimeout(late);
        resolve();
      });
    }
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
  origin: string,
  { token, deviceId, key }: Awaited<ReturnType<typeof openPlant>>,
  size: number,
): Promise<Group> {
  const metric = `bench_${size}`;
  const topic = `machine_telemetry:single:${deviceId}:${metric}`;
  const url = `${origin.replace("http", "ws")}/socket/websocket?vsn=2.0.0&token=${token}`;
  const sockets = await openSockets(url, size, async (socket) => {
    socket.send(JSON.stringify(["1", "1", topic, "phx_join", {}]));
    const reply = JSON.parse(await nextMessage(socket)) as [string, string, string, string, { status: string }];
    if (reply[4].status !== "ok") throw new Error(`the join was answered ${JSON.stringify(reply)}`);
  });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const order = () => {
    const frames = [{ times: [Date.now()], tags: { [metric]: [Math.random()] } }];
    return {
      url: `${origin}/ingest/v1/batches`,
      headers,
      body: JSON.stringify({ batch_id: crypto.randomUUID(), frames, buffered: 0, dropped: 0 }),
    };
  };
  return { name: `live ${size}`, size, sockets, order, frames: [], answers: [] };
}

async function openFloorGroup(port: number, size: number): Promise<Group> {
  const sockets = await openSockets(`ws://127.0.0.1:${port}/${size}`, size, async () => undefined);
  const frame = JSON.stringify([
    null,
    null,
    `machine_telemetry:single:1:bench_${size}`,
    "telemetry",
    { data: { time: new Date().toISOString(), value: Math.random(), ad_flag: null }, seq: 1_000 },
  ]);
  const order = () => ({ url: `http://127.0.0.1:${port}/${size}`, headers: {}, body: frame });
  return { name: `ws ${size}`, size, sockets, order, frames: [], answers: [] };
}

async function openSockets(url: string, size: number, begin: (socket: WebSocket) => Promise<void>): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < size) {
    const count = Math.min(CONNECT_AT_ONCE, size - sockets.length);
    const opened = await Promise.all(
      Array.from({ length: count }, async () => {
        const socket = new WebSocket(url, { perMessageDeflate: false });
        await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject));
        await begin(socket);
        return socket;
      }),
    );
    sockets.push(...opened);
  }
  return sockets;
}

const nextMessage = (socket: WebSocket) => new Promise<string>((resolve) => socket.once("message", (data) => resolve(String(data))));

/** Processor time of a process, user and system; 0 where /proc is not. */
function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

type Pair = { size: number; joinedMs: number; live: Group; floor: Group };

function print(pairs: Pair[], { rounds, cpuUsPerFrame }: { rounds: number; cpuUsPerFrame: number }): void {
  const both = (values: number[]) => `${quantile(values, 0.5).toFixed(1)} / ${quantile(values, 0.99).toFixed(1)}`;
  console.log(
    `\n${rounds} rounds, ${availableParallelism()} × ${cpus()[0]?.model ?? "unknown processor"}; milliseconds, p50 / p99 over all frames\n`,
  );
  console.log("sockets   POST → frame        POST → answer       ws: POST → frame    ws: POST → answer   connect + join");
  for (const { size, joinedMs, live, floor } of pairs) {
    const columns = [live.frames, live.answers, floor.frames, floor.answers].map((values) => both(values).padEnd(20));
    console.log(`${String(size).padEnd(10)}${columns.join("")}${Math.round(joinedMs)} ms`);
  }
  console.log(`\nworkerd's processor time for all of it: ${cpuUsPerFrame.toFixed(0)} µs a frame`);
}
