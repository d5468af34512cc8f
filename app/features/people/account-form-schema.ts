import { z } from "zod";
import { mailAddress } from "#app/domain/mail/address.ts";
import { parsePhone } from "#app/domain/phone.ts";
import { LOCALES } from "#app/domain/preferences.ts";

/** Messages are codes, put into words where they are shown. What the server alone knows (a taken address) is its own. */
export type AccountProblem =
  "required" | "email" | "too_long" | "phone" | "taken" | "current_required" | "current_wrong";

const name = z.string("required").trim().min(1, "required").max(100, "too_long");

export const accountSchema = z.object({
  first_name: name,
  last_name: name,
  email: mailAddress(),
  phone: z
    .string("required")
    .trim()
    .superRefine((text, context) => {
      // Whether a Mexican number will do is a question of the customer, whom Helios knows.
      const { kind } = parsePhone(text, "mexico");
      if (kind !== "number")
        context.addIssue({ code: "custom", message: kind === "empty" ? "required" : "phone" });
    }),
  notifications_email: z.literal("on").optional(),
  locale: z.enum(LOCALES),
  time_zone: z.string().max(64).optional(),
  current_password: z.string().max(1000).optional(),
});
export type AccountFields = z.output<typeof accountSchema>;
