import { z } from "zod";
import { requireMachine } from "#app/features/machines/get-machine.server.ts";
import { machineJson, toMachineJson } from "#app/features/machines/machine-json.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/devices/{id}", {
  GET: {
    summary: "A machine by id or serial number",
    access: "signed_in",
    response: z.object({ data: machineJson }),
    handle: async ({ deps, actor, params }) => ({
      data: toMachineJson(await requireMachine({ ...deps, actor }, params.id)),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
