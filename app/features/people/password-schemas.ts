/** Bodies that set a password (spec 000 §7). The rules of a good one are the use case's. */
import { z } from "zod";

const password = z.string().min(1).max(1000);
const name = z.string().trim().min(1).max(100);
const newPassword = { password, password_confirmation: password };

/** `current_password` is asked for unless the session has just begun or a reset is due. */
export const newPasswordBody = z.object({
  user: z.object({ ...newPassword, current_password: z.string().max(1000).optional() }),
});

export const resetRequestBody = z.object({
  user: z.object({ email: z.string().trim().min(1).max(254).pipe(z.email()) }),
});

export const passwordByTokenBody = z.object({
  user: z.object({
    ...newPassword,
    email: z.string().trim().max(254).pipe(z.email()).optional(),
    first_name: name.optional(),
    last_name: name.optional(),
  }),
});
