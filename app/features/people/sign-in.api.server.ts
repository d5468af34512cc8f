import { z } from "zod";
import { mailAddress } from "#app/domain/mail/address.ts";
import { AppError } from "#app/domain/errors.ts";
import { sessionJson, sessionRowJson, toSessionRowJson, toUserJson } from "./session-json.ts";
import { signIn } from "./sign-in.server.ts";
import { signOut } from "./sign-out.server.ts";
import { Reply } from "#app/api/types.ts";
import { clientAddress } from "#app/platform/client-address.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { clearedSessionHeaders } from "#app/platform/session-cookies.server.ts";
import { createFirstSuperuser } from "./create-first-superuser.server.ts";
import { passwordByTokenBody, resetRequestBody } from "./password-schemas.ts";
import { setPasswordByToken } from "./set-password.server.ts";
import { requestPasswordReset } from "./request-password-reset.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";
import { endAllOtherSessions, endSession, listSessions } from "./list-sessions.server.ts";
import { rowId } from "#app/api/params.ts";

export const signInApi = [
  defineApi("/v1/login", {
    POST: {
      summary: "Sign in; the token goes into Authorization",
      access: "public",
      body: z.object({
        email: mailAddress(),
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
      async handle({ ctx, deps, request }) {
        await signOut(ctx);
        return new Reply(
          { data: { signed_out: true as const } },
          { headers: clearedSessionHeaders({ env: deps.env, request }) },
        );
      },
    },
  }),
  defineApi("/v1/passwords/{token}", {
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
  }),
  defineApi("/v1/passwords", {
    POST: {
      summary:
        "Ask for a reset link by e-mail; the answer is the same whether or not there is an account",
      access: "public",
      body: resetRequestBody,
      response: z.object({ data: z.object({ requested: z.literal(true) }), message: z.string() }),
      async handle({ deps, request, body }) {
        const locale = await negotiateLocale(request, null);
        const input = {
          email: body.user.email,
          locale,
          requestId: crypto.randomUUID(),
          address: deps.address,
        };
        const result = await requestPasswordReset(deps, input);
        if (result.status === "too_many_requests")
          throw new AppError(result.status, { retryAfterSeconds: result.retryAfterSeconds });
        return {
          data: { requested: true as const },
          message: "If there is an account with this address, a reset link is on its way.",
        };
      },
    },
  }),
  defineApi("/v1/sessions/{id}", {
    DELETE: {
      summary: "End one of the caller's own sessions",
      access: "signed_in",
      response: z.object({ data: z.object({ ended: z.int() }) }),
      handle: async ({ ctx, params }) => ({
        data: await endSession(ctx, rowId(params.id)),
      }),
    },
  }),
  defineApi("/v1/sessions", {
    GET: {
      summary: "Where the caller is signed in; the session in use comes first",
      access: "signed_in",
      response: z.object({ data: z.array(sessionRowJson) }),
      handle: async ({ ctx }) => ({
        data: (await listSessions(ctx)).map(toSessionRowJson),
      }),
    },
    DELETE: {
      summary: "End every session of the caller's but the one in use",
      access: "signed_in",
      response: z.object({ data: z.object({ ended: z.int() }) }),
      handle: async ({ ctx }) => ({ data: await endAllOtherSessions(ctx) }),
    },
  }),
];
