import { z } from "zod";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/machine_states", {
  GET: {
    summary: "The machine states: the number that is stored and the word for it",
    access: "signed_in",
    remembersCaller: true,
    response: z.object({
      data: z.array(z.object({ value: z.int(), name: z.enum(MACHINE_STATES) })),
    }),
    handle: () => ({ data: MACHINE_STATES.map((name, value) => ({ value, name })) }),
  },
});
export const loader = api.loader;
export const action = api.action;
