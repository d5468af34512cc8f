import { z } from "zod";
import { requireCustomer } from "~/features/organizations/list-customers.server";
import { listFacilities } from "~/features/organizations/list-facilities.server";
import { facilityJson, toFacilityJson } from "~/features/organizations/organization-json";
import { rowId } from "~/http/api-params";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/customers/{id}/facilities", {
  GET: {
    summary: "The facilities of a customer that the caller may see, by name",
    access: "signed_in",
    response: z.object({ data: z.array(facilityJson) }),
    async handle({ deps, actor, params }) {
      const customer = await requireCustomer({ ...deps, actor }, rowId(params.id));
      return { data: (await listFacilities({ ...deps, actor }, { customerId: customer.id })).map(toFacilityJson) };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
