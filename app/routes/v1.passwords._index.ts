import { z } from "zod";
import { AppError } from "~/domain/errors";
import { requestPasswordReset } from "~/features/session/request-password-reset.server";
import { resetRequestBody } from "~/features/session/password-schemas";
import { defineApi } from "~/http/define-api.server";
import { negotiateLocale } from "~/http/preferences.server";

const api = defineApi("/v1/passwords", {
  POST: {
    summary: "Ask for a reset link by e-mail; the answer is the same whether or not there is an account",
    access: "public",
    body: resetRequestBody,
    response: z.object({ data: z.object({ requested: z.literal(true) }), message: z.string() }),
    async handle({ deps, request, body }) {
      const locale = await negotiateLocale(request, null);
      const input = { email: body.user.email, locale, requestId: crypto.randomUUID(), address: deps.address };
      const result = await requestPasswordReset(deps, input);
      if (result.status === "too_many_requests") throw new AppError(result.status, { retryAfterSeconds: result.retryAfterSeconds });
      return { data: { requested: true as const }, message: "If there is an account with this address, a reset link is on its way." };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
