import { z } from "zod";
import { SAMPLER_MANAGERS } from "~/domain/samplers/managers";
import { SAMPLER_SPECS } from "~/domain/samplers/specs";
import { specJson } from "~/features/samplers/schemas";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/samplers/specs", {
  GET: {
    summary: "What samplers may speak to a machine",
    access: SAMPLER_MANAGERS,
    response: z.object({ data: z.array(specJson) }),
    handle: () => ({ data: SAMPLER_SPECS.map(({ defaultPort, ...spec }) => ({ ...spec, default_port: defaultPort })) }),
  },
});
export const loader = api.loader;
export const action = api.action;
