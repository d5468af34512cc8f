import { getDevicesTimeseries } from "~/features/series/get-devices-timeseries.server";
import { devicesAnswer, devicesQuery } from "~/features/series/schemas";
import { toDevicesJson } from "~/features/series/series-json";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/devices_timeseries", {
  GET: {
    summary: "The same metrics of several machines over [start_date, end_date)",
    access: "signed_in",
    remembersCaller: true,
    query: devicesQuery,
    response: devicesAnswer,
    handle: async ({ deps, actor, query }) => ({
      data: toDevicesJson(await getDevicesTimeseries({ ...deps, actor }, { ...query, startMs: query.start_date, endMs: query.end_date })),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
