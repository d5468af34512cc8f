import { getDevicesTimeseries } from "#app/features/series/get-devices-timeseries.server.ts";
import { devicesAnswer, devicesQuery } from "#app/features/series/schemas.ts";
import { toDevicesJson } from "#app/features/series/series-json.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/devices_timeseries", {
  GET: {
    summary: "The same metrics of several machines over [start_date, end_date)",
    access: "signed_in",
    remembersCaller: true,
    query: devicesQuery,
    response: devicesAnswer,
    handle: async ({ deps, actor, query }) => ({
      data: toDevicesJson(
        await getDevicesTimeseries(
          { ...deps, actor },
          { ...query, startMs: query.start_date, endMs: query.end_date },
        ),
      ),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
