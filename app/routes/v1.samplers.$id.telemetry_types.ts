import { z } from "zod";
import { SAMPLER_MANAGERS } from "#app/domain/samplers/managers.ts";
import { listTelemetryTypes } from "#app/features/samplers/list-telemetry-types.server.ts";
import { telemetryTypeJson } from "#app/features/samplers/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/samplers/{id}/telemetry_types", {
  GET: {
    summary: "The types that a sampler's mappings may have",
    access: SAMPLER_MANAGERS,
    response: z.object({ data: z.array(telemetryTypeJson) }),
    handle: async ({ deps, actor, params }) => ({
      data: await listTelemetryTypes({ ...deps, actor }, params.id),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
