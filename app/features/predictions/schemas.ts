/** Downtime predictions as /v1 asks for and answers them (spec 000 §7). */
import { z } from "zod";
import { queryList } from "#app/domain/formats/api-lists.ts";
import { NO_PREDICTION_REASONS } from "#app/domain/prediction/types.ts";

export const MAX_MACHINES = 100;
export const predictionsQuery = z.object({ device_ids: queryList(MAX_MACHINES) });

export const predictionsAnswer = z.object({
  /** By machine id. */
  data: z.record(
    z.string(),
    z.object({
      /** Chance that the machine goes down within the horizon; null where nobody can say, with the reason. */
      prediction: z.number().min(0).max(1).nullable(),
      /** Minutes. */
      horizon: z.int(),
      reason: z.enum(NO_PREDICTION_REASONS).nullable(),
    }),
  ),
});
