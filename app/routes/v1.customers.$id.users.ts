import { z } from "zod";
import { ADMINS } from "#app/domain/access/permissions.ts";
import { toUserJson, userJson } from "#app/features/people/session-json.ts";
import { listUsers } from "#app/features/people/list-users.server.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/customers/{id}/users", {
  GET: {
    summary: "The people of a customer, for its admins and superusers",
    access: ADMINS,
    response: z.object({ data: z.array(userJson) }),
    handle: async ({ deps, actor, params }) => ({
      data: (await listUsers({ ...deps, actor }, rowId(params.id))).map(toUserJson),
    }),
  },
});
export const loader = api.loader;
export const action = api.action;
