import { beforeAll, expect, it } from "vitest";
import { createAlarm } from "#tests/factories/alarms.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createPlant, NOW } from "#tests/factories/people.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { loadWallAlarms } from "./load-wall-alarms.server.ts";

const db = openTestDb();
let user: Actor;
let deviceId: number;
let stranger: Actor;

beforeAll(async () => {
  const plant = await createPlant(db());
  ({ user, stranger, deviceId } = plant);
  const raised = { inAlarm: true, isAcknowledged: false, triggeredAt: NOW };
  const add = (more: Parameters<typeof createAlarm>[2]) =>
    createAlarm(db(), plant.deviceId, { ...raised, ...more });
  const shelved = { priority: "critical" as const, shelvedAt: NOW };
  await add({ name: "Old high", priority: "high", triggeredAt: NOW - 9 });
  await add({ name: "New high", priority: "high" });
  await add({ name: "Oldest high", priority: "high", triggeredAt: NOW - 99 });
  await add({ name: "Critical", priority: "critical", triggeredAt: NOW - 999 });
  await add({ name: "Low", priority: "low" });
  await add({ name: "Medium", priority: "medium", triggeredAt: NOW - 9_999 });
  await add({ name: "Medium, shelved", ...shelved, priority: "medium", shelvedUntil: NOW + 1 });
  await add({ name: "Acknowledged", priority: "critical", isAcknowledged: true });
  await add({ name: "Off again", priority: "critical", inAlarm: false });
  await add({ name: "Shelved", ...shelved, shelvedUntil: NOW + 5 });
  await add({ name: "Shelved for longer", ...shelved, shelvedUntil: NOW + 9 });
});

it("a wall shows raised alarms, the most urgent first, then the newest", async () => {
  const wall = (now: number) => loadWallAlarms({ db: db(), actor: user, now });
  const { alarms: shown, nextReturnMs, onByMachine, acknowledgedByMachine } = await wall(NOW);
  expect(shown.map(({ name }) => name)).toEqual([
    "Critical",
    "New high",
    "Old high",
    "Oldest high",
    "Medium",
    "Low",
  ]);
  // The bell of a machine counts all that are on, seen to or not, but what is shelved.
  expect(onByMachine).toEqual({ [deviceId]: 7 });
  expect(acknowledgedByMachine).toEqual({ [deviceId]: 1 });
  // Shelved ones come back by themselves, and the wall knows when to look.
  expect(nextReturnMs).toBe(1);
  const bell = await wall(NOW + 1);
  expect([bell.alarms.length, bell.nextReturnMs, bell.onByMachine]).toEqual([
    ...[7, 4, { [deviceId]: 8 }],
  ]);
  const back = await wall(NOW + 5);
  expect([back.alarms.length, back.nextReturnMs]).toEqual([8, 4]);
  expect((await wall(NOW + 9)).nextReturnMs).toBeNull();
});

it("it shows nothing of others' machines", async () => {
  expect(await loadWallAlarms({ db: db(), actor: stranger, now: NOW })).toEqual({
    alarms: [],
    nextReturnMs: null,
    onByMachine: {},
    acknowledgedByMachine: {},
  });
});
