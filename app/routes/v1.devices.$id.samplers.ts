import { z } from "zod";
import { SAMPLER_MANAGERS } from "~/domain/samplers/managers";
import { listSamplers } from "~/features/samplers/list-samplers.server";
import { listedSamplerJson } from "~/features/samplers/schemas";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/devices/{id}/samplers", {
  GET: {
    summary: "A machine's samplers and what they last said of themselves",
    access: SAMPLER_MANAGERS,
    response: z.object({ data: z.array(listedSamplerJson) }),
    handle: async ({ deps, actor, params }) => ({ data: await listSamplers({ ...deps, actor }, params.id) }),
  },
});
export const loader = api.loader;
export const action = api.action;
