import { z } from "zod";
import { SAMPLER_MANAGERS } from "~/domain/samplers/managers";
import { createSampler } from "~/features/samplers/create-sampler.server";
import { createdSamplerJson, createSamplerSchema } from "~/features/samplers/schemas";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/samplers", {
  POST: {
    summary: "Adds a sampler to a machine and answers its key, which is told only here",
    access: SAMPLER_MANAGERS,
    body: createSamplerSchema,
    response: z.object({ data: createdSamplerJson }),
    status: 201,
    handle: async ({ deps, actor, body }) => ({ data: await createSampler({ ...deps, actor, jobs: deps.env.JOBS }, body) }),
  },
});
export const loader = api.loader;
export const action = api.action;
