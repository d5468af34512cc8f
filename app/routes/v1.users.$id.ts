import { z } from "zod";
import { AppError } from "#app/domain/errors.ts";
import { accountBody } from "#app/features/people/account-schemas.ts";
import { toUserJson, userJson } from "#app/features/people/session-json.ts";
import { requireUser } from "#app/features/people/require-user.server.ts";
import { changeAccount } from "#app/pages/account-answer.server.ts";
import { rowId } from "#app/api/params.ts";
import { Reply } from "#app/api/types.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/users/{id}", {
  GET: {
    summary: "A person: oneself, or somebody whom the caller manages",
    access: "signed_in",
    response: z.object({ data: userJson }),
    handle: async ({ deps, actor, params }) => ({
      data: toUserJson(await requireUser({ ...deps, actor }, rowId(params.id))),
    }),
  },
  PUT: {
    summary: "Change the own account, as PUT /v1/users/me does",
    access: "signed_in",
    body: accountBody,
    response: z.object({ data: userJson, token: z.string().optional() }),
    async handle({ deps, actor, request, params, body }) {
      const { id } = await requireUser({ ...deps, actor }, rowId(params.id));
      if (id !== actor.userId) throw new AppError("forbidden");
      const { user, token, headers } = await changeAccount({ deps, actor, request, body });
      return new Reply(
        { data: toUserJson(user), ...(token === undefined ? {} : { token }) },
        { headers },
      );
    },
  },
});
export const loader = api.loader;
export const action = api.action;
