import { getDowntimePredictions } from "./get-downtime-predictions.server.ts";
import { predictionsAnswer, predictionsQuery } from "./schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

export const predictionsApi = [
  defineApi("/v1/devices/downtime_predictions", {
    GET: {
      summary: "The chance of downtime of each machine within the horizon",
      access: "signed_in",
      query: predictionsQuery,
      response: predictionsAnswer,
      async handle({ ctx, query }) {
        const predictions = Object.entries(await getDowntimePredictions(ctx, query.device_ids));
        return {
          data: Object.fromEntries(
            predictions.map(([id, { prediction, horizonMinutes: horizon, reason }]) => [
              id,
              { prediction, horizon, reason },
            ]),
          ),
        };
      },
    },
  }),
];
