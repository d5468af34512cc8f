/** A machine takes another one's place while both send samples and the server is killed: each acknowledged sample is on the one machine. */
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { call, createSampler, listDevices, readSeries, sendBatch, signIn } from "#tests/api.ts";
import { startHelios, demoDataDir } from "#tests/helios.ts";

/** Starts take minutes on a very busy machine. */
const TIMEOUT_MS = 900_000;
const SAMPLES_PER_BATCH = 10;
const STEP_MS = 20;
/** So that one answer tells every sample. */
const MAX_BATCHES = 450;
const BEFORE_REPLACING = 20;

type Sender = { key: string; tag: string; sent: number; acknowledged: Set<number> };

/** Posts until it is told to stop or the server is gone. */
async function send(
  origin: string,
  sender: Sender,
  startMs: number,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted && sender.sent < MAX_BATCHES * SAMPLES_PER_BATCH) {
    const times = Array.from(
      { length: SAMPLES_PER_BATCH },
      (_, i) => startMs + (sender.sent + i) * STEP_MS,
    );
    sender.sent += SAMPLES_PER_BATCH;
    try {
      const answer = await sendBatch(origin, sender.key, [
        { times, tags: { [sender.tag]: times } },
      ]);
      await answer.text();
      if (answer.status === 200) for (const time of times) sender.acknowledged.add(time);
    } catch {
      return;
    }
  }
}

const statusOf = (answer: Promise<Response>): Promise<number | null> =>
  answer.then(
    async (each) => (await each.text(), each.status),
    () => null,
  );

test(
  "a replacement that is killed is finished, with every acknowledged sample on the one machine",
  async () => {
    const dataDir = demoDataDir();
    let helios = await startHelios({ dataDir });
    try {
      const { origin, port } = helios;
      const token = await signIn(origin, "superuser@helios.example");
      const old = (await listDevices(origin, token)).find((each) => each.facility_id !== null)!;
      const fresh = await call<{ data: { id: number } }>(origin, "/v1/devices", {
        token,
        body: { serial_number: "NEW-IN-PLACE", make: old.make, model: "625" },
      }).then(({ data }) => data);
      const senders: Sender[] = [];
      for (const [id, tag] of [
        [old.id, "from_the_old"],
        [fresh.id, "from_the_new"],
      ] as const)
        senders.push({
          ...{ key: (await createSampler(origin, token, id)).key, tag },
          ...{ sent: 0, acknowledged: new Set<number>() },
        });
      const startMs = Math.floor(Date.now() / STEP_MS) * STEP_MS - 40 * 60_000;
      const replace = () =>
        statusOf(
          fetch(`${origin}/v1/devices/${fresh.id}/replace`, {
            method: "POST",
            headers: { authorization: token, "content-type": "application/json" },
            body: JSON.stringify({ device_id: old.id }),
          }),
        );
      const stillThere = () =>
        statusOf(
          fetch(`${origin}/v1/devices/${old.id}`, {
            headers: { authorization: token, accept: "application/json" },
          }),
        );

      const stop = new AbortController();
      const sending = senders.map((sender) => send(origin, sender, startMs, stop.signal));
      await expect
        .poll(() => Math.min(...senders.map(({ sent }) => sent)), { timeout: 120_000 })
        .toBeGreaterThan(BEFORE_REPLACING * SAMPLES_PER_BATCH);
      const replacing = replace();
      await sleep(Math.random() * 400);
      await helios.kill9();
      stop.abort();
      await Promise.all([...sending, replacing]);

      helios = await startHelios({ dataDir, port });
      if ((await stillThere()) === 200) expect(await replace()).toBe(200);
      expect(await stillThere()).toBe(404);
      // The new one's samples are handed over by the job, or by the recorder itself.
      const fill = () => statusOf(sendBatch(origin, senders[1]!.key, [{ times: [], tags: {} }]));
      await expect.poll(fill, { timeout: 300_000 }).toBe(200);
      expect(await statusOf(sendBatch(origin, senders[0]!.key, [{ times: [], tags: {} }]))).toBe(
        401,
      );
      const acknowledged = senders.map((sender) => sender.acknowledged.size);
      console.log(`samples acknowledged before the kill: ${acknowledged.join(", ")}`);
      for (const { tag, sent, acknowledged } of senders) {
        const endMs = startMs + sent * STEP_MS;
        const read = () => readSeries(origin, token, fresh.id, tag, startMs, endMs);
        const missing = async (): Promise<number> => {
          const found = new Map((await read()).map(({ time, value }) => [Date.parse(time), value]));
          return [...acknowledged].filter((time) => found.get(time) !== time).length;
        };
        // Killed before the new one's recorder was told of its move, it answers for itself until the job tells it.
        await expect.poll(missing, { timeout: 420_000 }).toBe(0);
        expect((await read()).filter(({ count }) => count !== 1)).toEqual([]);
      }
    } finally {
      await helios.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  TIMEOUT_MS,
);
