/** The sampler's form: one contract for the browser and the page's action. */
import { z } from "zod";
import { problemText } from "#app/domain/problems.ts";

/** It stands in lists and in configurations: without line breaks and other control characters. */
export const oneLineText = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\u0000-\u001f\u007f]*$/, problemText({ code: "one_line" }));
const text = (most: number) => oneLineText(most).optional();

export const samplerForm = z.object({
  name: oneLineText(100).min(1),
  spec: z.string().trim().min(1).max(64),
  plc_address: text(255),
  plc_port: z.number().int().min(1).max(65_535).optional(),
  dataset_name: text(100),
  machine_number: text(100),
  only_mapped_tags: z.boolean().default(false),
});

/** A sampler that sends nothing for this long is called silent. */
export const SILENT_AFTER_MS = 5 * 60_000;

/** What a form of the samplers tab did. */
export type SamplerDone = {
  id: number;
  name: string;
  /** A new key, shown once. */
  key?: string;
  /** Until when the key before it is taken; Unix ms. */
  previousKeyUntilMs?: number;
};
