import { z } from "zod";
import { requireFacility } from "~/features/organizations/list-facilities.server";
import { facilityJson, toFacilityJson } from "~/features/organizations/organization-json";
import { rowId } from "~/http/api-params";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/facilities/{id}", {
  GET: {
    summary: "A facility",
    access: "signed_in",
    response: z.object({ data: facilityJson }),
    handle: async ({ deps, actor, params }) => ({ data: toFacilityJson(await requireFacility({ ...deps, actor }, rowId(params.id))) }),
  },
});
export const loader = api.loader;
export const action = api.action;
