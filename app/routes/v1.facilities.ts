import { z } from "zod";
import { listFacilities } from "#app/features/organizations/list-facilities.server.ts";
import { facilityJson, toFacilityJson } from "#app/features/organizations/organization-json.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/facilities", {
  GET: {
    summary: "The caller's facilities, by name",
    access: "signed_in",
    response: z.object({ data: z.array(facilityJson) }),
    handle: async ({ deps, actor }) => ({
      data: (await listFacilities({ ...deps, actor })).map(toFacilityJson),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
