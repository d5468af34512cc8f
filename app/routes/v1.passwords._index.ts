import { z } from "zod";
import { AppError } from "#app/domain/errors.ts";
import { requestPasswordReset } from "#app/features/people/request-password-reset.server.ts";
import { resetRequestBody } from "#app/features/people/password-schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";

const api = defineApi("/v1/passwords", {
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
});
export const loader = api.loader;
export const action = api.action;
