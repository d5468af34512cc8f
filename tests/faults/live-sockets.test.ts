/** A whole Helios, and sockets that say nothing for long or read nothing: what it costs, and what others feel. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { HEARTBEAT_ANSWER, HEARTBEAT_REQUEST } from "#app/domain/live/phoenix.ts";
import { telemetryTopic } from "#app/domain/live/ports.ts";
import { BEHIND_PROBED_MS, PROBED_WINDOW } from "#app/domain/live/reader-flow.ts";
import { createSampler, listDevices, postBatch, signIn } from "#tests/api.ts";
import { startHelios, type Helios } from "#tests/helios.ts";

/** workerd puts an object out of memory that was idle for ten seconds. */
const IDLE_MS = 10_000;
/** Longer than anything takes that works, on a machine that has much else to do. */
const SEEN_MS = 20_000;
/** The hub's look after somebody came. */
const SETTLE_MS = 4_000;

let helios: Helios;
let plant: { token: string; deviceId: number; key: string };

beforeAll(async () => {
  helios = await startHelios();
  const token = await signIn(helios.origin, "admin@acme.example");
  const [device] = await listDevices(helios.origin, token);
  const { key } = await createSampler(helios.origin, token, device!.id);
  plant = { token, deviceId: device!.id, key };
});

afterAll(async () => {
  await helios.stop();
});

type Heard = { event: string; seq: number; text: string };

/** A socket of our client's kind: answers probes while `reads` says so. */
async function open(metric: string, first: number | string) {
  // A metric is there to be joined once it was sent.
  await post(metric, [Date.now() - 700_000], [first]);
  const ws = new WebSocket(
    `${helios.origin.replace("http", "ws")}/socket/websocket?vsn=2.0.0&token=${plant.token}`,
  );
  const state = {
    ws,
    heard: [] as Heard[],
    answers: 0,
    probes: 0,
    bytes: 0,
    maxProbes: Infinity,
    closed: null as number | null,
  };
  ws.on("close", (code) => (state.closed = code));
  ws.on("message", (data) => {
    const text = String(data);
    state.bytes += text.length;
    if (text === HEARTBEAT_ANSWER) return void (state.answers += 1);
    const [, , topic, event, payload] = JSON.parse(text) as [
      unknown,
      unknown,
      string,
      string,
      { seq: number },
    ];
    if (event === "telemetry" || event === "phx_reply")
      state.heard.push({ event, seq: payload.seq, text });
    if (event !== "probe" || state.probes >= state.maxProbes) return;
    state.probes += 1;
    ws.send(JSON.stringify([null, null, topic, event, payload]));
  });
  await new Promise<void>((resolve, reject) => ws.once("open", resolve).once("error", reject));
  ws.send(JSON.stringify(["1", "1", telemetryTopic(plant.deviceId, metric), "phx_join", {}]));
  await vi.waitFor(() => expect(state.heard).toHaveLength(1), SEEN_MS);
  return state;
}

const events = (state: { heard: Heard[] }) =>
  state.heard.filter(({ event }) => event === "telemetry");
const post = (metric: string, times: number[], values: (number | string)[]) =>
  postBatch(helios.origin, plant.key, [{ times, tags: { [metric]: values } }]);
const log = () => readFileSync(join(helios.dataDir, "helios.log"), "utf8");
const wakings = () => log().split('"event":"hub_woke"').length - 1;

test("a hub with open sockets and no traffic leaves memory; our heartbeat does not wake it; the next value does, and arrives", async () => {
  const metric = "sleeper";
  const state = await open(metric, 0);
  await post(metric, [Date.now()], [1]);
  await vi.waitFor(() => expect(events(state)).toHaveLength(1), SEEN_MS);
  expect(wakings()).toBe(0);
  // Awake for the look at 4 s, then idle for ten: with beats all the while.
  let beats = 0;
  const beating = setInterval(() => {
    beats += 1;
    state.ws.send(HEARTBEAT_REQUEST);
  }, 500);
  const needed = Math.ceil((SETTLE_MS + IDLE_MS + 4_000) / 500);
  await vi.waitFor(() => expect(beats).toBeGreaterThanOrEqual(needed), 2 * SEEN_MS);
  clearInterval(beating);
  await vi.waitFor(() => expect(state.answers).toBe(beats), SEEN_MS);
  await post(metric, [Date.now()], [2]);
  await vi.waitFor(() => expect(events(state)).toHaveLength(2), SEEN_MS);
  // It had forgotten everything: it was out of memory, and took up its socket and its join again.
  await vi.waitFor(() => expect(wakings()).toBe(1), SEEN_MS);
  // So had the channel: it goes on above the numbers that it had reserved.
  expect(events(state)[1]!.seq).toBeGreaterThan(events(state)[0]!.seq + 1);
  state.ws.close();
});

test("a socket that stops reading is held at its window and closed; another loses nothing, and memory stays", async () => {
  const metric = "flood";
  const [slow, quick] = [await open(metric, "first"), await open(metric, "first")];
  const { workerdPid } = JSON.parse(readFileSync(join(helios.dataDir, "run.json"), "utf8")) as {
    workerdPid: number;
  };
  const rssMb = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${workerdPid}/status`, "utf8"))?.[1] ?? 0) /
    1024;
  let [timeMs, count] = [Date.now() - 600_000, 0];
  const flood = async () => {
    const times = Array.from({ length: 100 }, () => (timeMs += 1));
    await post(
      metric,
      times,
      times.map((at) => String(at).padEnd(250, "x")),
    );
    count += times.length;
    await vi.waitFor(() => expect(events(quick)).toHaveLength(count), SEEN_MS);
  };
  // The first probe is answered, so that the hub knows what kind of client it is; then nothing is read.
  while (slow.probes < 1) await flood();
  slow.ws.pause();
  const started = Date.now();
  const rssBefore = rssMb();
  // 8 MB, of which the one that does not read is sent 1 MiB.
  while (count < 20_000) await flood();
  const growthMb = rssMb() - rssBefore;
  console.log(
    `workerd's memory after 8 MB past a reader that stands still: ${growthMb.toFixed(0)} MB more`,
  );
  await vi.waitFor(
    () => expect(log()).toContain('"code":4409,"reason":"too slow"'),
    BEHIND_PROBED_MS + SEEN_MS,
  );
  console.log(`closed after ${Date.now() - started} ms`);
  slow.ws.resume();
  await vi.waitFor(() => expect(slow.closed).not.toBeNull(), SEEN_MS);
  expect(slow.bytes).toBeLessThan(2 * PROBED_WINDOW);
  const seqs = events(quick).map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, index) => seqs[0]! + index));
  expect(quick.closed).toBeNull();
  quick.ws.close();
});
