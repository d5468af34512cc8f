/** Mappings change under load on a whole Helios: each acknowledged sample is there once, under the name of then or of now. */
import { expect, test } from "vitest";
import { call, createSampler, listDevices, readSeries, sendBatch, signIn } from "#tests/api.ts";
import { startHelios } from "#tests/helios.ts";

/** Starts take minutes on a very busy machine. */
const TIMEOUT_MS = 900_000;
const KEY = "Drive.Speed";
/** Names that the key has in turn; between them it has no mapping, and is the name itself. */
const NAMES = ["fault_speed_a", "fault_speed_b", "fault_speed_c"];
const STEP_MS = 20;
const SENDERS = 3;
/** Batches of a sample each that may come between two changes, so that one answer tells all of a name. */
const ROOM = 400;
const BETWEEN = 5;

/** Posts a sample at a time, as long as there is room. */
class Load {
  readonly acknowledged = new Set<number>();
  readonly failures: string[] = [];
  sent = 0;
  #room = 0;
  #opened = Promise.withResolvers<void>();
  #isOver = false;
  readonly #sending: Promise<unknown>;
  readonly #post: (timeMs: number) => Promise<Response>;
  readonly startMs: number;

  constructor(startMs: number, post: (timeMs: number) => Promise<Response>) {
    this.startMs = startMs;
    this.#post = post;
    this.#sending = Promise.all(Array.from({ length: SENDERS }, () => this.#send()));
  }

  async #send(): Promise<void> {
    while (!this.#isOver) {
      if (this.sent >= this.#room) {
        await this.#opened.promise;
        continue;
      }
      const timeMs = this.startMs + this.sent++ * STEP_MS;
      const answer = await this.#post(timeMs);
      const text = await answer.text();
      if (answer.status === 200) this.acknowledged.add(timeMs);
      else this.failures.push(`${answer.status} ${text}`);
    }
  }

  /** Some more have come, and many more may come during what is done next. */
  async goOn(): Promise<void> {
    const before = this.acknowledged.size;
    this.#room = this.sent + ROOM;
    this.#opened.resolve();
    this.#opened = Promise.withResolvers();
    const came = () => this.acknowledged.size - before + this.failures.length;
    await expect.poll(came, { timeout: 300_000 }).toBeGreaterThanOrEqual(BETWEEN);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    this.#opened.resolve();
    await this.#sending;
  }
}

test(
  "mappings that change under load lose no sample and need no restart",
  async () => {
    const helios = await startHelios({ simulator: "off" });
    let load: Load | null = null;
    try {
      const { origin } = helios;
      const token = await signIn(origin, "superuser@helios.example");
      const machine = (await listDevices(origin, token))[0]!;
      const sampler = await createSampler(origin, token, machine.id);
      const startMs = Math.floor(Date.now() / STEP_MS) * STEP_MS - 40 * 60_000;
      const post = (timeMs: number) =>
        sendBatch(origin, sampler.key, [{ times: [timeMs], tags: { [KEY]: [timeMs] } }]);
      const read = async (metric: string, fromMs: number, toMs: number) =>
        (await readSeries(origin, token, machine.id, metric, fromMs, toMs)).filter(
          ({ count }) => count > 0,
        );
      load = new Load(startMs, post);
      await load.goOn();
      const path = "/v1/telemetry_definitions";
      for (const name of NAMES) {
        const body = { sampler_id: sampler.id, machine_key: KEY, human_key: name };
        const { data } = await call<{ data: { id: number } }>(origin, path, { token, body });
        await load.goOn();
        const now = `${name}_now`;
        const change = { method: "PUT", body: { human_key: now } };
        await call(origin, `${path}/${data.id}`, { token, ...change });
        // From its answer on the change holds.
        expect((await post(startMs - 1_000)).status).toBe(200);
        expect(await read(now, startMs - 1_000, startMs)).toMatchObject([
          { value: startMs - 1_000 },
        ]);
        await load.goOn();
        await call(origin, `${path}/${data.id}`, { token, method: "DELETE" });
        await load.goOn();
      }
      await load.end();
      expect(load.failures).toEqual([]);
      const endMs = startMs + load.sent * STEP_MS;
      const found: number[] = [];
      for (const name of [KEY, ...NAMES.flatMap((each) => [each, `${each}_now`])]) {
        const points = await read(name, startMs, endMs);
        expect(points.length).toBeGreaterThan(0);
        for (const { time, value, count } of points) {
          expect({ name, value, count }).toEqual({ name, value: Date.parse(time), count: 1 });
          found.push(Date.parse(time));
        }
      }
      const ascending = (times: Iterable<number>) => [...times].sort((a, b) => a - b);
      expect(ascending(found)).toEqual(ascending(load.acknowledged));
    } finally {
      await load?.end();
      await helios.stop();
    }
  },
  TIMEOUT_MS,
);
