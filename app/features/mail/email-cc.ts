/** Somebody who is copied on every notification mail: what of them is kept, by form and /v1 alike. */
import { z } from "zod";
import { jsonView } from "#app/domain/json-view.ts";
import { mailAddress } from "#app/domain/mail/address.ts";
import { requiredLine } from "#app/domain/one-line.ts";

export const emailCc = z.object({
  name: requiredLine(100),
  team: requiredLine(100),
  email: mailAddress(),
});

export const emailCcView = jsonView(
  { id: z.int(), name: z.string(), team: z.string(), email: z.string() },
  { created_at: "always" },
);

/** Times are Unix milliseconds. */
export type EmailCc = { id: number; name: string; team: string; email: string; createdAt: number };
