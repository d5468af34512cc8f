import { z } from "zod";
import { revokeApiToken } from "#app/features/people/api-tokens.server.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/api_tokens/{id}", {
  DELETE: {
    summary: "Take an API token of one's own back; it and its sockets end at once",
    access: "signed_in",
    response: z.object({ data: z.object({ id: z.int() }) }),
    handle: async ({ deps, actor, params }) => ({
      data: await revokeApiToken({ ...deps, actor }, rowId(params.id)),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
