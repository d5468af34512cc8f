/** The sampler's form: one contract for the browser and the page's action. */
import { z } from "zod";
import { oneLineText, requiredLine } from "#app/domain/one-line.ts";

const text = (most: number) => oneLineText(most).optional();

export const samplerForm = z.object({
  name: requiredLine(100),
  spec: requiredLine(64),
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
  /** Until when the key before it is taken, if there was one; Unix ms. */
  previousKeyUntilMs?: number;
};
