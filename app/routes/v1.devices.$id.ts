import { z } from "zod";
import { requireMachine } from "~/features/machines/get-machine.server";
import { machineJson, toMachineJson } from "~/features/machines/machine-json";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/devices/{id}", {
  GET: {
    summary: "A machine by id or serial number",
    access: "signed_in",
    response: z.object({ data: machineJson }),
    handle: async ({ deps, actor, params }) => ({ data: toMachineJson(await requireMachine({ ...deps, actor }, params.id)) }),
  },
});
export const loader = api.loader;
export const action = api.action;
