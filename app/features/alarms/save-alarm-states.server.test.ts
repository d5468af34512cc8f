import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { createAlarm } from "#tests/factories/alarms.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createPlant, NOW } from "#tests/factories/people.ts";
import { alarmJournal, alarms } from "#app/db/schema/index.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { saveAlarmStates } from "./save-alarm-states.server.ts";

const db = openTestDb();
let deviceId: number;
const deps = () => ({ db: db(), now: NOW });
const add = () => createAlarm(db(), deviceId);
const read = async (id: number) =>
  (await db().select().from(alarms).where(eq(alarms.id, id)).get())!;
const journal = async (id: number) =>
  (await db().select().from(alarmJournal).where(eq(alarmJournal.alarmId, id))).map(
    ({ kind, at }) => [kind, at - NOW],
  );

beforeAll(async () => {
  ({ deviceId } = await createPlant(db()));
});

it("each transition is written once, however often and late it is told", async () => {
  const id = await add();
  const [on, off, again] = [
    { id, inAlarm: true, atMs: NOW + 1 },
    { id, inAlarm: false, atMs: NOW + 2 },
    { id, inAlarm: true, atMs: NOW + 3 },
  ];
  await saveAlarmStates(deps(), deviceId, [on]);
  await saveAlarmStates(deps(), deviceId, [on, off, again]);
  await saveAlarmStates(deps(), deviceId, [on, off]);
  expect(await read(id)).toMatchObject({
    inAlarm: true,
    triggeredAt: NOW + 3,
    isAcknowledged: false,
  });
  expect(await journal(id)).toEqual([
    ["raised", 1],
    ["cleared", 2],
    ["raised", 3],
  ]);
});

it("what a clock wrote that was set back since does not keep an alarm as it is", async () => {
  const id = await add();
  await saveAlarmStates({ db: db(), now: NOW + DAY_MS }, deviceId, [
    { id, inAlarm: true, atMs: NOW + DAY_MS },
  ]);
  await saveAlarmStates(deps(), deviceId, [{ id, inAlarm: false, atMs: NOW + 1 }]);
  expect(await read(id)).toMatchObject({ inAlarm: false, changedAt: NOW + 1 });
});

it("an alarm that is gone, or of another machine, gets nothing", async () => {
  const id = await add();
  await saveAlarmStates(deps(), deviceId + 1, [{ id, inAlarm: true, atMs: NOW }]);
  await saveAlarmStates(deps(), deviceId, [{ id: 987_654, inAlarm: true, atMs: NOW }]);
  expect([(await read(id)).inAlarm, await journal(id), await journal(987_654)]).toEqual([
    false,
    [],
    [],
  ]);
});

it("a thousand at once are all written", async () => {
  const id = await add();
  const many = Array.from({ length: 1_000 }, (_, n) => ({
    id,
    inAlarm: n % 2 === 0,
    atMs: NOW + n,
  }));
  await saveAlarmStates(deps(), deviceId, many);
  expect([(await read(id)).inAlarm, (await journal(id)).length]).toEqual([false, 1_000]);
});
