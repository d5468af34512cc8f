/**
 * Killed (SIGKILL) while people are being told: of an alarm before its transition is in D1 and before its mail is in the outbox,
 * of maintenance between the first person's mail and the second's. Each is told once, however often the jobs run afterwards.
 *
 * A trigger in D1 stops workerd within the statement that the kill is to interrupt, so that no kill comes too late.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Socket } from "phoenix";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdAt, release } from "#tests/factories/held-database.ts";
import { call, createSampler, listDevices, postBatch, signIn } from "#tests/api.ts";
import { startHelios, temporaryDataDir, type Helios } from "#tests/helios.ts";
import { openLocalDatabase } from "#tests/local-database.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

/** Starts take minutes on a very busy machine. */
const TIMEOUT_MS = 900_000;
const WAIT = { timeout: 300_000, interval: 50 };
/** The plants' noon, whatever time it is here: nobody gets a mail at night. */
const PLANTS_NOON_UTC = 18;
/** What a killed job had claimed is free after a minute. */
const CLAIMED_MS = 5 * 60_000;

/** One of those who are told of the alarms. */
const TOLD = "admin@acme.example";
const dataDir = temporaryDataDir();
let offsetMs = noonFrom(Date.now());
let helios: Helios;
let token: string;
let db: DatabaseSync;

const start = () => startHelios({ dataDir, env: { HELIOS_CLOCK_OFFSET_MS: String(offsetMs) } });
beforeAll(async () => {
  helios = await start();
  token = await signIn(helios.origin, "superuser@helios.example");
  db = openLocalDatabase(dataDir);
}, TIMEOUT_MS);
afterAll(async () => {
  db?.close();
  await helios?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

function noonFrom(now: number): number {
  const noon = new Date(now).setUTCHours(PLANTS_NOON_UTC, 0, 0, 0);
  return noon < now ? noon + 24 * HOUR_MS - now : noon - now;
}

const count = (sql: string, ...values: (string | number)[]): number =>
  Number((db.prepare(`select count(*) as n from ${sql}`).get(...values) as { n: number }).n);

async function killAndPrepare(): Promise<void> {
  await helios.kill9();
  release(db);
  offsetMs += CLAIMED_MS;
}

/** The runner does at once what cron does; not yet in the moment in which a new Helios becomes healthy. */
function signalJobs(): void {
  const { runnerPid } = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")) as {
    runnerPid: number;
  };
  process.kill(runnerPid, "SIGUSR2");
}

/** The jobs that cron does, to their end. */
async function runJobs(): Promise<void> {
  const before = jobsDone();
  await expect
    .poll(
      () => {
        signalJobs();
        return jobsDone();
      },
      { ...WAIT, interval: 5_000 },
    )
    .toBeGreaterThan(before);
}

const jobsDone = (): number =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith("helios.log"))
    .flatMap((name) =>
      readFileSync(join(dataDir, name), "utf8").split('"maintenance_told"').slice(1),
    ).length;

/** An alarm that is raised by the batches that `raise` sends. */
async function prepareAlarm(name: string) {
  const admin = await signIn(helios.origin, TOLD);
  const [machine] = (await listDevices(helios.origin, admin)).filter(
    (each) => each.facility_id !== null,
  );
  if (!machine) throw new Error("the demo's customer has no machine");
  const { key } = await createSampler(helios.origin, token, machine.id, "Gateway");
  const tag = name.replaceAll(" ", "_");
  const { data: alarm } = await call<{ data: { id: number } }>(helios.origin, "/v1/alarms", {
    token,
    body: {
      ...{ device_id: machine.id, name, function: "value_threshold_for_time_period_in_state" },
      arguments: { tag_name: tag, period: 1_000, comp: ">", threshold: 10 },
    },
  });
  const firstMs = Date.now() + offsetMs + 100;
  const times = [0, 500, 1_000, 1_500].map((ms) => firstMs + ms);
  const raise = () =>
    postBatch(helios.origin, key, [{ times, tags: { [tag]: times.map(() => 20) } }], tag);
  const clear = () =>
    postBatch(helios.origin, key, [{ times: [Date.now() + offsetMs], tags: { [tag]: [0] } }]);
  return { id: alarm.id, machineId: machine.id, raise, clear };
}

type LiveAlarm = { id: number; name: string; status: string };

