import { z } from "zod";
import { SAMPLER_MANAGERS } from "~/domain/samplers/managers";
import { listTelemetryTypes } from "~/features/samplers/list-telemetry-types.server";
import { telemetryTypeJson } from "~/features/samplers/schemas";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/samplers/{id}/telemetry_types", {
  GET: {
    summary: "The types that a sampler's mappings may have",
    access: SAMPLER_MANAGERS,
    response: z.object({ data: z.array(telemetryTypeJson) }),
    handle: async ({ deps, actor, params }) => ({ data: await listTelemetryTypes({ ...deps, actor }, params.id) }),
  },
});
export const loader = api.loader;
export const action = api.action;
