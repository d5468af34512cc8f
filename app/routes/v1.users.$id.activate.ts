import { z } from "zod";
import { ADMINS } from "#app/domain/access/permissions.ts";
import { activateUser } from "#app/features/people/manage-access.server.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/users/{id}/activate", {
  PUT: {
    summary: "Let somebody sign in again",
    access: ADMINS,
    response: z.object({ data: z.object({ id: z.int(), status: z.enum(["active", "invited"]) }) }),
    handle: async ({ deps, actor, params }) => ({
      data: await activateUser({ ...deps, actor }, rowId(params.id)),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
