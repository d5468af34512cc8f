import { createFirstSuperuser } from "#app/features/people/create-first-superuser.server.ts";
import { passwordByTokenBody } from "#app/features/people/password-schemas.ts";
import { sessionJson, toUserJson } from "#app/features/people/session-json.ts";
import { setPasswordByToken } from "#app/features/people/set-password.server.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/passwords/{token}", {
  PUT: {
    summary:
      "Set a password by the link of a reset or an invitation; the first superuser's link also takes who it is",
    access: "public",
    body: passwordByTokenBody,
    response: sessionJson,
    async handle({ deps, params, request, body: { user } }) {
      const password = {
        password: user.password,
        passwordConfirmation: user.password_confirmation,
      };
      const input = {
        ...password,
        token: params.token,
        userAgent: request.headers.get("User-Agent"),
      };
      const { email, first_name: firstName, last_name: lastName } = user;
      const isFirst = email !== undefined && firstName !== undefined && lastName !== undefined;
      const session = await (isFirst
        ? createFirstSuperuser(deps, { ...input, email, firstName, lastName })
        : setPasswordByToken(deps, input));
      return { data: { token: session.token, user: toUserJson(session.user) } };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
