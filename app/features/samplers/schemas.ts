/** Samplers and mappings as forms and /v1 send and answer them. */
import { z } from "zod";
import { MAKES } from "#app/domain/access/types.ts";
import { MAX_MAPPINGS_PER_MACHINE } from "#app/domain/limits.ts";
import { oneLineText, requiredLine } from "#app/domain/one-line.ts";
import { MAX_MACHINE_KEY_LENGTH } from "#app/domain/samplers/machine-key.ts";
import {
  DEFAULT_LOWER_PERCENTILE,
  DEFAULT_UPPER_PERCENTILE,
} from "#app/domain/samplers/mapping-rules.ts";

const rowId = z.int().positive();
/** Forms send empty text for what is left out. */
const optionalText = (max: number) =>
  oneLineText(max)
    .nullish()
    .transform((text) => (text === "" ? null : text));

const samplerFields = {
  name: requiredLine(100),
  spec: requiredLine(64),
  plc_address: optionalText(255),
  plc_port: z.int().min(1).max(65_535).nullish(),
  dataset_name: optionalText(100),
  machine_number: optionalText(100),
  only_mapped_tags: z.boolean().optional(),
};

export const createSamplerSchema = z.object({
  /** Id or serial number. */
  device_id: z.union([rowId, z.string().trim().min(1).max(100)]),
  ...samplerFields,
});
/** What is left out stays as it is. */
export const updateSamplerSchema = z.object({
  ...samplerFields,
  name: samplerFields.name.optional(),
  spec: samplerFields.spec.optional(),
});
export type CreateSampler = z.output<typeof createSamplerSchema>;
export type UpdateSampler = z.output<typeof updateSamplerSchema>;

const mappingFields = {
  machine_key: z.string().trim(),
  human_key: z.string().trim(),
  telemetry_type_id: rowId.nullish(),
  primary_section: optionalText(64),
  uts_anomaly_detection_enabled: z.boolean().optional(),
  threshold_anomaly_detection_enabled: z.boolean().optional(),
  threshold_lower_bound_percentile: z.number().nullish(),
  threshold_upper_bound_percentile: z.number().nullish(),
};

export const createMappingSchema = z.object({
  sampler_id: rowId,
  ...mappingFields,
  uts_anomaly_detection_enabled: z.boolean().default(false),
  threshold_anomaly_detection_enabled: z.boolean().default(true),
  threshold_lower_bound_percentile: z.number().nullable().default(DEFAULT_LOWER_PERCENTILE),
  threshold_upper_bound_percentile: z.number().nullable().default(DEFAULT_UPPER_PERCENTILE),
});
/** What is left out stays as it is. */
export const updateMappingSchema = z.object({
  ...mappingFields,
  machine_key: z.string().trim().optional(),
  human_key: z.string().trim().optional(),
});
export type CreateMapping = z.output<typeof createMappingSchema>;
export type UpdateMapping = z.output<typeof updateMappingSchema>;

/** Page numbers come as text in a query. */
const countText = (max: number) => z.coerce.number().int().min(1).max(max);
export const MAPPINGS_PER_PAGE = 30;
export const UNMAPPED_PER_PAGE = 30;
export const listMappingsQuery = z.object({
  page: countText(100_000).default(1),
  limit: countText(200).default(MAPPINGS_PER_PAGE),
  "filters[eq][machine_key]": z.string().max(MAX_MACHINE_KEY_LENGTH).optional(),
  /** A part of the key, to the letter but for case. */
  "filters[ilike][human_key]": z.string().max(MAX_MACHINE_KEY_LENGTH).optional(),
  "filters[ilike][machine_key]": z.string().max(MAX_MACHINE_KEY_LENGTH).optional(),
});
/** Unmapped names of one call: what is suggested for each is found in it. */
export const MAX_UNMAPPED_NAMES = 1_000;
export const unmappedNamesQuery = z.object({
  page: countText(100_000).default(1),
  limit: countText(MAX_UNMAPPED_NAMES).default(MAX_UNMAPPED_NAMES),
  /** A part of the name, whatever its case. */
  containing: z.string().trim().max(MAX_MACHINE_KEY_LENGTH).default(""),
});
export const deviceMappingsQuery = z.object({
  human_key: z.string().max(MAX_MACHINE_KEY_LENGTH).optional(),
  "filters[eq][human_key]": z.string().max(MAX_MACHINE_KEY_LENGTH).optional(),
});

