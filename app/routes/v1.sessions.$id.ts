import { z } from "zod";
import { endSession } from "~/features/session/list-sessions.server";
import { rowId } from "~/http/api-params";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/sessions/{id}", {
  DELETE: {
    summary: "End one of the caller's own sessions",
    access: "signed_in",
    response: z.object({ data: z.object({ ended: z.int() }) }),
    handle: async ({ deps, actor, params }) => ({ data: await endSession({ ...deps, actor }, rowId(params.id)) }),
  },
});
export const loader = api.loader;
export const action = api.action;
