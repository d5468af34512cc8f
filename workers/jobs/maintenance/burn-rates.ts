/** Keeps the burn rates of every maintenance: each machine has its turn once an hour. */
import type { Db } from "#app/db/client.server.ts";
import { maintenances } from "#app/db/schema/index.ts";
import {
  BURNS,
  keepBurnRatesOf,
  type BurnDeps,
} from "#app/features/maintenance/keep-burn-rates.server.ts";
import { inTurns } from "#workers/jobs/in-turns.ts";
import { sliceOf } from "#workers/jobs/slices.ts";

/** Of a larger fleet, in as many runs as it takes. */
const MACHINES_PER_RUN = 10;
const RUNS_PER_HOUR = 12;

/** Machines whose work was worked out, and those that could not be read; they come again next time. */
export type BurnOutcome = { machines: number; works: number; failed: number };

/** Ids of the machines that have work which burns. */
export async function listBurning(db: Db): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: maintenances.deviceId })
    .from(maintenances)
    .where(BURNS);
  return rows.map(({ id }) => id);
}

export async function keepBurnRates(deps: BurnDeps): Promise<BurnOutcome> {
  const machines = (await listBurning(deps.db)).map((id) => ({ id }));
  const turn = sliceOf(machines, deps.now, MACHINES_PER_RUN, RUNS_PER_HOUR);
  const outcome = { machines: 0, works: 0, failed: 0 };
  await inTurns(turn, 1, async ({ id }) => {
    try {
      outcome.works += await keepBurnRatesOf(deps, id);
      outcome.machines++;
    } catch {
      outcome.failed++;
    }
  });
  return outcome;
}
