import { z } from "zod";
import { accountBody } from "~/features/account/schemas";
import { toUserJson, userJson } from "~/features/session/session-json";
import { changeAccount } from "~/http/account-answer.server";
import { Reply } from "~/http/api-types";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/users/me", {
  GET: {
    summary: "Who is signed in",
    access: "signed_in",
    duringReset: true,
    response: z.object({ data: userJson }),
    handle: ({ user }) => ({ data: toUserJson(user) }),
  },
  PUT: {
    summary:
      "Change the own account; a new e-mail address or password takes current_password. A new password ends every session: go on with `token`",
    access: "signed_in",
    body: accountBody,
    response: z.object({ data: userJson, token: z.string().optional() }),
    async handle({ deps, actor, request, body }) {
      const { user, token, headers } = await changeAccount({ deps, actor, request, body });
      return new Reply({ data: toUserJson(user), ...(token === undefined ? {} : { token }) }, { headers });
    },
  },
});
export const loader = api.loader;
export const action = api.action;
