/** The own account, as its page's forms send it. /v1 takes any part of it (account-schemas.ts). */
import { z } from "zod";
import { mailAddress } from "#app/domain/mail/address.ts";
import { requiredLine } from "#app/domain/one-line.ts";
import { parsePhone } from "#app/domain/phone.ts";
import { LOCALES, type Locale } from "#app/domain/preferences.ts";

const name = requiredLine(100);
/** What is longer is nobody's password; nothing is hashed of it. */
const secret = z.string().max(1000);

export const accountDetails = z.object({
  first_name: name,
  last_name: name,
  email: mailAddress(),
  phone: z
    .string()
    .trim()
    .superRefine((text, context) => {
      // Whether a Mexican number will do is a question of the customer, whom Helios knows.
      const { kind } = parsePhone(text, "mexico");
      if (kind !== "number")
        context.addIssue({ code: "custom", message: kind === "empty" ? "required" : "phone" });
    }),
  notifications_email: z.boolean().default(false),
  locale: z.enum(LOCALES),
  /** Left out: that of the device. */
  time_zone: z.string().max(64).optional(),
  /** Of who changes the address. */
  current_password: secret.optional(),
});
/** `askedEmail`: the new address that a link was sent to. */
export type DetailsDone = { locale: Locale; askedEmail: string | null };

/** What is a good password the use case says: the list of common ones is not sent to browsers. */
export const passwordChange = z.object({
  current_password: secret.min(1),
  password: secret.min(1),
  password_confirmation: secret.default(""),
  end_api_tokens: z.boolean().default(false),
});
