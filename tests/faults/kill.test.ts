/** Samplers post while the server is killed, again and again: what was answered 2xx is there, once, and batches are whole. */
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  createSampler,
  listDevices,
  postBatch,
  readSeries,
  sendBatch,
  signIn,
  type Frame,
} from "#tests/api.ts";
import { startHelios, demoDataDir } from "#tests/helios.ts";

/** Each kill is at another moment; `HELIOS_KILL_ROUNDS=100` before a release, or after the recorder's log was changed. */
const ROUNDS = Number(process.env.HELIOS_KILL_ROUNDS ?? 8);
/** When it is given up: a start takes minutes on a very busy machine. */
const TIMEOUT_MS = 600_000 + ROUNDS * 120_000;
const WAIT = { timeout: 300_000, interval: 20 };
const MACHINES = 3;
const SAMPLES_PER_BATCH = 10;
/** Times of one machine's samples lie this far apart, in the hour before now. */
const STEP_MS = 20;
const MAX_SAMPLES_PER_MACHINE = 60_000;
const POINTS_PER_READ = 4_000;
const METRICS = ["machine_speed", "sheet_count"] as const;

type Batch = { id: string; frame: Frame; acknowledged: boolean };
type Machine = { id: number; key: string; batches: Batch[] };
const acknowledgedOf = ({ batches }: Machine): number =>
  batches.filter((batch) => batch.acknowledged).length;

const speedAt = (timeMs: number) => (timeMs % 2000) / 10;
const countAt = (timeMs: number) => Math.floor(timeMs / STEP_MS) % 1_000_000;

function nextBatch(machine: Machine, startMs: number): Batch {
  const from = machine.batches.length * SAMPLES_PER_BATCH;
  if (from >= MAX_SAMPLES_PER_MACHINE) throw new Error("the load outran its span of time");
  const times = Array.from(
    { length: SAMPLES_PER_BATCH },
    (_, index) => startMs + (from + index) * STEP_MS,
  );
  const frame = {
    times,
    tags: { machine_speed: times.map(speedAt), sheet_count: times.map(countAt) },
  };
  const batch = { id: `m${machine.id}-${machine.batches.length}`, frame, acknowledged: false };
  machine.batches.push(batch);
  return batch;
}

/** Posts until told to stop or until the server is gone. */
async function postUntilGone(
  origin: string,
  machine: Machine,
  startMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const batch = nextBatch(machine, startMs);
    try {
      const answer = await sendBatch(origin, machine.key, [batch.frame], batch.id);
      // An answer counts once all of it arrived.
      await answer.text();
      if (answer.status === 200) batch.acknowledged = true;
    } catch {
      return;
    }
  }
}

async function readAll(
  origin: string,
  token: string,
  machine: Machine,
  metric: string,
  startMs: number,
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  const endMs = startMs + machine.batches.length * SAMPLES_PER_BATCH * STEP_MS;
  for (let from = startMs; from < endMs; from += POINTS_PER_READ * STEP_MS) {
    const to = Math.min(endMs, from + POINTS_PER_READ * STEP_MS);
    for (const point of await readSeries(
      origin,
      token,
      machine.id,
      metric,
      from,
      to,
      POINTS_PER_READ + 1,
    )) {
      const timeMs = Date.parse(point.time);
      expect(point.count, `samples of ${metric} at ${point.time}`).toBe(1);
      expect(found.has(timeMs), `${metric} at ${point.time} came twice`).toBe(false);
      found.set(timeMs, point.value as number);
    }
  }
  return found;
}

async function expectWhole(
  origin: string,
  token: string,
  machine: Machine,
  startMs: number,
): Promise<void> {
  for (const metric of METRICS) {
    const found = await readAll(origin, token, machine, metric, startMs);
    const valueAt = metric === "machine_speed" ? speedAt : countAt;
    for (const batch of machine.batches) {
      const there = batch.frame.times.filter((timeMs) => found.has(timeMs)).length;
      if (batch.acknowledged)
        expect(there, `samples of ${metric} in the acknowledged batch ${batch.id}`).toBe(
          SAMPLES_PER_BATCH,
        );
      else
        expect(
          [0, SAMPLES_PER_BATCH],
          `samples of ${metric} in the unanswered batch ${batch.id}`,
        ).toContain(there);
    }
    const wrong = [...found].filter(([timeMs, value]) => value !== valueAt(timeMs));
    expect(wrong).toEqual([]);
  }
}

test(
  "no acknowledged sample is lost or doubled by kill -9 under load",
  async () => {
    const dataDir = demoDataDir();
    let helios = await startHelios({ dataDir });
    try {
      const { origin, port } = helios;
      const token = await signIn(origin, "superuser@helios.example");
      const machines: Machine[] = [];
      for (const device of (await listDevices(origin, token)).slice(0, MACHINES)) {
        machines.push({
          id: device.id,
          key: (await createSampler(origin, token, device.id)).key,
          batches: [],
        });
      }
      expect(machines).toHaveLength(MACHINES);
      const startMs = Math.floor((Date.now() - 40 * 60_000) / STEP_MS) * STEP_MS;

      for (let round = 0; round < ROUNDS; round++) {
        const stop = new AbortController();
        const posting = machines.map((machine) =>
          postUntilGone(origin, machine, startMs, stop.signal),
        );
        // Every other kill falls when each has been answered, the rest whenever they fall: on a busy machine before any answer.
        const before = machines.map(acknowledgedOf);
        if (round % 2 === 0)
          await expect
            .poll(() => machines.every((each, at) => acknowledgedOf(each) > before[at]!), WAIT)
            .toBe(true);
        const untilKillMs = 100 + Math.floor(Math.random() * 700);
        await sleep(untilKillMs);
        await helios.kill9();
        stop.abort();
        await Promise.all(posting);
        helios = await startHelios({ dataDir, port });
      }
      const acknowledged = machines.map(acknowledgedOf);
      console.log(`batches acknowledged over ${ROUNDS} kills: ${acknowledged.join(", ")}`);
      expect(Math.min(...acknowledged)).toBeGreaterThanOrEqual(ROUNDS / 2);
      for (const machine of machines) await expectWhole(origin, token, machine, startMs);

      // A sampler repeats what it has no answer for; in doubt, everything.
      for (const machine of machines) {
        for (const batch of machine.batches.slice(-50)) {
          const result = await postBatch(origin, machine.key, [batch.frame], batch.id);
          expect(result.accepted + result.duplicate).toBe(SAMPLES_PER_BATCH * METRICS.length);
          if (batch.acknowledged) expect(result.accepted).toBe(0);
          batch.acknowledged = true;
        }
        await expectWhole(origin, token, machine, startMs);
      }
    } finally {
      await helios.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  TIMEOUT_MS,
);
