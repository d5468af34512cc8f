import { z } from "zod";
import { ADMINS } from "~/domain/access/permissions";
import { toUserJson, userJson } from "~/features/session/session-json";
import { listUsers } from "~/features/users/list-users.server";
import { rowId } from "~/http/api-params";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/customers/{id}/users", {
  GET: {
    summary: "The people of a customer, for its admins and superusers",
    access: ADMINS,
    response: z.object({ data: z.array(userJson) }),
    handle: async ({ deps, actor, params }) => ({ data: (await listUsers({ ...deps, actor }, rowId(params.id))).map(toUserJson) }),
  },
});
export const loader = api.loader;
export const action = api.action;
