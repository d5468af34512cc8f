import { z } from "zod";
import { SAMPLER_MANAGERS } from "~/domain/samplers/managers";
import { rotateSamplerKey } from "~/features/samplers/rotate-sampler-key.server";
import { rotatedKeyJson } from "~/features/samplers/schemas";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/samplers/{id}/rotate_key", {
  POST: {
    summary: "Replaces a sampler's key; the old one stays valid for one more hour",
    access: SAMPLER_MANAGERS,
    response: z.object({ data: rotatedKeyJson }),
    handle: async ({ deps, actor, params }) => ({ data: await rotateSamplerKey({ ...deps, actor, jobs: deps.env.JOBS }, params.id) }),
  },
});
export const loader = api.loader;
export const action = api.action;
