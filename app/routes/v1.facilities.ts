import { z } from "zod";
import { listFacilities } from "~/features/organizations/list-facilities.server";
import { facilityJson, toFacilityJson } from "~/features/organizations/organization-json";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/facilities", {
  GET: {
    summary: "The caller's facilities, by name",
    access: "signed_in",
    response: z.object({ data: z.array(facilityJson) }),
    handle: async ({ deps, actor }) => ({ data: (await listFacilities({ ...deps, actor })).map(toFacilityJson) }),
  },
});
export const loader = api.loader;
export const action = api.action;
