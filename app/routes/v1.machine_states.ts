import { z } from "zod";
import { MACHINE_STATES } from "~/domain/metrics/states";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/machine_states", {
  GET: {
    summary: "The machine states: the number that is stored and the word for it",
    access: "signed_in",
    remembersCaller: true,
    response: z.object({ data: z.array(z.object({ value: z.int(), name: z.enum(MACHINE_STATES) })) }),
    handle: () => ({ data: MACHINE_STATES.map((name, value) => ({ value, name })) }),
  },
});
export const loader = api.loader;
export const action = api.action;
