import { eq, inArray, sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { callApi } from "#tests/factories/api.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createSession,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { alarmJournal, devices } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { JOURNAL_KINDS } from "#app/domain/alarms/journal.ts";
import * as v1 from "#app/routes/v1.$.ts";
import { purgeExpired } from "#workers/jobs/purge-expired.ts";
import { readJournalSearch, type JournalFilter } from "./journal-question.ts";
import { writeJournalFile } from "./journal-file.server.ts";
import { loadJournal } from "./load-journal.server.ts";
import { countJournal, journalPage, listJournal } from "./list-journal.server.ts";

const db = openTestDb();
const ENTRIES = 100_000;
const MACHINES = 20;
const STEP_MS = 60_000;
const machines: number[] = [];
let boss: Actor;
let user: Actor;
let stranger: Actor;
let token: string;
let facilityId: number;

/** Two facilities of ten machines; entries a minute apart, two of a time each, kinds and names in turn. */
beforeAll(async () => {
  const customerId = await createCustomer(db());
  facilityId = await createFacility(db(), customerId);
  const other = await createFacility(db(), customerId);
  for (let n = 0; n < MACHINES; n += 1)
    machines.push(
      (await createMachine(db(), { facilityId: n < MACHINES / 2 ? facilityId : other })).id,
    );
  boss = (await createUser(db(), { role: "superuser" })).actor;
  user = (await createUser(db(), { role: "user", customerId, facilityIds: [facilityId] })).actor;
  token = (await createSession(db(), user)).token;
  stranger = (await createUser(db(), { role: "admin", customerId: await createCustomer(db()) }))
    .actor;
  const int = (n: number) => sql.raw(String(n));
  await db().run(sql`
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${int(ENTRIES - 1)})
    insert into alarm_journal (device_id, alarm_id, alarm_name, kind, priority, at, user_id, note)
    select ${int(machines[0]!)} + i % ${int(MACHINES)}, i % 200, 'Alarm ' || (i % 200),
      json_extract(${JSON.stringify(JOURNAL_KINDS)}, '$[' || (i / 200 % ${int(JOURNAL_KINDS.length)}) || ']'),
      'high', ${int(NOW)} - (i / 2) * ${int(STEP_MS)}, ${int(user.userId)},
      case when i = 7 then '=1+1, "so"' end
    from n`);
});

const deps = (actor: Actor) => ({ db: db(), actor });

it("tells of the actor's machines only, the newest first, and of a foreign one nothing", async () => {
  expect(await countJournal(deps(boss), {})).toBe(ENTRIES);
  expect(await countJournal(deps(user), {})).toBe(ENTRIES / 2);
  expect(await countJournal(deps(stranger), {})).toBe(0);
  const lines = await listJournal(deps(user), {}, { limit: 50 });
  expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted((a, b) => b - a));
  expect(lines.every(({ deviceId }) => machines.indexOf(deviceId) < MACHINES / 2)).toBe(true);
  expect(await listJournal(deps(user), { deviceId: machines.at(-1)! }, { limit: 1 })).toEqual([]);
});

it("tells a superuser of a machine out of service when it is named, everybody else nothing", async () => {
  const { id } = await createMachine(db(), { facilityId });
  const entry = {
    alarmId: 1,
    alarmName: "Hot",
    kind: "raised",
    priority: "high",
    at: NOW,
  } as const;
  await db()
    .insert(alarmJournal)
    .values({ ...entry, deviceId: id });
  const told = async (actor: Actor, filter: JournalFilter) =>
    (await listJournal(deps(actor), filter, { limit: 9 })).filter((line) => line.deviceId === id)
      .length;
  expect([await told(boss, { deviceId: id }), await told(user, { deviceId: id })]).toEqual([1, 1]);
  await db().update(devices).set({ retiredAt: NOW }).where(eq(devices.id, id));
  expect([await told(boss, { deviceId: id }), await told(user, { deviceId: id })]).toEqual([1, 0]);
  expect(await told(boss, { alarmId: 1 })).toBe(0);
  await db().delete(alarmJournal).where(eq(alarmJournal.deviceId, id));
});

