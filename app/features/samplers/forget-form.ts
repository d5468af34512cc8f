/** What the question asks before metrics are forgotten, for the page and its action. */
import { z } from "zod";
import { UNMAPPED_PER_PAGE } from "./schemas.ts";

/** Longer names are never stored. */
export const metricName = z.string().min(1).max(128);
export const sampleFate = z.enum(["keep", "delete"]);

const nameList = z.array(metricName).min(1).max(UNMAPPED_PER_PAGE);
/** A name may hold quotes, which JSON writes as two characters. */
const MAX_LIST_LENGTH = UNMAPPED_PER_PAGE * 260;

export const forgetMetricsForm = z.object({ samples: sampleFate });
/** Names of the chosen, as a JSON list beside it. */
export const chosenNames = z
  .string()
  .max(MAX_LIST_LENGTH)
  .transform((text) => nameList.safeParse(parsed(text)).data ?? [])
  .refine((names) => names.length > 0, "required");

export type ForgetDone = { names: string[] };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
