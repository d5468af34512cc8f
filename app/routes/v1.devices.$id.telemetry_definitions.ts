import { z } from "zod";
import { SAMPLER_MANAGERS } from "~/domain/samplers/managers";
import { listMachineMappings } from "~/features/samplers/list-mappings.server";
import { deviceMappingsQuery, mappingJson } from "~/features/samplers/schemas";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/devices/{id}/telemetry_definitions", {
  GET: {
    summary: "A machine's mappings over all its samplers, of one human key if asked",
    access: SAMPLER_MANAGERS,
    query: deviceMappingsQuery,
    response: z.object({ data: z.array(mappingJson) }),
    handle: async ({ deps, actor, params, query }) => ({
      data: await listMachineMappings({ ...deps, actor }, params.id, query.human_key ?? query["filters[eq][human_key]"]),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
