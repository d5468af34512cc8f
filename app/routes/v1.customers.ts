import { z } from "zod";
import { listCustomers } from "~/features/organizations/list-customers.server";
import { customerJson, toCustomerJson } from "~/features/organizations/organization-json";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/customers", {
  GET: {
    summary: "The customers that the caller may see: the own one, or all for the provider's staff",
    access: "signed_in",
    response: z.object({ data: z.array(customerJson) }),
    handle: async ({ deps, actor }) => ({ data: (await listCustomers({ ...deps, actor })).map(toCustomerJson) }),
  },
});
export const loader = api.loader;
export const action = api.action;
