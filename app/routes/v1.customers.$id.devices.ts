import { z } from "zod";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import { machineJson, toMachineJson } from "#app/features/machines/machine-json.ts";
import { requireCustomer } from "#app/features/organizations/list-customers.server.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/customers/{id}/devices", {
  GET: {
    summary: "The machines of a customer that the caller may see, by name",
    access: "signed_in",
    response: z.object({ data: z.array(machineJson) }),
    async handle({ deps, actor, params }) {
      const customer = await requireCustomer({ ...deps, actor }, rowId(params.id));
      return {
        data: (await listMachines({ ...deps, actor }, { customerId: customer.id })).map(
          toMachineJson,
        ),
      };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
