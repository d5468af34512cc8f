import { z } from "zod";
import { requireCustomer } from "#app/features/organizations/list-customers.server.ts";
import { customerJson, toCustomerJson } from "#app/features/organizations/organization-json.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/customers/{id}", {
  GET: {
    summary: "A customer",
    access: "signed_in",
    response: z.object({ data: customerJson }),
    handle: async ({ deps, actor, params }) => ({
      data: toCustomerJson(await requireCustomer({ ...deps, actor }, rowId(params.id))),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
