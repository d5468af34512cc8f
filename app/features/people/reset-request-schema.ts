import { z } from "zod";
import { mailAddress } from "#app/domain/mail/address.ts";

/** Messages are keys of `validation`, put into words where they are shown. */
export const resetRequestSchema = z.object({
  email: mailAddress(),
});
