/** What GET /v1/samplers/{id}/health asks and answers. */
import { z } from "zod";
import { FINDING_CODES } from "#app/domain/samplers/tag-health.ts";

export const HEALTH_PER_PAGE = 30;
/** A longer list is judged page by page: rates and flat lines need the samples of an hour. */
export const MAX_JUDGED_AT_ONCE = 60;

export const healthQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
});
const moment = z.iso.datetime();
const findingJson = z.object({
  code: z.enum(FINDING_CODES),
  /** Of `silent`: of the last value. */
  age_ms: z.number().optional(),
  /** Of `slow` and `fast`. */
  per_minute: z.number().optional(),
  usual_per_minute: z.number().optional(),
  /** Of `flat` and `range`. */
  value: z.number().optional(),
  /** Of `kind`: what the type says. */
  kind: z.enum(["number", "text"]).optional(),
});
export const samplerHealthJson = z.object({
  data: z.object({
    /** By need: those that never came, then those that are silent, the longest first, then as `findings` are ordered. */
    tags: z.array(
      z.object({
        mapping_id: z.int(),
        machine_key: z.string(),
        human_key: z.string(),
        type: z.string().nullable(),
        last_sample_at: moment.nullable(),
        /** Samples a minute over the last ten minutes. */
        per_minute: z.number(),
        /** In an hour like most of the day before, of those that came live; null where too little came. */
        usual_per_minute: z.number().nullable(),
        findings: z.array(findingJson),
      }),
    ),
    /** The newest values of the tags that came, by human key. */
    values: z.record(z.string(), z.union([z.number(), z.string()]).nullable()),
    /** By how old the last value is, of all mappings. */
    counts: z.object({ never: z.int(), silent: z.int(), heard: z.int() }),
    /** Quarters of an hour of the last day in which something came. */
    intake: z.array(
      z.object({
        start: moment,
        batches: z.int(),
        accepted: z.int(),
        duplicate: z.int(),
        rejected_by_reason: z.record(z.string(), z.int()),
        buffered: z.int(),
        dropped: z.int(),
      }),
    ),
  }),
  paging: z.object({ page: z.int(), limit: z.int(), count: z.int() }),
});
export type SamplerHealthJson = z.output<typeof samplerHealthJson>;
