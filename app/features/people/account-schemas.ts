/** Bodies and answers of the own account (spec 002). What somebody may not set is not in it, so it is never read. */
import { z } from "zod";
import type { AccountChange } from "./account-change.ts";

const text = z.string().max(1000);

export const accountBody = z.object({
  user: z.object({
    first_name: text.optional(),
    last_name: text.optional(),
    email: text.optional(),
    phone: text.nullable().optional(),
    notifications_email: z.boolean().optional(),
    locale: text.nullable().optional(),
    time_zone: text.nullable().optional(),
    current_password: text.optional(),
    password: text.optional(),
    password_confirmation: text.optional(),
    /** With a new password: the own API tokens end too. */
    end_api_tokens: z.boolean().optional(),
    /** null: a new address that waits for its link is withdrawn. */
    pending_email: z.null().optional(),
  }),
});

export const toAccountChange = ({ user }: z.output<typeof accountBody>): AccountChange => ({
  firstName: user.first_name,
  lastName: user.last_name,
  email: user.email,
  phone: user.phone,
  notificationsEmail: user.notifications_email,
  locale: user.locale,
  timeZone: user.time_zone,
  currentPassword: user.current_password,
  password: user.password,
  passwordConfirmation: user.password_confirmation,
  endApiTokens: user.end_api_tokens,
  pendingEmail: user.pending_email,
});
