/**
 * Killed (SIGKILL) at each step of a replacement: before its batch decides, between the rows that move, before the old machine
 * goes, and before it is written that all samples are in one place. Asked again, or by itself, it ends with one machine that
 * has every acknowledged sample of both once.
 */
import { rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { call, createSampler, listDevices, postBatch, readSeries, signIn } from "#tests/api.ts";
import { holdAt, killWorkerd, release } from "#tests/factories/held-database.ts";
import { demoDataDir, startHelios, type Helios } from "#tests/helios.ts";
import { openLocalDatabase } from "#tests/local-database.ts";

/** Starts take minutes on a very busy machine. */
const TIMEOUT_MS = 900_000;
const WAIT = { timeout: 300_000, interval: 50 };
const SAMPLES = 10;
const STEP_MS = 1_000;

/** In their order; of the first ones nothing is kept, the last one falls after the batch. */
const STEPS = [
  ["the batch decides", "insert on machine_replacements", false],
  ["its comments move", "update on comments", false],
  ["its events move", "update on events", false],
  ["the new machine takes its place", "update of facility_id on devices", false],
  ["the old machine goes", "delete on devices", false],
  ["it is written that the samples moved", "update on machine_replacements", true],
] as const;

const dataDir = demoDataDir();
let helios: Helios;
let db: DatabaseSync;
let token: string;

beforeAll(async () => {
  helios = await startHelios({ dataDir });
  token = await signIn(helios.origin, "superuser@helios.example");
  db = openLocalDatabase(dataDir);
  // Before that a workerd that ends is one that could not be started.
  await vi.waitFor(() => expect(helios.output()).toMatch(/ ready$/m), WAIT);
}, TIMEOUT_MS);
afterAll(async () => {
  db?.close();
  await helios?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

const count = (sql: string, id: number): number =>
  Number((db.prepare(`select count(*) as n from ${sql}`).get(id) as { n: number }).n);

/** Moments in which the machine sent `tag`, all acknowledged. */
async function sendTo(deviceId: number, tag: string): Promise<number[]> {
  const { key } = await createSampler(helios.origin, token, deviceId);
  const startMs = Math.floor(Date.now() / STEP_MS) * STEP_MS - SAMPLES * STEP_MS;
  const times = Array.from({ length: SAMPLES }, (_, n) => startMs + n * STEP_MS);
  await postBatch(helios.origin, key, [{ times, tags: { [tag]: times } }]);
  return times;
}

/** The moments of `tag` that the machine has, each as often as it has it. */
async function momentsOf(deviceId: number, tag: string, [first = 0]: number[]): Promise<number[]> {
  const endMs = first + SAMPLES * STEP_MS;
  const points = await readSeries(helios.origin, token, deviceId, tag, first, endMs).catch(
    () => [],
  );
  return points.flatMap(({ time, count: times }) =>
    Array.from({ length: times }, () => Date.parse(time)),
  );
}

test.skipIf(process.platform !== "linux").each(STEPS)(
  "killed before %s, one machine has all samples of both",
  async (_name, step, isDecided) => {
    const { origin } = helios;
    const machines = (await listDevices(origin, token)).filter(
      ({ id, facility_id }) => facility_id !== null && count("events where device_id = ?", id) > 0,
    );
    const old = machines.find(({ id }) => count("comments where device_id = ?", id) > 0)!;
    const body = { serial_number: `IN-PLACE-${STEPS.findIndex(([, each]) => each === step)}` };
    const { data: fresh } = await call<{ data: { id: number } }>(origin, "/v1/devices", {
      token,
      body: { ...body, make: old.make, model: "625" },
    });
    const sent = {
      from_the_old: await sendTo(old.id, "from_the_old"),
      from_the_new: await sendTo(fresh.id, "from_the_new"),
    };
    const replace = () =>
      call(origin, `/v1/devices/${fresh.id}/replace`, { token, body: { device_id: old.id } });
    const events = count("events where device_id = ?", old.id);

    const isHeld = holdAt(db, step);
    const first = replace().then(
      () => "answered",
      () => "cut off",
    );
    await expect.poll(isHeld, WAIT).toBe(true);
    killWorkerd(dataDir);
    expect(await first).toBe("cut off");
    release(db);

    expect(count("devices where id = ?", old.id)).toBe(isDecided ? 0 : 1);
    expect(count("events where device_id = ?", isDecided ? fresh.id : old.id)).toBe(events);
    if (!isDecided)
      await expect
        .poll(
          () =>
            replace().then(
              () => true,
              () => false,
            ),
          WAIT,
        )
        .toBe(true);
    expect(count("devices where id = ?", old.id)).toBe(0);
    expect(count("events where device_id = ?", fresh.id)).toBe(events);
    for (const [tag, times] of Object.entries(sent))
      await expect.poll(() => momentsOf(fresh.id, tag, times), WAIT).toEqual(times);
  },
  TIMEOUT_MS,
);
