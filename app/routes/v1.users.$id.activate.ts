import { z } from "zod";
import { ADMINS } from "~/domain/access/permissions";
import { activateUser } from "~/features/users/manage-access.server";
import { rowId } from "~/http/api-params";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/users/{id}/activate", {
  PUT: {
    summary: "Let somebody sign in again",
    access: ADMINS,
    response: z.object({ data: z.object({ id: z.int(), status: z.enum(["active", "invited"]) }) }),
    handle: async ({ deps, actor, params }) => ({ data: await activateUser({ ...deps, actor }, rowId(params.id)) }),
  },
});
export const loader = api.loader;
export const action = api.action;
