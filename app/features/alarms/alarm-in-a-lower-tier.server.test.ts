/** A tier says what may be set up, never what is told of: an alarm that is there goes on as it was. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { createAlarm } from "#tests/factories/alarms.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createPlant, NOW } from "#tests/factories/people.ts";
import {
  alarmJournal,
  alarms,
  devices,
  outboxMessages,
  serviceTiers,
} from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { loadWallAlarms } from "#app/features/dashboard/load-wall-alarms.server.ts";
import { loadRecorderConfig } from "#app/features/samplers/load-recorder-config.server.ts";
import { countAlarmsOn } from "./count-alarms-on.server.ts";
import { updateAlarm } from "./define-alarm.server.ts";
import { acknowledgeAlarm, shelveAlarm } from "./handle-alarm.server.ts";
import { listTriggeredAlarms } from "./list-triggered-alarms.server.ts";
import { saveAlarmStates } from "./save-alarm-states.server.ts";
import { tellAlarms } from "./tell-alarms.server.ts";

const db = openTestDb();
let deviceId: number;
let admin: Actor;
let alarmId: number;
const FULL = 81;
const LEAST = 82;
const anomaly = { tag_name: "machine_speed", period: 1_000, threshold_ad_enabled: true };

beforeAll(async () => {
  ({ deviceId, admin } = await createPlant(db()));
  await db()
    .insert(serviceTiers)
    .values([
      { id: FULL, name: "All", ui: true, ad: true },
      { id: LEAST, name: "Least", ui: false, ad: false },
    ]);
  await setTier(FULL);
  const kind = "anomalous_for_time_period" as const;
  const row = { function: kind, arguments: anomaly, priority: "critical" as const };
  alarmId = await createAlarm(db(), deviceId, row);
});

const setTier = (serviceTierId: number) =>
  db().update(devices).set({ serviceTierId }).where(eq(devices.id, deviceId));
const deps = (now: number) => ({
  ...{ db: db(), now, actor: admin, address: null },
  recorder: () => ({ configure: () => Promise.resolve() }),
  jobs: { send: () => Promise.resolve() },
  machineChanged: () => {},
  publicOrigin: "https://helios.test",
  linkSecret: () => Promise.resolve("s"),
});
const transition = (inAlarm: boolean, atMs: number) =>
  saveAlarmStates({ db: db(), now: atMs }, deviceId, [{ id: alarmId, inAlarm, atMs }]);
const mails = async () => (await db().select().from(outboxMessages)).length;

it("an alarm that was on when the tier was lowered is shown, counted, handled and told of as before", async () => {
  await transition(true, NOW);
  await tellAlarms(deps(NOW), deviceId);
  const first = await mails();
  expect(first).toBeGreaterThan(0);

  await setTier(LEAST);
  const { actor } = deps(NOW);
  expect((await listTriggeredAlarms(deps(NOW))).map(({ id }) => id)).toEqual([alarmId]);
  expect(await countAlarmsOn(deps(NOW))).toEqual({ [deviceId]: 1 });
  const wall = await loadWallAlarms({ db: db(), actor, now: NOW });
  expect([wall.alarms.map(({ id }) => id), wall.onByMachine]).toEqual([
    [alarmId],
    { [deviceId]: 1 },
  ]);
  const config = await loadRecorderConfig({ db: db(), now: NOW }, deviceId);
  expect(config?.alarms?.map(({ id }) => id)).toEqual([alarmId]);
  await acknowledgeAlarm(deps(NOW), alarmId, { note: "Seen" });

  // It goes off and on again.
  const later = NOW + 3_600_000;
  await transition(false, later - 1);
  await transition(true, later);
  await tellAlarms(deps(later), deviceId);
  expect(await mails()).toBe(2 * first);
  await shelveAlarm(deps(later), alarmId, { for: "1h", reason: "Known" });
  expect((await loadWallAlarms({ db: db(), actor, now: later })).alarms).toEqual([]);

  // What it watches is the tier's to allow, its name is not.
  await expect(
    updateAlarm(deps(later), alarmId, { arguments: { ...anomaly, period: 2_000 } }),
  ).rejects.toMatchObject({ code: "forbidden" });
  expect((await updateAlarm(deps(later), alarmId, { name: "Warm" })).name).toBe("Warm");
  const kinds = await db().select().from(alarmJournal).where(eq(alarmJournal.alarmId, alarmId));
  expect(kinds.map(({ kind }) => kind)).toEqual([
    ...["raised", "told", "acknowledged", "cleared", "raised", "told", "shelved", "updated"],
  ]);
  expect(await db().$count(alarms, eq(alarms.id, alarmId))).toBe(1);
});
