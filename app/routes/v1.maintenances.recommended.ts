import { z } from "zod";
import { listRecommendedMaintenances } from "#app/features/maintenance/list-recommended-maintenances.server.ts";
import { toRecommendedJson } from "#app/features/maintenance/maintenance-json.server.ts";
import { recommendedJson, recommendedQuery } from "#app/features/maintenance/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/maintenances/recommended", {
  GET: {
    summary:
      "Maintenance that has a date, of the caller's machines or of one; the next to do first",
    access: "signed_in",
    query: recommendedQuery,
    response: z.object({ maintenances: z.array(recommendedJson) }),
    handle: async ({ deps, actor, query }) => ({
      maintenances: (
        await listRecommendedMaintenances({ ...deps, actor }, { device: query.device_id })
      ).map(toRecommendedJson),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
