import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import {
  devices,
  downtimePredictions,
  facilities,
  predictionModels,
} from "#app/db/schema/index.ts";
import { machinesListed } from "#app/db/scopes.ts";
import type { Actor } from "#app/domain/access/types.ts";
import {
  HORIZON_MINUTES,
  type DowntimePrediction,
  type NoPredictionReason,
} from "#app/domain/prediction/types.ts";
import { requireMachines } from "#app/features/machines/require-machines.server.ts";

type Deps = { db: Db; actor: Actor; now: number };

/** A prediction that is older is not shown: the horizon that it spoke of is well under way. */
export const OUTDATED_MS = 90 * 60_000;

const without = (reason: NoPredictionReason): DowntimePrediction => ({
  prediction: null,
  horizonMinutes: HORIZON_MINUTES,
  reason,
});
/** Of a machine of whose make nothing was learned yet. */
export const UNKNOWN = without("too_little_data");

/**
 * The chance (0 to 1) that each machine goes down within the horizon, by machine id, as the job told it last; null with
 * the reason where nobody can say: a made-up number would be worse. A machine that is not the actor's refuses them all.
 */
export async function getDowntimePredictions(
  deps: Deps,
  asked: readonly string[],
): Promise<Record<number, DowntimePrediction>> {
  const ids = JSON.stringify((await requireMachines(deps, asked)).map(({ id }) => id));
  const rows = await selectPredictions(deps.db).where(
    inArray(devices.id, sql`(select value from json_each(${ids}))`),
  );
  return byMachine(rows, deps.now);
}

/**
 * Those of every machine that lists show to the actor. It is asked beside the list of machines and so takes no ids: what it
 * reads, it reads by the actor's scope, in one SELECT.
 */
export async function listDowntimePredictions({
  db,
  actor,
  now,
}: Deps): Promise<Record<number, DowntimePrediction>> {
  return byMachine(await selectPredictions(db).where(and(machinesListed(actor))), now);
}

const selectPredictions = (db: Db) =>
  db
    .select({
      id: devices.id,
      status: predictionModels.status,
      prediction: downtimePredictions.prediction,
      horizonMinutes: downtimePredictions.horizonMinutes,
      reason: downtimePredictions.reason,
      predictedAt: downtimePredictions.predictedAt,
    })
    .from(devices)
    .leftJoin(facilities, eq(facilities.id, devices.facilityId))
    .leftJoin(predictionModels, eq(predictionModels.make, devices.make))
    .leftJoin(downtimePredictions, eq(downtimePredictions.deviceId, devices.id));

type PredictionRow = Awaited<ReturnType<typeof selectPredictions>>[number];

const byMachine = (
  rows: readonly PredictionRow[],
  now: number,
): Record<number, DowntimePrediction> =>
  Object.fromEntries(rows.map((row) => [row.id, toPrediction(row, now)]));

/** What the make's model says counts only while it is ready: a model that fell out of use takes its predictions with it. */
function toPrediction(
  { status, prediction, horizonMinutes, reason, predictedAt }: PredictionRow,
  now: number,
): DowntimePrediction {
  if (status === null) return UNKNOWN;
  if (status !== "ready") return without(status);
  if (predictedAt === null || now - predictedAt > OUTDATED_MS) return without("outdated");
  if (prediction === null) return without(reason ?? "outdated");
  return { prediction, horizonMinutes: horizonMinutes ?? HORIZON_MINUTES, reason: null };
}
