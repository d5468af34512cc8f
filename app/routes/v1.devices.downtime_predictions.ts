import { getDowntimePredictions } from "~/features/predictions/get-downtime-predictions.server";
import { predictionsAnswer, predictionsQuery } from "~/features/predictions/schemas";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/devices/downtime_predictions", {
  GET: {
    summary: "The chance of downtime of each machine within the horizon",
    access: "signed_in",
    query: predictionsQuery,
    response: predictionsAnswer,
    async handle({ deps, actor, query }) {
      const predictions = Object.entries(await getDowntimePredictions({ ...deps, actor }, query.device_ids));
      return {
        data: Object.fromEntries(
          predictions.map(([id, { prediction, horizonMinutes: horizon, reason }]) => [id, { prediction, horizon, reason }]),
        ),
      };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
