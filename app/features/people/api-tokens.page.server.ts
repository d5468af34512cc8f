/** What the forms of the account page's API tokens do. */
import { z } from "zod";
import { toCamelKeys } from "#app/domain/json-view.ts";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { answerForm, unlessGone } from "#app/pages/answer-form.server.ts";
import type { SignedIn } from "#app/pages/guards.server.ts";
import { newApiToken, type TokenDone } from "./api-token.ts";
import { createApiToken, revokeApiToken } from "./api-tokens.server.ts";

const oneToken = z.object({ id: z.coerce.number<string>().int(), name: z.string().max(100) });

export type TokenAnswer = FormAnswer<TokenDone, "create-token" | "revoke-token">;

export function answerTokenForm({ deps, actor }: SignedIn, form: FormData) {
  const ctx = { ...deps, actor };
  if (form.get("intent") === "revoke-token")
    return answerForm({
      intent: "revoke-token",
      form,
      schema: oneToken,
      run: async ({ id, name }): Promise<TokenDone> => {
        await revokeApiToken(ctx, id).catch(unlessGone(null));
        return { name, token: null };
      },
    });
  return answerForm({
    intent: "create-token",
    form,
    schema: newApiToken,
    run: async (input): Promise<TokenDone> => {
      const { name, token } = await createApiToken(ctx, toCamelKeys(input));
      return { name, token };
    },
  });
}
