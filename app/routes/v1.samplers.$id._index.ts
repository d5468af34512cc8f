import { z } from "zod";
import { SAMPLER_MANAGERS } from "~/domain/samplers/managers";
import { deleteSampler } from "~/features/samplers/delete-sampler.server";
import { deletedJson, samplerJson, updateSamplerSchema } from "~/features/samplers/schemas";
import { updateSampler } from "~/features/samplers/update-sampler.server";
import { defineApi } from "~/http/define-api.server";

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
    handle: async ({ deps, actor, params }) => ({ data: await deleteSampler({ ...deps, actor, jobs: deps.env.JOBS }, params.id) }),
  },
});
export const loader = api.loader;
export const action = api.action;
