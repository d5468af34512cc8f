import { z } from "zod";
import { ADMINS } from "~/domain/access/permissions";
import { unlockUser } from "~/features/users/manage-access.server";
import { rowId } from "~/http/api-params";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/users/{id}/unlock", {
  PUT: {
    summary: "Clear the lock of too many failed sign-ins",
    access: ADMINS,
    response: z.object({ data: z.object({ id: z.int(), locked: z.literal(false) }) }),
    handle: async ({ deps, actor, params }) => ({ data: await unlockUser({ ...deps, actor }, rowId(params.id)) }),
  },
});
export const loader = api.loader;
export const action = api.action;
