import { z } from "zod";
import { SAMPLER_MANAGERS } from "#app/domain/samplers/managers.ts";
import { listMachineMappings } from "#app/features/samplers/list-mappings.server.ts";
import { deviceMappingsQuery, mappingJson } from "#app/features/samplers/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/devices/{id}/telemetry_definitions", {
  GET: {
    summary: "A machine's mappings over all its samplers, of one human key if asked",
    access: SAMPLER_MANAGERS,
    query: deviceMappingsQuery,
    response: z.object({ data: z.array(mappingJson) }),
    handle: async ({ deps, actor, params, query }) => ({
      data: await listMachineMappings(
        { ...deps, actor },
        params.id,
        query.human_key ?? query["filters[eq][human_key]"],
      ),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
