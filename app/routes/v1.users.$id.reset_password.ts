import { z } from "zod";
import { ADMINS } from "~/domain/access/permissions";
import { forcePasswordReset } from "~/features/users/manage-access.server";
import { rowId } from "~/http/api-params";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/users/{id}/reset_password", {
  PUT: {
    summary: "Make somebody set a new password at their next sign-in; their sessions and API tokens end",
    access: ADMINS,
    response: z.object({ data: z.object({ id: z.int(), reset_password: z.literal(true) }) }),
    handle: async ({ deps, actor, params }) => ({ data: await forcePasswordReset({ ...deps, actor }, rowId(params.id)) }),
  },
});
export const loader = api.loader;
export const action = api.action;
