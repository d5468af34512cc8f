/** What the forms of a customer's service accounts do. */
import { z } from "zod";
import { toCamelKeys } from "#app/domain/json-view.ts";
import type { TokenDone } from "./api-token.ts";
import { answerForm, unlessGone } from "#app/pages/answer-form.server.ts";
import type { SignedIn } from "#app/pages/guards.server.ts";
import { newServiceAccount, serviceRotation } from "./service-account.ts";
import {
  createServiceAccount,
  endServiceAccount,
  rotateServiceToken,
} from "./service-accounts.server.ts";

const one = { id: z.coerce.number<string>().int(), name: z.string().max(100) };

export function answerServiceForm({ deps, actor }: SignedIn, customerId: number, form: FormData) {
  const ctx = { ...deps, actor };
  if (form.get("intent") === "end-service")
    return answerForm({
      intent: "end-service",
      form,
      schema: z.object(one),
      run: async ({ id, name }): Promise<TokenDone> => {
        await endServiceAccount(ctx, id).catch(unlessGone(null));
        return { name, token: null };
      },
    });
  if (form.get("intent") === "rotate-service")
    return answerForm({
      intent: "rotate-service",
      form,
      schema: serviceRotation.extend(one),
      run: async ({ id, expires_in_days: expiresInDays }): Promise<TokenDone> => {
        const { name, token } = await rotateServiceToken(ctx, id, { expiresInDays });
        return { name, token };
      },
    });
  return answerForm({
    intent: "create-service",
    form,
    schema: newServiceAccount,
    run: async (input): Promise<TokenDone> => {
      const { name, token } = await createServiceAccount(ctx, customerId, toCamelKeys(input));
      return { name, token };
    },
  });
}
