import { z } from "zod";
import { listCustomers } from "#app/features/organizations/list-customers.server.ts";
import { customerJson, toCustomerJson } from "#app/features/organizations/organization-json.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/customers", {
  GET: {
    summary: "The customers that the caller may see: the own one, or all for the provider's staff",
    access: "signed_in",
    response: z.object({ data: z.array(customerJson) }),
    handle: async ({ deps, actor }) => ({
      data: (await listCustomers({ ...deps, actor })).map(toCustomerJson),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
