import { z } from "zod";
import { ADMINS } from "~/domain/access/permissions";
import { deactivateUser } from "~/features/users/manage-access.server";
import { rowId } from "~/http/api-params";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/users/{id}/deactivate", {
  PUT: {
    summary: "Take somebody's sign-in; their sessions, API tokens and sockets end at once",
    access: ADMINS,
    response: z.object({ data: z.object({ id: z.int(), status: z.literal("disabled") }) }),
    handle: async ({ deps, actor, params }) => ({ data: await deactivateUser({ ...deps, actor }, rowId(params.id)) }),
  },
});
export const loader = api.loader;
export const action = api.action;
