import { z } from "zod";
import { listMachines } from "~/features/machines/list-machines.server";
import { machineJson, toMachineJson } from "~/features/machines/machine-json";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/devices", {
  GET: {
    summary: "The caller's machines, by name",
    access: "signed_in",
    response: z.object({ data: z.array(machineJson) }),
    handle: async ({ deps, actor }) => ({ data: (await listMachines({ ...deps, actor })).map(toMachineJson) }),
  },
});
export const loader = api.loader;
export const action = api.action;
