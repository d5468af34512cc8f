import { getSingleAverage } from "#app/features/series/get-averages.server.ts";
import { singleAverageAnswer, singleAverageQuery } from "#app/features/series/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/single_metric_average", {
  GET: {
    summary: "The mean of a metric over exactly [start_time, end_time); null where no sample is",
    access: "signed_in",
    remembersCaller: true,
    query: singleAverageQuery,
    response: singleAverageAnswer,
    async handle({ deps, actor, query }) {
      const { device_id: device, metric, start_time: startMs, end_time: endMs } = query;
      return {
        data: {
          metric_averages: {
            value: await getSingleAverage({ ...deps, actor }, { device, metric, startMs, endMs }),
          },
        },
      };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
