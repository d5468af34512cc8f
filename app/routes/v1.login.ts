import { z } from "zod";
import { AppError } from "#app/domain/errors.ts";
import { sessionJson, toUserJson } from "#app/features/people/session-json.ts";
import { signIn } from "#app/features/people/sign-in.server.ts";
import { signOut } from "#app/features/people/sign-out.server.ts";
import { Reply } from "#app/api/types.ts";
import { clientAddress } from "#app/platform/client-address.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { clearedSessionHeaders } from "#app/platform/session-cookies.server.ts";

const api = defineApi("/v1/login", {
  POST: {
    summary: "Sign in; the token goes into Authorization",
    access: "public",
    body: z.object({
      email: z.string().trim().min(1).max(254).pipe(z.email()),
      password: z.string().min(1).max(1000),
    }),
    response: sessionJson,
    async handle({ deps, request, body }) {
      const userAgent = request.headers.get("User-Agent");
      const result = await signIn(deps, {
        ...body,
        userAgent,
        address: clientAddress(request, deps.env),
      });
      switch (result.status) {
        case "signed_in":
          return { data: { token: result.token, user: toUserJson(result.user) } };
        case "too_many_requests":
          throw new AppError(result.status, {
            message: "Too many failed sign-ins from this address. Try again later.",
            retryAfterSeconds: result.retryAfterSeconds,
          });
        default:
          throw new AppError(result.status);
      }
    },
  },
  DELETE: {
    summary: "Sign out: the session and its sockets end",
    access: "signed_in",
    duringReset: true,
    response: z.object({ data: z.object({ signed_out: z.literal(true) }) }),
    async handle({ deps, actor, request }) {
      await signOut({ ...deps, actor });
      return new Reply(
        { data: { signed_out: true as const } },
        { headers: clearedSessionHeaders({ env: deps.env, request }) },
      );
    },
  },
});
export const loader = api.loader;
export const action = api.action;
