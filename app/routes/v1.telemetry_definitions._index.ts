import { z } from "zod";
import { SAMPLER_MANAGERS } from "~/domain/samplers/managers";
import { createMapping } from "~/features/samplers/create-mapping.server";
import { createMappingSchema, mappingJson } from "~/features/samplers/schemas";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/telemetry_definitions", {
  POST: {
    summary: "Maps a machine key of a sampler to a human key of its machine",
    access: SAMPLER_MANAGERS,
    body: createMappingSchema,
    response: z.object({ data: mappingJson }),
    status: 201,
    handle: async ({ deps, actor, body }) => ({ data: await createMapping({ ...deps, actor, jobs: deps.env.JOBS }, body) }),
  },
});
export const loader = api.loader;
export const action = api.action;