/** The `phoenix` client of npm, unchanged (CONTRACT §5): what the alarm is, and that it goes off. */
async function expectOverPhoenix(
  name: string,
  { id, machineId, clear }: Awaited<ReturnType<typeof prepareAlarm>>,
) {
  const socket = new Socket(`${helios.origin.replace("http", "ws")}/socket`, { params: { token } });
  socket.connect();
  try {
    const channel = socket.channel(`machine_alarms:${machineId}`);
    const events: { data: LiveAlarm; seq: number }[] = [];
    channel.on("alarm", (event: (typeof events)[number]) => void events.push(event));
    const answers: { data: LiveAlarm[]; seq: number }[] = [];
    channel.join().receive("ok", (answer: (typeof answers)[number]) => void answers.push(answer));
    await expect.poll(() => answers.length, WAIT).toBe(1);
    expect(answers[0]!.data.find((each) => each.id === id)).toMatchObject({
      ...{ name, status: "TRIGGERED" },
    });
    await clear();
    await expect
      .poll(() => events.find(({ data }) => data.id === id), WAIT)
      .toMatchObject({ data: { status: "OK" } });
    expect(events[0]!.seq).toBe(answers[0]!.seq + 1);
  } finally {
    socket.disconnect();
  }
}

const mailsOf = (alarm: string): { to: string; status: string }[] =>
  db
    .prepare(
      `select "to", status from outbox_messages where template = 'alarm_raised' and instr(subject || text, ?) > 0`,
    )
    .all(alarm) as { to: string; status: string }[];

/** The jobs run, the sampler repeats its batch, the jobs run again: each of the people has one mail. */
async function expectToldOnce(name: string, { id, raise }: { id: number; raise: () => unknown }) {
  await runJobs();
  await expect
    .poll(() => mailsOf(name).filter(({ status }) => status === "sent").length, WAIT)
    .toBeGreaterThan(0);
  await raise();
  await runJobs();
  const told = mailsOf(name).map(({ to }) => to);
  expect(told).toContain(TOLD);
  expect(told).toEqual([...new Set(told)]);
  expect(count("alarm_notices where alarm_id = ? and told_at is not null", id)).toBe(1);
  for (const kind of ["raised", "told"])
    expect(count("alarm_journal where alarm_id = ? and kind = ?", id, kind), kind).toBe(1);
}

test(
  "an alarm is told once when Helios is killed before the database knows that it was raised",
  async () => {
    const name = "killed before the journal";
    const alarm = await prepareAlarm(name);
    const isHeld = holdAt(db, "insert on alarm_journal", { when: "new.kind = 'raised'" });
    // Held, workerd may not come to answer it.
    const raising = Promise.allSettled([alarm.raise()]);
    await expect.poll(isHeld, WAIT).toBe(true);
    await killAndPrepare();
    await raising;
    expect(count("alarm_notices where alarm_id = ?", alarm.id)).toBe(0);
    helios = await start();
    await expectToldOnce(name, alarm);
  },
  TIMEOUT_MS,
);

test(
  "an alarm is told once when Helios is killed between its transition and its mail",
  async () => {
    const name = "killed before the outbox";
    const alarm = await prepareAlarm(name);
    const isHeld = holdAt(db, "insert on outbox_messages", {
      when: "new.template = 'alarm_raised'",
    });
    const raising = Promise.allSettled([alarm.raise()]);
    await expect
      .poll(() => count("alarm_notices where alarm_id = ? and claim is not null", alarm.id), WAIT)
      .toBe(1);
    await expect.poll(isHeld, WAIT).toBe(true);
    await killAndPrepare();
    await raising;
    expect(count("alarm_notices where alarm_id = ? and told_at is null", alarm.id)).toBe(1);
    expect(mailsOf(name)).toEqual([]);
    helios = await start();
    await expectToldOnce(name, alarm);
    await expectOverPhoenix(name, alarm);
  },
  TIMEOUT_MS,
);

test(
  "each person has one mail about a due maintenance when Helios is killed between two of them",
  async () => {
    const mails = "outbox_messages where template = 'maintenance_digest'";
    holdAt(db, "insert on outbox_messages", {
      when: `new.template = 'maintenance_digest' and exists (select 1 from ${mails})`,
      // What the jobs told for the tests before.
      first: `delete from maintenance_notices; delete from ${mails};`,
    });
    await expect
      .poll(
        () => {
          signalJobs();
          return count(mails);
        },
        { ...WAIT, interval: 5_000 },
      )
      .toBe(1);
    await killAndPrepare();
    expect(count(mails)).toBe(1);
    const first = db.prepare("select distinct user_id from maintenance_notices").all();
    expect(first).toHaveLength(1);
    helios = await start();
    await runJobs();
    await runJobs();
    const told = db.prepare(`select "to", dedupe_key as key, status from ${mails}`).all() as {
      to: string;
      key: string;
      status: string;
    }[];
    expect(told.length).toBeGreaterThan(1);
    expect(new Set(told.map(({ to }) => to)).size).toBe(told.length);
    // One work of which two people are told: the first before the kill, the second after it.
    expect(
      count(
        `(select maintenance_id from maintenance_notices group by maintenance_id, stage, count having count(*) > 1 and sum(user_id = ?) = 1)`,
        (first[0] as { user_id: number }).user_id,
      ),
    ).toBeGreaterThan(0);
    expect(count("maintenance_notices where count > 0")).toBe(0);
  },
  TIMEOUT_MS,
);
