import { SAMPLER_MANAGERS } from "#app/domain/samplers/managers.ts";
import { listMappings } from "#app/features/samplers/list-mappings.server.ts";
import { listMappingsQuery, mappingsPageJson } from "#app/features/samplers/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/samplers/{id}/telemetry_definitions", {
  GET: {
    summary: "One page of a sampler's mappings",
    access: SAMPLER_MANAGERS,
    query: listMappingsQuery,
    response: mappingsPageJson,
    handle: ({ deps, actor, params, query }) =>
      listMappings({ ...deps, actor }, params.id, {
        page: query.page,
        limit: query.limit,
        machineKey: query["filters[eq][machine_key]"],
        humanKeyLike: query["filters[ilike][human_key]"],
        machineKeyLike: query["filters[ilike][machine_key]"],
      }),
  },
});
export const loader = api.loader;
export const action = api.action;
