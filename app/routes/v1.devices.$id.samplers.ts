import { z } from "zod";
import { SAMPLER_MANAGERS } from "#app/domain/samplers/managers.ts";
import { listSamplers } from "#app/features/samplers/list-samplers.server.ts";
import { listedSamplerJson } from "#app/features/samplers/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/devices/{id}/samplers", {
  GET: {
    summary: "A machine's samplers and what they last said of themselves",
    access: SAMPLER_MANAGERS,
    response: z.object({ data: z.array(listedSamplerJson) }),
    handle: async ({ deps, actor, params }) => ({
      data: await listSamplers({ ...deps, actor }, params.id),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
