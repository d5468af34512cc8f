/** What the anomaly calls take and answer (spec 001 §7). */
import { z } from "zod";
import {
  MAX_METRICS,
  MAX_SECTIONS,
  SORT_FIELDS,
  type Sort,
  type SortField,
} from "./anomaly-limits.ts";
import { queryList } from "#app/domain/formats/api-lists.ts";
import { apiTime } from "#app/domain/formats/api-time.ts";
import { timeRange } from "#app/domain/formats/api-range.ts";

const fraction = z.coerce.number().min(0).max(1);

const sortBy = z
  .string()
  .regex(/^(?:asc|desc):(?:value|tag_name|section)$/, {
    message: `must be asc: or desc: and one of ${SORT_FIELDS.join(", ")}`,
  })
  .default("desc:value")
  .transform((text): Sort => {
    const [order, field] = text.split(":");
    return { field: field as SortField, isDescending: order === "desc" };
  });

export const anomalyQuery = z
  .object({
    device_id: z.string().min(1).max(128).meta({ description: "Id or serial number" }),
    start_time: apiTime,
    end_time: apiTime,
    metrics: queryList(MAX_METRICS).optional(),
    sections: queryList(MAX_SECTIONS).optional(),
    more_than: fraction.default(0),
    less_than: fraction.default(1),
    sort_by: sortBy,
    page: z.coerce.number().int().min(1).max(1_000).default(1),
    page_size: z.coerce.number().int().min(1).max(100).default(20),
  })
  .superRefine(timeRange);

export const reasonsQuery = z
  .object({
    device_id: z.string().min(1).max(128).meta({ description: "Id or serial number" }),
    metric: z.string().min(1).max(128),
    start_time: apiTime,
    end_time: apiTime,
  })
  .superRefine(timeRange);

const isoTime = z.iso.datetime();
const number = z.number().nullable();

export const reasonsAnswer = z.object({
  data: z.array(
    z.object({
      /** Of the sample with which the anomaly began; of thresholds, that of a sample beyond them. */
      time: isoTime,
      /**
       * What was unusual: the value (`level`; `hour`: at this hour; `pattern`: with the values before it), a mean (`average`,
       * `hour_average`), how much it moves (`unrest`), that it stands still (`flat`), or that it lay beyond its bounds (`threshold`).
       */
      code: z.enum([
        "level",
        "hour",
        "pattern",
        "average",
        "hour_average",
        "unrest",
        "flat",
        "threshold",
      ]),
      observed: number,
      /** What was to be expected. */
      low: number,
      high: number,
      /** Of a mean, and of standing still. */
      for_ms: number,
      /** Of unrest: how many times as much as usual. */
      times: number,
      /** Since when it was learned. */
      since: isoTime,
      /** Code of the machine's state; null where none was told. */
      machine_state: z.int().nullable(),
    }),
  ),
});
export type ReasonsAnswer = z.input<typeof reasonsAnswer>;

export const anomalyAnswer = z.object({
  /** Of results before paging. */
  count: z.int(),
  /** The machine's share of time running, 0 to 1, and thousand square feet; null where nothing tells. */
  uptime: z.number().nullable(),
  msf: z.number().nullable(),
  most_anomalous_section: z.string().nullable(),
  has_sections: z.boolean(),
  data: z.array(
    z.object({
      tag_name: z.string(),
      /** Share of the time in which something held that was abnormal. */
      value: z.number(),
      section: z.string().nullable(),
      /** Shares of equal parts of the range, null where nothing held. */
      sparkline: z.array(z.number().nullable()),
      /** Abnormal time of the longest stretch, in milliseconds. */
      longest_ms: z.number(),
    }),
  ),
  /** Measures of one section that were abnormal at once. */
  together: z.array(
    z.object({
      start_at: isoTime,
      end_at: isoTime,
      section: z.string().nullable(),
      tag_names: z.array(z.string()),
    }),
  ),
  /** Measures of the search that are not judged yet, and how many samples of how many there are. */
  not_judged: z.array(
    z.object({ tag_name: z.string(), samples: z.int(), needed: z.int(), is_counter: z.boolean() }),
  ),
});
export type AnomalyAnswer = z.input<typeof anomalyAnswer>;
export type AnomalyLine = AnomalyAnswer["data"][number];
