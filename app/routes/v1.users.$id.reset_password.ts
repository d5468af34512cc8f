import { z } from "zod";
import { ADMINS } from "#app/domain/access/permissions.ts";
import { forcePasswordReset } from "#app/features/people/manage-access.server.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/users/{id}/reset_password", {
  PUT: {
    summary:
      "Make somebody set a new password at their next sign-in; their sessions and API tokens end",
    access: ADMINS,
    response: z.object({ data: z.object({ id: z.int(), reset_password: z.literal(true) }) }),
    handle: async ({ deps, actor, params }) => ({
      data: await forcePasswordReset({ ...deps, actor }, rowId(params.id)),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
