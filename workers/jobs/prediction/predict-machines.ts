/** Tells each machine's chance of downtime now, by its make's model: the last day from its series, the weeks before as kept. */
import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices, downtimePredictions, predictionModels } from "#app/db/schema/index.ts";
import { featuresAt, isJudged, PAST_HOURS } from "#app/domain/prediction/features.ts";
import type { EndState } from "#app/domain/prediction/hour-facts.ts";
import { chanceBy, type StoredModel } from "#app/domain/prediction/train.ts";
import { HORIZON_MINUTES, type NoPredictionReason } from "#app/domain/prediction/types.ts";
import { inTurns } from "#workers/jobs/in-turns.ts";
import { loadKept } from "./kept-days.ts";
import { readHours, type SeriesSource } from "./read-hours.ts";
import { MINUTE_MS, HOUR_MS, DAY_MS } from "#app/domain/durations.ts";

type Deps = SeriesSource & { db: Db; now: number };
export type Predicted = { told: number; untold: number; failed: number };

/** Machines of makes without a model are left out: what is told of them follows from that. */
export async function predictMachines(
  deps: Deps,
  deviceIds: readonly number[],
): Promise<Predicted> {
  const { db, now } = deps;
  const outcome = { told: 0, untold: 0, failed: 0 };
  if (deviceIds.length === 0) return outcome;
  const rows = await db
    .select({ id: devices.id, model: predictionModels.model })
    .from(devices)
    .innerJoin(predictionModels, eq(predictionModels.make, devices.make))
    .where(inArray(devices.id, sql`(select value from json_each(${JSON.stringify(deviceIds)}))`));
  await inTurns(rows, 1, async ({ id, model }) => {
    if (model === null) return;
    try {
      const said = await predict(deps, id, model);
      const row = { deviceId: id, ...said, horizonMinutes: HORIZON_MINUTES, predictedAt: now };
      const { deviceId: _id, ...again } = row;
      await db
        .insert(downtimePredictions)
        .values(row)
        .onConflictDoUpdate({ target: downtimePredictions.deviceId, set: again });
      outcome[said.prediction === null ? "untold" : "told"]++;
    } catch {
      // Its last prediction stands until it is too old to be shown.
      outcome.failed++;
    }
  });
  return outcome;
}

type Said = { prediction: number; reason: null } | { prediction: null; reason: NoPredictionReason };

async function predict(deps: Deps, deviceId: number, model: StoredModel): Promise<Said> {
  const atMs = Math.floor(deps.now / MINUTE_MS) * MINUTE_MS;
  const dayMs = atMs - DAY_MS;
  const recent = await readHours(deps, deviceId, dayMs, 24);
  const reason = REASON_OF[recent.at(-1)?.end ?? "unknown"];
  if (reason !== null) return { prediction: null, reason };
  const kept = await loadKept(deps.db, deviceId, atMs - PAST_HOURS * HOUR_MS - DAY_MS, dayMs);
  const hours = [...kept.hours.filter(({ startMs }) => startMs + HOUR_MS <= dayMs), ...recent];
  const past = { hours, atMs, serviceMs: kept.serviceMs };
  if (!isJudged(past)) return { prediction: null, reason: "not_heard" };
  const prediction = chanceBy(model, featuresAt(past));
  return prediction === null ? { prediction, reason: "outdated" } : { prediction, reason: null };
}

const REASON_OF: Record<EndState, NoPredictionReason | null> = {
  unknown: "not_heard",
  off: "machine_off",
  down: "machine_down",
  up: null,
};
