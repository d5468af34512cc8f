import { z } from "zod";
import { requireCustomer } from "~/features/organizations/list-customers.server";
import { customerJson, toCustomerJson } from "~/features/organizations/organization-json";
import { rowId } from "~/http/api-params";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/customers/{id}", {
  GET: {
    summary: "A customer",
    access: "signed_in",
    response: z.object({ data: customerJson }),
    handle: async ({ deps, actor, params }) => ({ data: toCustomerJson(await requireCustomer({ ...deps, actor }, rowId(params.id))) }),
  },
});
export const loader = api.loader;
export const action = api.action;
