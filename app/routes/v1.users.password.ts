import { newPasswordBody } from "#app/features/people/password-schemas.ts";
import { sessionJson, toUserJson } from "#app/features/people/session-json.ts";
import { setOwnPassword } from "#app/features/people/set-password.server.ts";
import { Reply } from "#app/api/types.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { readSessionCookie, sessionHeaders } from "#app/platform/session-cookies.server.ts";

const api = defineApi("/v1/users/password", {
  PUT: {
    summary: "Set the own password; every session ends and a new one begins",
    access: "signed_in",
    duringReset: true,
    body: newPasswordBody,
    response: sessionJson,
    async handle({ deps, actor, request, body: { user } }) {
      const userAgent = request.headers.get("User-Agent");
      const input = {
        password: user.password,
        passwordConfirmation: user.password_confirmation,
        ...(user.current_password === undefined ? {} : { currentPassword: user.current_password }),
        userAgent,
      };
      const session = await setOwnPassword({ ...deps, actor }, input);
      const site = { env: deps.env, request, now: deps.now };
      // A page that calls with its cookie goes on with the new session.
      const headers =
        readSessionCookie(site) === null ? new Headers() : sessionHeaders(site, session);
      return new Reply(
        { data: { token: session.token, user: toUserJson(session.user) } },
        { headers },
      );
    },
  },
});
export const loader = api.loader;
export const action = api.action;
