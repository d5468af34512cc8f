import { z } from "zod";
import { SAMPLER_MANAGERS } from "~/domain/samplers/managers";
import { deleteMapping } from "~/features/samplers/delete-mapping.server";
import { deletedJson, mappingJson, updateMappingSchema } from "~/features/samplers/schemas";
import { updateMapping } from "~/features/samplers/update-mapping.server";
import { defineApi } from "~/http/define-api.server";

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
    handle: async ({ deps, actor, params }) => ({ data: await deleteMapping({ ...deps, actor, jobs: deps.env.JOBS }, params.id) }),
  },
});
export const loader = api.loader;
export const action = api.action;
