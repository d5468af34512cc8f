import { z } from "zod";
import { SAMPLER_MANAGERS } from "#app/domain/samplers/managers.ts";
import { deleteMapping } from "#app/features/samplers/delete-mapping.server.ts";
import { deletedJson, mappingJson, updateMappingSchema } from "#app/features/samplers/schemas.ts";
import { updateMapping } from "#app/features/samplers/update-mapping.server.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/telemetry_definitions/{id}", {
  PUT: {
    summary: "Changes a mapping; what is left out stays",
    access: SAMPLER_MANAGERS,
    body: updateMappingSchema,
    response: z.object({ data: mappingJson }),
    handle: async ({ deps, actor, params, body }) => ({
      data: await updateMapping({ ...deps, actor, jobs: deps.env.JOBS }, params.id, body),
    }),
  },
  DELETE: {
    summary: "Removes a mapping; its samples stay",
    access: SAMPLER_MANAGERS,
    response: deletedJson,
    handle: async ({ deps, actor, params }) => ({
      data: await deleteMapping({ ...deps, actor, jobs: deps.env.JOBS }, params.id),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
