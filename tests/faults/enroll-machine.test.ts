/**
 * Killed (SIGKILL) at each step of enrolling a machine: before each row that its one batch writes, and between the batch and
 * the answer. The gateway asks again, as gateways do, and has one machine and one key that works; no other key does.
 *
 * A trigger in D1 stops workerd within the statement that the kill is to interrupt, so that no kill comes too late.
 */
import { rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { call, sendBatch, signIn } from "#tests/api.ts";
import { holdAt, killWorkerd, release } from "#tests/factories/held-database.ts";
import { demoDataDir, startHelios, type Helios } from "#tests/helios.ts";
import { openLocalDatabase } from "#tests/local-database.ts";
import { DAY_MS } from "#app/domain/durations.ts";

/** Starts take minutes on a very busy machine. */
const TIMEOUT_MS = 900_000;
const WAIT = { timeout: 300_000, interval: 50 };

const KEY_NAME = "Killed while enrolling";

/** The rows of the batch in their order: what a kill can fall before. */
const STEPS = [
  ["the machine", "insert on devices"],
  ["its sampler", "insert on samplers"],
  ["the sampler's key", "insert on sampler_keys"],
  ["the list of its types", "insert on telemetry_types"],
  ["the count of the enrollment key's uses", "update on enrollment_keys"],
  ["the audit log", "insert on audit_entries"],
  ["the alarm for its silence", "insert on alarms"],
  ["that alarm's journal", "insert on alarm_journal"],
] as const;

type Enrolled = { device_id: number; sampler_id: number; key: string };

const dataDir = demoDataDir();
let helios: Helios;
let db: DatabaseSync;
let enrollmentKey: string;

beforeAll(async () => {
  helios = await startHelios({ dataDir });
  const token = await signIn(helios.origin, "superuser@helios.example");
  enrollmentKey = (
    await call<{ data: { key: string } }>(helios.origin, "/v1/enrollment_keys", {
      token,
      body: {
        name: KEY_NAME,
        make: "Sun",
        max_uses: 50,
        expires_at: new Date(Date.now() + DAY_MS).toISOString(),
      },
    })
  ).data.key;
  db = openLocalDatabase(dataDir);
  // Before that a workerd that ends is one that could not be started.
  await vi.waitFor(() => expect(helios.output()).toMatch(/ ready$/m), WAIT);
}, TIMEOUT_MS);
afterAll(async () => {
  db?.close();
  await helios?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

const count = (sql: string, ...values: (string | number)[]): number =>
  Number((db.prepare(`select count(*) as n from ${sql}`).get(...values) as { n: number }).n);

const enroll = (serial: string) =>
  call<{ data: Enrolled }>(helios.origin, "/ingest/v1/enroll", {
    token: enrollmentKey,
    body: {
      ...{ serial_number: serial, make: "Sun", model: "Sun625" },
      sampler: { name: "Gateway", spec: "http" },
    },
  }).then(({ data }) => data);

/** As a gateway does it: until it is answered. */
async function enrollAtLast(serial: string): Promise<Enrolled> {
  const answers: Enrolled[] = [];
  await expect
    .poll(async () => {
      const answer = await enroll(serial).catch(() => null);
      if (answer !== null) answers.push(answer);
      return answers.length;
    }, WAIT)
    .toBe(1);
  return answers[0]!;
}

/** One machine, one sampler, one key of it, and that is the one that was told last. */
async function expectOneMachine(serial: string, { device_id: id, key }: Enrolled): Promise<void> {
  expect(count("devices where serial_number = ? collate nocase", serial)).toBe(1);
  expect(count("samplers where device_id = ?", id)).toBe(1);
  expect(
    count("sampler_keys k join samplers s on s.id = k.sampler_id where s.device_id = ?", id),
  ).toBe(1);
  expect(count("alarms where device_id = ?", id)).toBe(1);
  const sent = await sendBatch(helios.origin, key, [
    { times: [Date.now()], tags: { machine_speed: [120] } },
  ]);
  expect(sent.status).toBe(200);
}

const usesOfKey = (): number =>
  Number(
    (
      db.prepare("select uses as n from enrollment_keys where name = ?").get(KEY_NAME) as {
        n: number;
      }
    ).n,
  );

test.skipIf(process.platform !== "linux").each(STEPS)(
  "killed before %s is written, the gateway's repetition makes the one machine",
  async (_name, step) => {
    const serial = `KILLED-${step.replaceAll(" ", "-")}`;
    const usesBefore = usesOfKey();
    const isHeld = holdAt(db, step);
    const first = enroll(serial).then(
      () => "answered",
      () => "cut off",
    );
    await expect.poll(isHeld, WAIT).toBe(true);
    killWorkerd(dataDir);
    expect(await first).toBe("cut off");
    release(db);
    // Nothing of it was kept.
    expect(count("devices where serial_number = ? collate nocase", serial)).toBe(0);
    expect(usesOfKey()).toBe(usesBefore);
    await expectOneMachine(serial, await enrollAtLast(serial));
    expect(usesOfKey()).toBe(usesBefore + 1);
  },
  TIMEOUT_MS,
);

test.skipIf(process.platform !== "linux")(
  "killed between the batch and the answer, the repetition has the same machine and the only key",
  async () => {
    const serial = "KILLED-UNANSWERED";
    const usesBefore = usesOfKey();
    // The gateway hears nothing of this answer: the key in it is lost.
    const lost = await enroll(serial);
    killWorkerd(dataDir);
    const again = await enrollAtLast(serial);
    expect(again.device_id).toBe(lost.device_id);
    await expectOneMachine(serial, again);
    const old = await sendBatch(helios.origin, lost.key, [{ times: [], tags: {} }]);
    expect(old.status).toBe(401);
    expect(usesOfKey()).toBe(usesBefore + 1);
  },
  TIMEOUT_MS,
);

test.skipIf(process.platform !== "linux")(
  "killed as it asks again, the repetition of that has the same machine and one key",
  async () => {
    const serial = "KILLED-AGAIN";
    const first = await enroll(serial);
    const isHeld = holdAt(db, "insert on sampler_keys");
    const second = enroll(serial).then(
      () => "answered",
      () => "cut off",
    );
    await expect.poll(isHeld, WAIT).toBe(true);
    killWorkerd(dataDir);
    expect(await second).toBe("cut off");
    release(db);
    const third = await enrollAtLast(serial);
    expect(third.device_id).toBe(first.device_id);
    await expectOneMachine(serial, third);
  },
  TIMEOUT_MS,
);
