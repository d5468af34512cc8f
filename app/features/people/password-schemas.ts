/** Bodies that set a password (spec 000 §7). The rules of a good one are the use case's. */
import { z } from "zod";
import { mailAddress } from "#app/domain/mail/address.ts";
import { requiredLine } from "#app/domain/one-line.ts";

const password = z.string().min(1).max(1000);
const name = requiredLine(100);
const newPassword = { password, password_confirmation: password };

/** `current_password` is asked for unless a reset is due. `end_api_tokens`: the own API tokens end too. */
export const newPasswordBody = z.object({
  user: z.object({
    ...newPassword,
    current_password: z.string().max(1000).optional(),
    end_api_tokens: z.boolean().optional(),
  }),
});

export const resetRequestBody = z.object({
  user: z.object({ email: mailAddress() }),
});

export const passwordByTokenBody = z.object({
  user: z.object({
    ...newPassword,
    email: mailAddress().optional(),
    first_name: name.optional(),
    last_name: name.optional(),
  }),
});