it("is filtered by machine, facility, customer, alarm, kind, name and time", async () => {
  const machine = { deviceId: machines[3]! };
  expect(await countJournal(deps(boss), machine)).toBe(ENTRIES / MACHINES);
  expect(await countJournal(deps(boss), { facilityId })).toBe(ENTRIES / 2);
  const [line] = await listJournal(deps(boss), { facilityId }, { limit: 1 });
  const of = (search: string) => readJournalSearch(search, NOW, "en").filter;
  expect(await countJournal(deps(boss), of(`?f_customer=${line!.customerId}`))).toBe(ENTRIES);
  expect(await countJournal(deps(boss), of(`?f_customer=${line!.customerId! + 1}`))).toBe(0);
  expect(await countJournal(deps(boss), of(`?f_facility=${facilityId}`))).toBe(ENTRIES / 2);
  expect(await countJournal(deps(boss), { alarmId: 199 })).toBe(ENTRIES / 200);
  expect(await countJournal(deps(boss), { name: "aLARM 19" })).toBe((ENTRIES / 200) * 11);
  await db()
    .insert(alarmJournal)
    .values({
      deviceId: machines[3]!,
      alarmId: 900,
      alarmName: "PRESIÓN alta",
      kind: "raised",
      priority: "high",
      at: NOW - 3 * 86_400_000,
    });
  expect(await countJournal(deps(boss), { name: "Presión ALTA" })).toBe(1);
  await db()
    .delete(alarmJournal)
    .where(sql`alarm_id = 900`);
  expect(await countJournal(deps(boss), { kind: "raised" })).toBe(ENTRIES / JOURNAL_KINDS.length);
  await db().insert(alarmJournal).values({
    deviceId: machines[3]!,
    alarmId: 901,
    alarmName: "No data from Line PLC",
    kind: "raised",
    priority: "high",
    at: NOW,
  });
  const found = (name: string, locale: "en" | "es") => countJournal(deps(boss), { name, locale });
  expect(await found("sin datos de line", "es")).toBe(1);
  expect(await found("no data", "es")).toBe(0);
  expect(await found("no data from line", "en")).toBe(1);
  await db()
    .delete(alarmJournal)
    .where(sql`alarm_id = 901`);
  const hour = { from: NOW - 59 * STEP_MS, until: NOW + 1 };
  expect(await countJournal(deps(boss), hour)).toBe(120);
  const { filter, isOldestFirst, page, size } = readJournalSearch(
    `?f_machine=${machine.deviceId}&f_kind=told&f_at=day&f_priority=nonsense&sort=at&page=3&size=50`,
    NOW,
    "en",
  );
  expect(filter).toMatchObject({ ...machine, kind: "told", from: NOW - 86_400_000 });
  expect([filter.priority, isOldestFirst, page, size]).toEqual([undefined, true, 3, 50]);
});

it("shows the last page for one beyond it, and finds nothing of a machine that is not the reader's", async () => {
  const read = (search: string) => loadJournal({ ...deps(user), now: NOW }, search, "en");
  const own = `?f_machine=${machines[0]!}`;
  const { lines, total } = await read(`${own}&page=999999`);
  expect(total).toBe(ENTRIES / MACHINES);
  const last = await listJournal(
    deps(user),
    { deviceId: machines[0]! },
    { limit: 20, offset: total - 20 },
  );
  expect(lines).toEqual(last);
  expect(await read(`?f_machine=${machines.at(-1)!}&page=2`)).toEqual({ lines: [], total: 0 });
});

it("is paged by /v1 without a gap or a repetition, entries of one millisecond too", async () => {
  const seen: number[] = [];
  let before = "";
  for (let pages = 0; pages < 5; pages += 1) {
    const { status, body } = await callApi(
      { db: db(), now: NOW },
      v1,
      `/v1/alarms/journal?limit=7&device_id=${machines[0]!}${before}`,
      { token },
    );
    expect(status).toBe(200);
    const { data, next_before } = body as { data: { id: number }[]; next_before: string };
    seen.push(...data.map(({ id }) => id));
    before = `&before=${next_before}`;
  }
  const expected = await listJournal(deps(user), { deviceId: machines[0]! }, { limit: 35 });
  expect(seen).toEqual(expected.map(({ id }) => id));
  const foreign = await callApi(
    { db: db(), now: NOW },
    v1,
    `/v1/alarms/journal?device_id=${machines.at(-1)!}`,
    { token },
  );
  expect(foreign.status).toBe(404);
});

