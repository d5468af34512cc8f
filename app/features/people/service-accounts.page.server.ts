/** What the forms of a customer's service accounts do. */
import { toCamelKeys } from "#app/domain/json-view.ts";
import type { CreatedToken } from "./api-token.ts";
import { answerForm, answerRemoval, oneThing } from "#app/pages/answer-form.server.ts";
import type { ActorDeps } from "#app/platform/context.server.ts";
import { newServiceAccount, serviceRotation } from "./service-account.ts";
import {
  createServiceAccount,
  endServiceAccount,
  rotateServiceToken,
} from "./service-accounts.server.ts";

const oneAccount = serviceRotation.extend(oneThing.shape);

export function answerServiceForm(ctx: ActorDeps, customerId: number, form: FormData) {
  if (form.get("intent") === "end-service")
    return answerRemoval("end-service", form, async (id) => {
      await endServiceAccount(ctx, id);
      return { id };
    });
  if (form.get("intent") === "rotate-service")
    return answerForm({
      intent: "rotate-service",
      form,
      schema: oneAccount,
      run: async ({ id, expires_in_days: expiresInDays }): Promise<CreatedToken> => {
        const { name, token } = await rotateServiceToken(ctx, id, { expiresInDays });
        return { name, token };
      },
    });
  return answerForm({
    intent: "create-service",
    form,
    schema: newServiceAccount,
    run: async (input, sent): Promise<CreatedToken> => {
      const asked = toCamelKeys(input);
      const { name, token } = await createServiceAccount({ ...ctx, sent }, customerId, asked);
      return { name, token };
    },
  });
}
