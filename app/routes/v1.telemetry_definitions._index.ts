import { z } from "zod";
import { SAMPLER_MANAGERS } from "#app/domain/samplers/managers.ts";
import { createMapping } from "#app/features/samplers/create-mapping.server.ts";
import { createMappingSchema, mappingJson } from "#app/features/samplers/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/telemetry_definitions", {
  POST: {
    summary: "Maps a machine key of a sampler to a human key of its machine",
    access: SAMPLER_MANAGERS,
    body: createMappingSchema,
    response: z.object({ data: mappingJson }),
    status: 201,
    handle: async ({ deps, actor, body }) => ({
      data: await createMapping({ ...deps, actor, jobs: deps.env.JOBS }, body),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
