import { z } from "zod";
import { listMachines } from "~/features/machines/list-machines.server";
import { machineJson, toMachineJson } from "~/features/machines/machine-json";
import { requireFacility } from "~/features/organizations/list-facilities.server";
import { rowId } from "~/http/api-params";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/facilities/{id}/devices", {
  GET: {
    summary: "The machines of a facility that the caller may see, by name",
    access: "signed_in",
    response: z.object({ data: z.array(machineJson) }),
    async handle({ deps, actor, params }) {
      const facility = await requireFacility({ ...deps, actor }, rowId(params.id));
      return { data: (await listMachines({ ...deps, actor }, { facilityId: facility.id })).map(toMachineJson) };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
