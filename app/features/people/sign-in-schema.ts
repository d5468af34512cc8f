import { z } from "zod";
import { formMailAddress } from "#app/domain/mail/address.ts";

/** Messages are keys of `validation`, put into words where they are shown. */
export const signInSchema = z.object({
  email: formMailAddress(),
  password: z.string("required").min(1, "required").max(1000, "required"),
});
