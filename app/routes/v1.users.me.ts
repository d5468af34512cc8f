import { z } from "zod";
import { accountBody } from "#app/features/people/account-schemas.ts";
import { toUserJson, userJson } from "#app/features/people/session-json.ts";
import { changeAccount } from "#app/pages/account-answer.server.ts";
import { Reply } from "#app/api/types.ts";
import { defineApi } from "#app/api/define-api.server.ts";

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
      return new Reply(
        { data: toUserJson(user), ...(token === undefined ? {} : { token }) },
        { headers },
      );
    },
  },
});
export const loader = api.loader;
export const action = api.action;
