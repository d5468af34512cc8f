import { z } from "zod";
import { listMachines } from "#app/features/machines/list-machines.server.ts";
import { machineJson, toMachineJson } from "#app/features/machines/machine-json.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/devices", {
  GET: {
    summary: "The caller's machines, by name",
    access: "signed_in",
    response: z.object({ data: z.array(machineJson) }),
    handle: async ({ deps, actor }) => ({
      data: (await listMachines({ ...deps, actor })).map(toMachineJson),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
