import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { backOffMs } from "./back-off.ts";
import { startStubIngest, until, type Behaviour, type StubIngest } from "./fixtures/stub-ingest.ts";
import { Outage } from "./outage.ts";
import { Outbox } from "./outbox.ts";
import { Sender } from "./sender.ts";

let dir: string;
let helios: StubIngest;
let outbox: Outbox;
let stop: AbortController;
let said: string[];
let sending: Promise<void>;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "helios-sender-"));
  helios = await startStubIngest();
  outbox = new Outbox(dir);
  stop = new AbortController();
  said = [];
});
afterEach(async () => {
  stop.abort();
  await sending;
  await helios.close();
  rmSync(dir, { recursive: true, force: true });
});

const start = (input: { timeoutMs?: number; unauthorizedMs?: number } = {}): Sender => {
  const sender = new Sender({
    outbox,
    origin: helios.origin,
    samplerKey: "hsk_test",
    name: "FFG 1",
    say: (line) => said.push(line),
    outage: new Outage(
      (line) => said.push(line),
      () => outbox.buffered,
    ),
    ...input,
  });
  sending = sender.run(stop.signal);
  return sender;
};
const append = (from: number, to: number) => {
  for (let at = from; at <= to; at++)
    outbox.append({
      id: `b-${at}`,
      samples: 2,
      untilMs: at,
      frames: `[{"times":[${at}],"tags":{"speed":[${at}],"state":["running"]}}]`,
    });
};
const storedTimes = () =>
  helios.stored.flatMap(({ frames }) => frames.flatMap(({ times }) => times));
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The nth request is met with the nth behaviour, later ones are stored. */
const script = (...behaviours: Behaviour[]) => {
  let index = 0;
  helios.behave = () => behaviours[index++] ?? 200;
};

test("sends what is appended, with its key and true counts", async () => {
  const sender = start();
  append(1, 1);
  sender.nudge();
  await until(() => outbox.isEmpty);
  expect(helios.stored).toMatchObject([
    { key: "hsk_test", batch_id: "b-1", buffered: 0, dropped: 0, gzip: false },
  ]);
  append(2, 2);
  sender.nudge();
  await until(() => helios.stored.length === 2);
});

test("sends a backlog oldest first in few large gzip POSTs and says what still waits", async () => {
  append(1, 300);
  start();
  await until(() => outbox.isEmpty);
  expect(storedTimes()).toEqual(range(1, 300));
  expect(helios.stored.map(({ buffered }) => buffered)).toEqual([472, 344, 216, 88, 0]);
  expect(helios.stored[0]).toMatchObject({ gzip: false, batch_id: "b-64" });
});

test("gzips a large batch", async () => {
  outbox.append({
    id: "large",
    samples: 3000,
    untilMs: 1,
    frames: JSON.stringify([{ times: range(1, 3000), tags: { speed: range(1, 3000) } }]),
  });
  start();
  await until(() => outbox.isEmpty);
  expect(helios.stored[0]!.gzip).toBe(true);
  expect(helios.stored[0]!.bytes).toBeLessThan(20_000);
});

describe("loses nothing, in order, when Helios", () => {
  test.each<[string, Behaviour[]]>([
    ["answers 503", [503, 500]],
    ["answers 429 with Retry-After", [{ status: 429, retryAfter: "0" }]],
    ["hangs up", ["hang_up"]],
    ["stores and hangs up before it answers", ["hang_up_after_storing"]],
    ["never answers", ["stall"]],
    [
      "sits behind a proxy that answers for it",
      [{ status: 200, text: "<html>sign in to the guest network</html>" }],
    ],
  ])("%s", async (_, behaviours) => {
    script(...behaviours);
    append(1, 5);
    start(behaviours.includes("stall") ? { timeoutMs: 1_000 } : {});
    await until(() => outbox.isEmpty);
    expect([...new Set(storedTimes())]).toEqual(range(1, 5));
    expect(outbox.dropped).toBe(0);
    expect(said.length).toBeGreaterThan(0);
    expect(said.at(-1)).toContain("Helios is back");
  });
});

test("waits as long as Retry-After asks", async () => {
  script({ status: 503, retryAfter: "1" });
  append(1, 1);
  start();
  await until(() => outbox.isEmpty);
  expect(helios.seen[1]!.atMs - helios.seen[0]!.atMs).toBeGreaterThanOrEqual(990);
});

test("survives a Helios that is down and comes back", async () => {
  const { port } = helios;
  await helios.close();
  append(1, 70);
  start();
  await until(() => said.some((line) => line.includes("ECONNREFUSED")));
  helios = await startStubIngest(port);
  await until(() => outbox.isEmpty);
  expect(storedTimes()).toEqual(range(1, 70));
});

test("a refused batch is dropped alone, with one line, and counted", async () => {
  helios.behave = ({ frames }) =>
    frames.some(({ times }) => times.includes(3))
      ? { status: 400, text: '{"error":"malformed"}' }
      : 200;
  append(1, 5);
  start();
  await until(() => outbox.isEmpty);
  expect(storedTimes()).toEqual([1, 2, 4, 5]);
  expect(outbox.dropped).toBe(2);
  expect(helios.stored.at(-1)!.dropped).toBe(2);
  expect(said.filter((line) => line.includes("dropped"))).toEqual([
    'FFG 1: batch b-3 dropped, HTTP 400: {"error":"malformed"}',
  ]);
});

test("a refused key pauses the machine and keeps its samples", async () => {
  script(401);
  append(1, 3);
  start({ unauthorizedMs: 2_000 });
  await until(() => helios.seen.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(helios.seen).toHaveLength(1);
  await until(() => outbox.isEmpty);
  expect(storedTimes()).toEqual([1, 2, 3]);
  expect(said.filter((line) => line.includes("401"))).toHaveLength(1);
});

test("ends at once while Helios stalls", async () => {
  script("stall");
  append(1, 1);
  // Nothing but the end can end the wait for an answer.
  start({ timeoutMs: 24 * 3_600_000 });
  await until(() => helios.seen.length === 1);
  stop.abort();
  await sending;
  expect(new Outbox(dir).buffered).toBe(2);
});

test("back-off grows to ten seconds, with jitter, and never undercuts Retry-After", () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((attempt) => backOffMs(attempt, null, 0.5))).toEqual([
    500, 1000, 2000, 4000, 7000, 10_000, 10_000,
  ]);
  expect(backOffMs(0, null, 0)).toBe(250);
  expect(backOffMs(5, 30_000, 0)).toBe(30_000);
});
