/** The contract of the kit's sample forms; nothing of it is stored. */
import { z } from "zod";
import { mailAddress } from "#app/domain/mail/address.ts";

export const SAMPLE_LEVELS = ["low", "middle", "high"] as const;

export const sampleThing = z.object({
  name: z.string().trim().min(1).max(20),
  email: mailAddress(),
  level: z.enum(SAMPLE_LEVELS),
  notes: z.string().max(200).optional(),
});

/** `name`: of the thing that was saved or deleted. */
export type SampleDone = { name: string };
