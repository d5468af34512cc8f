import { z } from "zod";
import { SAMPLER_MANAGERS } from "#app/domain/samplers/managers.ts";
import { rotateSamplerKey } from "#app/features/samplers/rotate-sampler-key.server.ts";
import { rotatedKeyJson } from "#app/features/samplers/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/samplers/{id}/rotate_key", {
  POST: {
    summary: "Replaces a sampler's key; the old one stays valid for one more hour",
    access: SAMPLER_MANAGERS,
    response: z.object({ data: rotatedKeyJson }),
    handle: async ({ deps, actor, params }) => ({
      data: await rotateSamplerKey({ ...deps, actor, jobs: deps.env.JOBS }, params.id),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
