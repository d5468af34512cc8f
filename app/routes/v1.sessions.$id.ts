import { z } from "zod";
import { endSession } from "#app/features/people/list-sessions.server.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/sessions/{id}", {
  DELETE: {
    summary: "End one of the caller's own sessions",
    access: "signed_in",
    response: z.object({ data: z.object({ ended: z.int() }) }),
    handle: async ({ deps, actor, params }) => ({
      data: await endSession({ ...deps, actor }, rowId(params.id)),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
