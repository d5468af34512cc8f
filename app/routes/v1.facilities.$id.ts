import { z } from "zod";
import { requireFacility } from "#app/features/organizations/list-facilities.server.ts";
import { facilityJson, toFacilityJson } from "#app/features/organizations/organization-json.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/facilities/{id}", {
  GET: {
    summary: "A facility",
    access: "signed_in",
    response: z.object({ data: facilityJson }),
    handle: async ({ deps, actor, params }) => ({
      data: toFacilityJson(await requireFacility({ ...deps, actor }, rowId(params.id))),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
