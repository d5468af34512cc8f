import { z } from "zod";
import { requireCustomer } from "#app/features/organizations/list-customers.server.ts";
import { listFacilities } from "#app/features/organizations/list-facilities.server.ts";
import { facilityJson, toFacilityJson } from "#app/features/organizations/organization-json.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/customers/{id}/facilities", {
  GET: {
    summary: "The facilities of a customer that the caller may see, by name",
    access: "signed_in",
    response: z.object({ data: z.array(facilityJson) }),
    async handle({ deps, actor, params }) {
      const customer = await requireCustomer({ ...deps, actor }, rowId(params.id));
      return {
        data: (await listFacilities({ ...deps, actor }, { customerId: customer.id })).map(
          toFacilityJson,
        ),
      };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
