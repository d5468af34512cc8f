import { z } from "zod";
import { SAMPLER_MANAGERS } from "#app/domain/samplers/managers.ts";
import { createSampler } from "#app/features/samplers/create-sampler.server.ts";
import { createdSamplerJson, createSamplerSchema } from "#app/features/samplers/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/samplers", {
  POST: {
    summary: "Adds a sampler to a machine and answers its key, which is told only here",
    access: SAMPLER_MANAGERS,
    body: createSamplerSchema,
    response: z.object({ data: createdSamplerJson }),
    status: 201,
    handle: async ({ deps, actor, body }) => ({
      data: await createSampler({ ...deps, actor, jobs: deps.env.JOBS }, body),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
