import { getAverages } from "#app/features/series/get-averages.server.ts";
import { averagesAnswer, averagesBody } from "#app/features/series/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/metric_averages", {
  POST: {
    summary: "The means of several metrics of several machines over exactly [start_time, end_time)",
    access: "signed_in",
    remembersCaller: true,
    body: averagesBody,
    response: averagesAnswer,
    async handle({ deps, actor, body }) {
      const { device_ids: devices, metrics, start_time: startMs, end_time: endMs } = body;
      return {
        data: {
          metric_averages: {
            values: await getAverages({ ...deps, actor }, { devices, metrics, startMs, endMs }),
          },
        },
      };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
