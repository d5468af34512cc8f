/** What the pages of signing in send. What is a good password the use case says: the list of common ones is not sent to browsers. */
import { z } from "zod";
import { mailAddress } from "#app/domain/mail/address.ts";
import { requiredLine } from "#app/domain/one-line.ts";
import { problemText } from "#app/domain/problems.ts";

const name = requiredLine(100);
/** What is longer is nobody's password; nothing is hashed of it. */
const secret = z.string().min(1).max(1000);

export const signInForm = z.object({ email: mailAddress(), password: secret });

export const resetRequest = z.object({ email: mailAddress() });

export const newPassword = z.object({
  /** Of somebody whose reset is no longer forced: asked for then. */
  current_password: secret.optional(),
  password: secret,
  password_confirmation: secret.optional(),
});

/** Of the first superuser, who also says who they are. */
export const firstSuperuser = newPassword
  .omit({ current_password: true })
  .extend({ first_name: name, last_name: name, email: mailAddress() });

/** What a page that sets a password is told; `to`: where it leads. */
export type PasswordDone = { to: string };

/** Never sent back to a page. */
export const SECRET_FIELDS = ["current_password", "password", "password_confirmation"];

/** Whether a code is the right one Helios alone knows. */
export const phoneCode = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, problemText({ code: "six_digits" })),
});
