/** What the forms of the account page's API tokens do. */
import { toCamelKeys } from "#app/domain/json-view.ts";
import { answerForm, answerRemoval } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { newApiToken, type CreatedToken } from "./api-token.ts";
import { createApiToken, revokeApiToken } from "./api-tokens.server.ts";

export function answerTokenForm(ctx: ActorDeps, form: FormData) {
  if (form.get("intent") === "revoke-token")
    return answerRemoval("revoke-token", form, async (id) => {
      await revokeApiToken(ctx, id);
      return { id };
    });
  return answerForm({
    intent: "create-token",
    form,
    schema: newApiToken,
    run: async (input, sent): Promise<CreatedToken> => {
      const { name, token } = await createApiToken({ ...ctx, sent }, toCamelKeys(input));
      return { name, token };
    },
  });
}
