/** Learns anew, one make a run, from what was gathered; a make once a day, and sooner while it has no model. */
import { asc, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices, predictionModels } from "#app/db/schema/index.ts";
import type { Make } from "#app/domain/access/types.ts";
import { examplesOf, type Example } from "#app/domain/prediction/features.ts";
import { trainingMake, type Trained } from "#app/domain/prediction/train.ts";
import { inPieces, inTurns } from "#workers/jobs/in-turns.ts";
import { loadKept } from "./kept-days.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
const LEARN_AGAIN_MS = { ready: 24 * HOUR_MS, other: HOUR_MS };
/** Of a make; of more, every second, third … one. */
const MAX_MACHINES = 40;

export type TrainOutcome = {
  make: Make;
  status: Trained["status"];
  machines: number;
  examples: number;
} | null;

/** Null when no make's turn has come. */
export async function trainModels({ db, now }: { db: Db; now: number }): Promise<TrainOutcome> {
  const make = await nextMake(db, now);
  if (make === null) return null;
  const all = await db
    .select({ id: devices.id })
    .from(devices)
    .where(eq(devices.make, make))
    .orderBy(asc(devices.id));
  const step = Math.ceil(all.length / MAX_MACHINES);
  const machines = all.filter((_, index) => index % step === 0);
  const examples: Example[] = [];
  await inTurns(machines, 1, async ({ id }) => {
    const { hours, serviceMs } = await loadKept(db, id, 0, now);
    for (const example of examplesOf(hours, serviceMs)) examples.push(example);
  });
  const trained = await inPieces(trainingMake(examples));
  const row = {
    ...{ make, status: trained.status, report: trained.report, trainedAt: now },
    model: trained.status === "ready" ? trained.model : null,
  };
  const { make: _make, ...again } = row;
  await db
    .insert(predictionModels)
    .values(row)
    .onConflictDoUpdate({ target: predictionModels.make, set: again });
  return { make, status: trained.status, machines: machines.length, examples: examples.length };
}

/** The make that waits the longest. */
async function nextMake(db: Db, now: number): Promise<Make | null> {
  const rows = await db
    .selectDistinct({
      make: devices.make,
      status: predictionModels.status,
      trainedAt: predictionModels.trainedAt,
    })
    .from(devices)
    .leftJoin(predictionModels, eq(predictionModels.make, devices.make));
  const due = rows
    .map(({ make, status, trainedAt }) => ({
      make,
      dueMs: (trainedAt ?? -Infinity) + LEARN_AGAIN_MS[status === "ready" ? "ready" : "other"],
    }))
    .filter(({ dueMs }) => dueMs <= now)
    .sort((a, b) => a.dueMs - b.dueMs || a.make.localeCompare(b.make));
  return due[0]?.make ?? null;
}
