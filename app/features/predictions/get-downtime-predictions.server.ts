import type { Db } from "../../db/client.server.ts";
import type { Actor } from "../../domain/access/types.ts";
import { HORIZON_MINUTES, type DowntimePrediction } from "../../domain/prediction.ts";
import { requireMachines } from "../machines/require-machines.server.ts";

export const UNKNOWN: DowntimePrediction = { prediction: null, horizonMinutes: HORIZON_MINUTES, reason: "too_little_data" };

/**
 * The chance (0 to 1) that each machine goes down within the horizon, by machine id; null with the reason where nobody
 * can say. As long as no model has been trained on a machine's make that is every machine: a made-up number would be worse.
 */
export async function getDowntimePredictions(
  deps: { db: Db; actor: Actor },
  devices: readonly string[],
): Promise<Record<number, DowntimePrediction>> {
  const machines = await requireMachines(deps, devices);
  return Object.fromEntries(machines.map(({ id }) => [id, UNKNOWN]));
}

/**
 * Those of every machine that lists show to the actor, as far as anybody can say; the others are UNKNOWN. It is asked
 * beside the list of machines and so takes no ids: what it reads, it reads by the actor's scope, in one SELECT.
 */
export function listDowntimePredictions(_deps: { db: Db; actor: Actor }): Promise<Record<number, DowntimePrediction>> {
  return Promise.resolve({});
}
