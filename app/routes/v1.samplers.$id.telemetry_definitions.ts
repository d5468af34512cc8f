import { SAMPLER_MANAGERS } from "~/domain/samplers/managers";
import { listMappings } from "~/features/samplers/list-mappings.server";
import { listMappingsQuery, mappingsPageJson } from "~/features/samplers/schemas";
import { defineApi } from "~/http/define-api.server";

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
