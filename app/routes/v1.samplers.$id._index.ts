import { z } from "zod";
import { SAMPLER_MANAGERS } from "#app/domain/samplers/managers.ts";
import { deleteSampler } from "#app/features/samplers/delete-sampler.server.ts";
import { deletedJson, samplerJson, updateSamplerSchema } from "#app/features/samplers/schemas.ts";
import { updateSampler } from "#app/features/samplers/update-sampler.server.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/samplers/{id}", {
  PUT: {
    summary: "Changes a sampler; what is left out stays",
    access: SAMPLER_MANAGERS,
    body: updateSamplerSchema,
    response: z.object({ data: samplerJson }),
    handle: async ({ deps, actor, params, body }) => ({
      data: await updateSampler({ ...deps, actor, jobs: deps.env.JOBS }, params.id, body),
    }),
  },
  DELETE: {
    summary: "Removes a sampler with its key and mappings; its samples stay",
    access: SAMPLER_MANAGERS,
    response: deletedJson,
    handle: async ({ deps, actor, params }) => ({
      data: await deleteSampler({ ...deps, actor, jobs: deps.env.JOBS }, params.id),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