/** Rows of an act on many mappings; what is left out is as in a new mapping, or stays. */
/** As many mappings as a machine may have, all their fields given and their keys long. */
export const MAX_MANY_MAPPINGS_BYTES = 4 * 1024 * 1024;
export const manyMappingsSchema = z
  .object({
    mappings: z
      .array(
        z.object({
          machine_key: z.string().trim().max(MAX_MACHINE_KEY_LENGTH),
          human_key: z.string().trim().max(MAX_MACHINE_KEY_LENGTH),
          /** Of a telemetry type of the sampler; null: none. */
          type: z.string().trim().max(128).nullish(),
          primary_section: z.string().trim().max(64).nullish(),
          uts_anomaly_detection_enabled: z.boolean().optional(),
          threshold_anomaly_detection_enabled: z.boolean().optional(),
          threshold_lower_bound_percentile: z.number().nullish(),
          threshold_upper_bound_percentile: z.number().nullish(),
        }),
      )
      .max(MAX_MAPPINGS_PER_MACHINE)
      .optional(),
    /** Instead of rows: all mappings of another sampler, or the default mappings of the machine's make. */
    from_sampler_id: rowId.optional(),
    from_defaults: z.boolean().optional(),
    /** Rows whose keys are in use: refused, and the whole with them, or left out. */
    taken: z.enum(["refuse", "skip"]).default("refuse"),
    /** Only say what would be done. */
    dry_run: z.boolean().default(false),
  })
  .refine(
    (body) =>
      [body.mappings, body.from_sampler_id, body.from_defaults || undefined].filter(
        (source) => source !== undefined,
      ).length === 1,
    "must have exactly one of mappings, from_sampler_id and from_defaults",
  );
export type ManyMappings = z.output<typeof manyMappingsSchema>;
export const ROW_OUTCOMES = ["added", "changed", "same", "skipped", "refused"] as const;
export const manyMappingsJson = z.object({
  is_done: z.boolean(),
  counts: z.object({
    added: z.int(),
    changed: z.int(),
    same: z.int(),
    skipped: z.int(),
    refused: z.int(),
  }),
  rows: z.array(
    z.object({
      machine_key: z.string(),
      human_key: z.string(),
      outcome: z.enum(ROW_OUTCOMES),
      /** What is wrong, by field: codes with their values. */
      problems: z.record(z.string(), z.array(z.looseObject({ code: z.string() }))),
    }),
  ),
});
export type ManyMappingsJson = z.output<typeof manyMappingsJson>;
export const suggestedTagsQuery = z.object({
  machine_key: z.string().trim().min(1).max(MAX_MACHINE_KEY_LENGTH),
  /** Id or serial number. */
  device_id: z.string().trim().min(1).max(100),
});
export const suggestedTagsJson = z.object({
  data: z.array(z.string()),
  /** Of the machine's mappings: what would fit no worse than the first of `data`. */
  in_use: z.array(z.object({ human_key: z.string(), machine_key: z.string() })),
});
export type SuggestedTagsJson = z.output<typeof suggestedTagsJson>;
export const machineKindQuery = z.object({
  make: z.enum(MAKES),
  model: z.string().trim().min(1).max(100),
});

const moment = z.iso.datetime();

