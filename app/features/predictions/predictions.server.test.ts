import { beforeAll, beforeEach, expect, it } from "vitest";
import { downtimePredictions, predictionModels } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { NoPredictionReason } from "#app/domain/prediction/types.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import {
  getDowntimePredictions,
  listDowntimePredictions,
  OUTDATED_MS,
} from "./get-downtime-predictions.server.ts";

const db = openTestDb();
let user: Actor;
let mine: { id: number; serialNumber: string };
let foreign: { id: number };

beforeAll(async () => {
  const [here, there] = [
    await createFacility(db(), await createCustomer(db())),
    await createFacility(db(), await createCustomer(db())),
  ];
  mine = await createMachine(db(), { facilityId: here });
  foreign = await createMachine(db(), { facilityId: there });
  user = (await createUser(db(), { role: "user", facilityIds: [here] })).actor;
});
beforeEach(async () => {
  await db().delete(predictionModels);
  await db().delete(downtimePredictions);
});

type Status = typeof predictionModels.$inferInsert.status;
const learn = (status: Status) =>
  db()
    .insert(predictionModels)
    .values({ make: "Sun", status, model: null, report: { days: 1 }, trainedAt: NOW });
const tell = (
  deviceId: number,
  prediction: number | null,
  reason: NoPredictionReason | null = null,
  horizonMinutes = 240,
) =>
  db()
    .insert(downtimePredictions)
    .values({ deviceId, prediction, reason, horizonMinutes, predictedAt: NOW });
const asked = async (now = NOW) =>
  (await getDowntimePredictions({ db: db(), actor: user, now }, [mine.serialNumber]))[mine.id];

it("nobody's downtime is predicted without a model of the make", async () => {
  await tell(mine.id, 0.4);
  expect(await asked()).toEqual({
    prediction: null,
    horizonMinutes: 240,
    reason: "too_little_data",
  });
  await learn("no_better_than_rate");
  expect(await asked()).toEqual({
    prediction: null,
    horizonMinutes: 240,
    reason: "no_better_than_rate",
  });
});

it("with one it is told as the job told it last, with its own horizon, or why not", async () => {
  await learn("ready");
  expect((await asked())?.reason).toBe("outdated");
  await tell(mine.id, 0.4, null, 120);
  expect(await asked()).toEqual({ prediction: 0.4, horizonMinutes: 120, reason: null });
  await db().delete(downtimePredictions);
  await tell(mine.id, null, "machine_off");
  expect(await asked()).toEqual({ prediction: null, horizonMinutes: 240, reason: "machine_off" });
});

it("one of long ago is not told any more", async () => {
  await learn("ready");
  await tell(mine.id, 0.4);
  expect((await asked(NOW + OUTDATED_MS))?.prediction).toBe(0.4);
  expect(await asked(NOW + OUTDATED_MS + 1)).toEqual({
    prediction: null,
    horizonMinutes: 240,
    reason: "outdated",
  });
});

it("no foreign machine's is told: asked for it is missing, and the list is the actor's", async () => {
  await learn("ready");
  await tell(foreign.id, 0.9);
  await tell(mine.id, 0.1);
  const deps = { db: db(), actor: user, now: NOW };
  const missing = { code: "not_found", message: "There is no such machine." };
  await expect(
    getDowntimePredictions(deps, [String(mine.id), String(foreign.id)]),
  ).rejects.toMatchObject(missing);
  expect(await listDowntimePredictions(deps)).toEqual({
    [mine.id]: { prediction: 0.1, horizonMinutes: 240, reason: null },
  });
  expect(await listDowntimePredictions({ ...deps, actor: { ...user, facilityIds: [] } })).toEqual(
    {},
  );
});
