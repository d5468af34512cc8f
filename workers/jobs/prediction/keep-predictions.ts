/**
 * One run of the prediction, every five minutes: gather days, learn one make, tell the machines. Each part is bounded.
 * docs/prediction.md says what is told and how good it is.
 */
import { eq, sql } from "drizzle-orm";
import { devices, facilities } from "#app/db/schema/index.ts";
import { inService } from "#app/db/scopes.ts";
import type { Db } from "#app/db/client.server.ts";
import { sliceOf } from "#workers/jobs/slices.ts";
import { gatherDays, type Gathered } from "./gather-days.ts";
import { predictMachines, type Predicted } from "./predict-machines.ts";
import type { SeriesSource } from "./read-hours.ts";
import { trainModels, type TrainOutcome } from "./train-models.ts";

/** A run may ask D1, R2 and recorders about a thousand times in all, clearing up and burn rates included. */
const MACHINES_PER_RUN = 30;
const DAYS_PER_RUN = 24;

export type PredictionRun = { gathered: Gathered; trained: TrainOutcome; predicted: Predicted };

/** Throws where D1 does not answer; answers what each part did, for the log. */
export async function keepPredictions(
  deps: SeriesSource & { db: Db; now: number },
): Promise<PredictionRun> {
  const [all] = await deps.db.batch([
    deps.db
      .select({ id: devices.id })
      .from(devices)
      .leftJoin(facilities, eq(facilities.id, devices.facilityId))
      .where(inService),
    // What was told last of a machine that went out of service is true no more.
    deps.db.run(
      sql`delete from downtime_predictions where device_id in (select d.id from devices d left join facilities f
        on f.id = d.facility_id where d.retired_at is not null or f.retired_at is not null)`,
    ),
  ]);
  const turn = sliceOf(all, deps.now, MACHINES_PER_RUN, 1).map(({ id }) => id);
  const gathered = await gatherDays(deps, turn, DAYS_PER_RUN);
  const trained = await trainModels(deps);
  const predicted = await predictMachines(deps, turn);
  return { gathered, trained, predicted };
}
