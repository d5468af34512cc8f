import type { Db } from "../../db/client.server.ts";
import type { Actor } from "../../domain/access/types.ts";
import { HORIZON_MINUTES, type DowntimePrediction } from "../../domain/prediction.ts";
import { requireMachines } from "../machines/require-machines.server.ts";

/**
 * The chance (0 to 1) that each machine goes down within the horizon, by machine id; null with the reason where nobody
 * can say. As long as no model has been trained on a machine's make that is every machine: a made-up number would be worse.
 */
export async function getDowntimePredictions(
  deps: { db: Db; actor: Actor },
  devices: readonly string[],
): Promise<Record<number, DowntimePrediction>> {
  const machines = await requireMachines(deps, devices);
  const unknown: DowntimePrediction = { prediction: null, horizonMinutes: HORIZON_MINUTES, reason: "too_little_data" };
  return Object.fromEntries(machines.map(({ id }) => [id, unknown]));
}
