import { z } from "zod";
import { SAMPLER_MANAGERS } from "#app/domain/samplers/managers.ts";
import { SAMPLER_SPECS } from "#app/domain/samplers/specs.ts";
import { specJson } from "#app/features/samplers/schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/samplers/specs", {
  GET: {
    summary: "What samplers may speak to a machine",
    access: SAMPLER_MANAGERS,
    response: z.object({ data: z.array(specJson) }),
    handle: () => ({
      data: SAMPLER_SPECS.map(({ defaultPort, ...spec }) => ({
        ...spec,
        default_port: defaultPort,
      })),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
