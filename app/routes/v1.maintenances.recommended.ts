import { z } from "zod";
import { listRecommendedMaintenances } from "~/features/maintenance/list-recommended-maintenances.server";
import { toRecommendedJson } from "~/features/maintenance/maintenance-json.server";
import { recommendedJson, recommendedQuery } from "~/features/maintenance/schemas";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/maintenances/recommended", {
  GET: {
    summary: "Maintenance that has a date, of the caller's machines or of one; the next to do first",
    access: "signed_in",
    query: recommendedQuery,
    response: z.object({ maintenances: z.array(recommendedJson) }),
    handle: async ({ deps, actor, query }) => ({
      maintenances: (await listRecommendedMaintenances({ ...deps, actor }, { device: query.device_id })).map(toRecommendedJson),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
