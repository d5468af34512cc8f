import { z } from "zod";
import { ADMINS } from "#app/domain/access/permissions.ts";
import { deactivateUser } from "#app/features/people/manage-access.server.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/users/{id}/deactivate", {
  PUT: {
    summary: "Take somebody's sign-in; their sessions, API tokens and sockets end at once",
    access: ADMINS,
    response: z.object({ data: z.object({ id: z.int(), status: z.literal("disabled") }) }),
    handle: async ({ deps, actor, params }) => ({
      data: await deactivateUser({ ...deps, actor }, rowId(params.id)),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
