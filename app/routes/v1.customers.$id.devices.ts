import { z } from "zod";
import { listMachines } from "~/features/machines/list-machines.server";
import { machineJson, toMachineJson } from "~/features/machines/machine-json";
import { requireCustomer } from "~/features/organizations/list-customers.server";
import { rowId } from "~/http/api-params";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/customers/{id}/devices", {
  GET: {
    summary: "The machines of a customer that the caller may see, by name",
    access: "signed_in",
    response: z.object({ data: z.array(machineJson) }),
    async handle({ deps, actor, params }) {
      const customer = await requireCustomer({ ...deps, actor }, rowId(params.id));
      return { data: (await listMachines({ ...deps, actor }, { customerId: customer.id })).map(toMachineJson) };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
