import { getDowntimePredictions } from "#app/features/predictions/get-downtime-predictions.server.ts";
import { predictionsAnswer, predictionsQuery } from "#app/features/predictions/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/devices/downtime_predictions", {
  GET: {
    summary: "The chance of downtime of each machine within the horizon",
    access: "signed_in",
    query: predictionsQuery,
    response: predictionsAnswer,
    async handle({ deps, actor, query }) {
      const predictions = Object.entries(
        await getDowntimePredictions({ ...deps, actor }, query.device_ids),
      );
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
});
export const loader = api.loader;
export const action = api.action;
