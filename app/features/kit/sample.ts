/** A thing that nobody keeps, for the kit's forms: what of it can be set. */
import { z } from "zod";

export const SAMPLE_LEVELS = ["low", "middle", "high"] as const;

export const sampleThing = z.object({
  name: z.string().trim().min(1).max(20),
  email: z.email("email"),
  level: z.enum(SAMPLE_LEVELS),
  notes: z.string().max(200).optional(),
});

/** `name`: of the thing that was saved or deleted. */
export type SampleDone = { name: string };
