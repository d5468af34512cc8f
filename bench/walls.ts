/**
 * Wall displays: 300 sockets that each listen to the same 60 metrics of a machine, which all change once a
 * second. Milliseconds from the moment of the POST, which is the time of its samples, to each frame. `--plain`: as
 * phoenix.js, a message for each frame, instead of as our own client.
 */
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { openPlant, startHelios } from "./_helios.ts";
import {
  cpuMsOf,
  memoryKbOf,
  openLiveSockets,
  quantile,
  topicOf,
  type Faults,
} from "./_live-sockets.ts";

export const about =
  "300 wall displays × 60 metrics that change each second: POST sent to frame received";

const PERIOD_MS = 1_000;
const DRAIN_MS = 10_000;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      displays: { type: "string", default: "300" },
      metrics: { type: "string", default: "60" },
      seconds: { type: "string", default: "60" },
      plain: { type: "boolean", default: false },
    },
  });
  const [displays, metrics, seconds] = [
    Number(values.displays),
    Number(values.metrics),
    Number(values.seconds),
  ];
  if (!(displays >= 1 && displays <= 10_000 && metrics >= 1 && metrics <= 2_000 && seconds >= 1))
    throw new Error("--displays takes 1 to 10000, --metrics 1 to 2000, --seconds 1 or more");
  const helios = await startHelios();
  try {
    const { deviceId, key } = await openPlant(helios.origin);
    const names = Array.from({ length: metrics }, (_, index) => `wall_${index}`);
    const topics = names.map((name) => topicOf(deviceId, name));
    const faults: Faults = { lost: 0, repeated: 0 };
    // A metric is there to be joined once it was sent.
    await post(helios.origin, key, "wall-first", Date.now(), names, -1);
    const [started, memory] = [performance.now(), memoryKbOf(helios.workerdPid)];
    const sockets = await openLiveSockets(helios, displays, topics, faults, {
      packs: !values.plain,
    });
    const joinedMs = performance.now() - started;
    const delays: number[] = [];
    for (const live of sockets)
      live.onFrame = (sampleMs) => void delays.push(Date.now() - sampleMs);

    const cpu = cpuMsOf(helios.workerdPid);
    for (let second = 0; second < seconds; second++) {
      const timeMs = Date.now();
      await post(helios.origin, key, `wall-${second}`, timeMs, names, second);
      await sleep(Math.max(0, timeMs + PERIOD_MS - Date.now()));
    }
    const expected = displays * metrics * seconds;
    for (let waited = 0; delays.length < expected && waited < DRAIN_MS; waited += 100)
      await sleep(100);
    const frames = delays.length;
    console.log(
      `\n${displays} displays × ${metrics} metrics, ${seconds} s: ${frames} of ${expected} frames`,
    );
    console.log(
      `POST → frame: p50 ${quantile(delays, 0.5)} ms, p99 ${quantile(delays, 0.99)} ms (asked for: 250)`,
    );
    console.log(`frames lost ${faults.lost}, repeated or out of order ${faults.repeated}`);
    console.log(
      `workerd's processor time: ${(((cpuMsOf(helios.workerdPid) - cpu) / frames) * 1_000).toFixed(0)} µs a frame (asked for: 60)`,
    );
    console.log(`connected and joined in ${(joinedMs / 1_000).toFixed(1)} s`);
    console.log(
      `memory: ${((memoryKbOf(helios.workerdPid) - memory) / displays).toFixed(0)} kB a display`,
    );
  } finally {
    await helios.stop();
  }
}

async function post(
  origin: string,
  key: string,
  batchId: string,
  timeMs: number,
  names: string[],
  value: number,
): Promise<void> {
  const tags = Object.fromEntries(names.map((name, index) => [name, [value + index / 1_000]]));
  const answer = await fetch(`${origin}/ingest/v1/batches`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      batch_id: batchId,
      frames: [{ times: [timeMs], tags }],
      buffered: 0,
      dropped: 0,
    }),
  });
  if (!answer.ok) throw new Error(`the POST was answered ${answer.status}: ${await answer.text()}`);
}