export const samplerJson = z.object({
  id: rowId,
  device_id: rowId,
  name: z.string(),
  spec: z.string(),
  plc_address: z.string().nullable(),
  plc_port: z.int().nullable(),
  dataset_name: z.string().nullable(),
  machine_number: z.string().nullable(),
  only_mapped_tags: z.boolean(),
  created_at: moment,
  updated_at: moment,
});
/** What the sampler said of itself last, and what became of its samples; null before its first batch. */
export const samplerStatusJson = z.object({
  last_batch_at: moment,
  buffered: z.int(),
  dropped: z.int(),
  accepted: z.int(),
  duplicate: z.int(),
  rejected: z.int(),
  /** Why, by the reasons of an ingest answer. */
  rejected_by_reason: z.object({
    unmapped: z.int(),
    future: z.int(),
    too_old: z.int(),
    bad_value: z.int(),
    too_many_metrics: z.int(),
  }),
});
/** Metrics that the machine's samplers sent; those neither known to Helios nor mapped have a limited number of places. */
export const metricCountsJson = z.object({
  count: z.int(),
  unmapped: z.int(),
  unmapped_limit: z.int(),
});
/** A machine's intake. Times are null, and the lag too, where nothing came yet. */
export const ingestStatusJson = z.object({
  device_id: rowId,
  newest_sample_at: moment.nullable(),
  /** Now less the newest sample; 0 while that lies ahead, as `newest_sample_at` says. */
  lag_ms: z.number().min(0).nullable(),
  last_batch_at: moment.nullable(),
  /** Acknowledged, durable, not yet in a segment. */
  unsealed_samples: z.int(),
  unsealed_bytes: z.int(),
  last_seal_at: moment.nullable(),
  /** Objects that hold samples: hours, parts of days, days. */
  segments: z.int(),
  /** Files of minutes, hours and days. */
  rollup_files: z.int(),
  /** Of all of them. */
  stored_bytes: z.int(),
  /** Hours in memory that should have been sealed five minutes ago: more than none tells of trouble. */
  overdue_hours: z.int(),
  metrics: metricCountsJson,
  samplers: z.array(
    z.object({
      id: rowId,
      name: z.string(),
      status: samplerStatusJson.nullable(),
    }),
  ),
});
/** `metrics` are the machine's, of all its samplers; null while the recorder does not answer. */
export const listedSamplerJson = samplerJson.extend({
  status: samplerStatusJson.nullable(),
  metrics: metricCountsJson.nullable(),
});
/** The key is told here and never again. */
export const createdSamplerJson = samplerJson.extend({ key: z.string() });
export const rotatedKeyJson = z.object({
  id: rowId,
  key: z.string(),
  previous_key_expires_at: moment
    .nullable()
    .meta({ description: "null where no key was valid any more" }),
});
export const specJson = z.object({
  name: z.string(),
  value: z.string(),
  connection: z.enum(["plc", "dataset", "none"]),
  default_port: z.int().nullable(),
});
export const telemetryTypeJson = z.object({
  id: rowId,
  sampler_id: rowId.nullable(),
  name: z.string(),
  type: z.string(),
  members: z.array(z.object({ name: z.string(), type: z.string() })),
  length: z.int().nullable(),
  /** The sampler reports it no more; it is kept for the mappings that use it, and no other may choose it. */
  is_gone: z.boolean(),
});
export const mappingJson = z.object({
  id: rowId,
  sampler_id: rowId,
  device_id: rowId,
  machine_key: z.string(),
  human_key: z.string(),
  telemetry_type_id: rowId.nullable(),
  /** The sampler reports that type no more. */
  is_type_gone: z.boolean(),
  primary_section: z.string().nullable(),
  uts_anomaly_detection_enabled: z.boolean(),
  threshold_anomaly_detection_enabled: z.boolean(),
  threshold_lower_bound_percentile: z.number().nullable(),
  threshold_upper_bound_percentile: z.number().nullable(),
});
export const mappingsPageJson = z.object({
  data: z.array(mappingJson),
  paging: z.object({
    page: z.int(),
    limit: z.int(),
    count: z.int(),
    uts_ad_enabled_count: z.int(),
  }),
});
export const unmappedNamesJson = z.object({
  data: z.array(z.object({ machine_key: z.string(), human_key: z.string() })),
  paging: z.object({ page: z.int(), limit: z.int(), count: z.int() }),
});
export type UnmappedNamesJson = z.output<typeof unmappedNamesJson>;
export const defaultMappingJson = z.object({
  machine_key: z.string(),
  human_key: z.string(),
  /** Of a telemetry type; the sampler may not have one of that name. */
  type_name: z.string(),
  primary_section: z.string().nullable(),
});
export const deletedJson = z.object({ data: z.object({ id: rowId }) });

export type SamplerJson = z.output<typeof samplerJson>;
export type ListedSampler = z.output<typeof listedSamplerJson>;
export type IngestStatusJson = z.output<typeof ingestStatusJson>;
export type MappingJson = z.output<typeof mappingJson>;
export type MappingsPage = z.output<typeof mappingsPageJson>;
