import { z } from "zod";
import { ADMINS } from "#app/domain/access/permissions.ts";
import { unlockUser } from "#app/features/people/manage-access.server.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/users/{id}/unlock", {
  PUT: {
    summary: "Clear the lock of too many failed sign-ins",
    access: ADMINS,
    response: z.object({ data: z.object({ id: z.int(), locked: z.literal(false) }) }),
    handle: async ({ deps, actor, params }) => ({
      data: await unlockUser({ ...deps, actor }, rowId(params.id)),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