it("is written to a file whole, without formulas", async () => {
  let text = "";
  const filter = { until: NOW + 1, from: NOW - 1_000 * STEP_MS };
  for await (const chunk of writeJournalFile(deps(boss), filter)) text += chunk;
  const lines = text.trimEnd().split("\r\n");
  expect(lines[0]).toContain("id,at,kind,alarm_id,alarm_name");
  expect(lines).toHaveLength(1 + 2 * 1_001);
  expect(text).not.toContain(",=1+1");
});

it("the file and /v1 say in whose plant the machine stands, and that one of no plant has none", async () => {
  const alone = (await createMachine(db(), { facilityId: null })).id;
  const entry = { alarmId: 1, alarmName: "Hot", priority: "low", kind: "raised" } as const;
  const [placed, unplaced] = await db()
    .insert(alarmJournal)
    .values([machines[0]!, alone].map((deviceId) => ({ ...entry, deviceId, at: NOW + 5 })))
    .returning({ id: alarmJournal.id });
  let text = "";
  const filter = { from: NOW + 5, until: NOW + 6 };
  for await (const chunk of writeJournalFile(deps(boss), filter, true)) text += chunk;
  const [head, ...lines] = text.trimEnd().split("\r\n");
  const columns = head!.split(",");
  const [facilityAt, customerAt] = ["facility_name", "customer_name"].map((name) =>
    columns.indexOf(name),
  );
  const [line] = await listJournal(deps(boss), { ...filter, deviceId: machines[0]! }, { limit: 1 });
  expect(line?.facilityName).toMatch(/^Plant /);
  expect(
    lines
      .map((each) => each.split(","))
      .map((cells) => [Number(cells[0]), cells[facilityAt!], cells[customerAt!]]),
  ).toEqual([
    [placed!.id, line?.facilityName, line?.customerName],
    [unplaced!.id, "", ""],
  ]);
  const told = await callApi({ db: db(), now: NOW }, v1, "/v1/alarms/journal?limit=1", { token });
  expect(told.body).toMatchObject({
    data: [{ facility_name: line?.facilityName, customer_name: line?.customerName }],
  });
  await db()
    .delete(alarmJournal)
    .where(inArray(alarmJournal.id, [placed!.id, unplaced!.id]));
});

it("finds entries by an index, and those of a machine without sorting them", async () => {
  const planOf = async (actor: Actor, filter: JournalFilter) => {
    const steps = await db().all<{ detail: string }>(
      sql`explain query plan ${journalPage(deps(actor), filter, { limit: 20 }).getSQL()}`,
    );
    return steps.map(({ detail }) => detail).join("; ");
  };
  for (const actor of [boss, user]) {
    expect(await planOf(actor, {})).toMatch(/alarm_journal USING INDEX alarm_journal_/);
    expect(await planOf(actor, { deviceId: machines[0]! })).toMatch(
      /SEARCH alarm_journal USING INDEX alarm_journal_device_idx \(device_id=\?/,
    );
    expect(await planOf(actor, { deviceId: machines[0]! })).not.toMatch(/B-TREE FOR ORDER BY/);
  }
});

it("is kept for two years", async () => {
  const years = (n: number) => NOW - n * 365 * 86_400_000;
  const line = { deviceId: machines[0]!, alarmId: 1, priority: "low", kind: "raised" } as const;
  await db()
    .insert(alarmJournal)
    .values([
      { ...line, alarmName: "old", at: years(2) - 1 },
      { ...line, alarmName: "kept", at: years(2) + 1 },
    ]);
  expect((await purgeExpired({ db: db(), now: NOW, keptMs: NOW })).alarmJournal).toBe(1);
  const left = await listJournal(deps(boss), {}, { limit: 1, isOldestFirst: true });
  expect(left.map(({ alarmName }) => alarmName)).toEqual(["kept"]);
});
