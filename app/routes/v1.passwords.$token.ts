import { createFirstSuperuser } from "~/features/session/create-first-superuser.server";
import { passwordByTokenBody } from "~/features/session/password-schemas";
import { sessionJson, toUserJson } from "~/features/session/session-json";
import { setPasswordByToken } from "~/features/session/set-password.server";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/passwords/{token}", {
  PUT: {
    summary: "Set a password by the link of a reset or an invitation; the first superuser's link also takes who it is",
    access: "public",
    body: passwordByTokenBody,
    response: sessionJson,
    async handle({ deps, params, request, body: { user } }) {
      const password = { password: user.password, passwordConfirmation: user.password_confirmation };
      const input = { ...password, token: params.token, userAgent: request.headers.get("User-Agent") };
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
