import { z } from "zod";
import { endAllOtherSessions, listSessions } from "#app/features/people/list-sessions.server.ts";
import { sessionRowJson, toSessionRowJson } from "#app/features/people/session-json.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/sessions", {
  GET: {
    summary: "Where the caller is signed in; the session in use comes first",
    access: "signed_in",
    response: z.object({ data: z.array(sessionRowJson) }),
    handle: async ({ deps, actor }) => ({
      data: (await listSessions({ ...deps, actor })).map(toSessionRowJson),
    }),
  },
  DELETE: {
    summary: "End every session of the caller's but the one in use",
    access: "signed_in",
    response: z.object({ data: z.object({ ended: z.int() }) }),
    handle: async ({ deps, actor }) => ({ data: await endAllOtherSessions({ ...deps, actor }) }),
  },
});
export const loader = api.loader;
export const action = api.action;
