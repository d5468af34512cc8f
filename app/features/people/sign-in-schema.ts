import { z } from "zod";
import { mailAddress } from "#app/domain/mail/address.ts";

/** Messages are keys of `validation`, put into words where they are shown. */
export const signInSchema = z.object({
  email: mailAddress(),
  password: z.string("required").min(1, "required").max(1000, "required"),
});
