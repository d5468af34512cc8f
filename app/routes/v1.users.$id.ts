import { z } from "zod";
import { AppError } from "~/domain/errors";
import { accountBody } from "~/features/account/schemas";
import { toUserJson, userJson } from "~/features/session/session-json";
import { requireUser } from "~/features/users/require-user.server";
import { changeAccount } from "~/http/account-answer.server";
import { rowId } from "~/http/api-params";
import { Reply } from "~/http/api-types";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/users/{id}", {
  GET: {
    summary: "A person: oneself, or somebody whom the caller manages",
    access: "signed_in",
    response: z.object({ data: userJson }),
    handle: async ({ deps, actor, params }) => ({ data: toUserJson(await requireUser({ ...deps, actor }, rowId(params.id))) }),
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
      return new Reply({ data: toUserJson(user), ...(token === undefined ? {} : { token }) }, { headers });
    },
  },
});
export const loader = api.loader;
export const action = api.action;
