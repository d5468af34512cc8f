/** What the time series calls take and answer (CONTRACT §4). */
import { z } from "zod";
import { queryList } from "#app/domain/formats/api-lists.ts";
import { checkRange, timeRange } from "#app/domain/formats/api-range.ts";
import { apiTime as time } from "#app/domain/formats/api-time.ts";
import { MACHINE_STATES, UNKNOWN_STATE } from "#app/domain/metrics/states.ts";
import { GRANULARITIES } from "#app/domain/series/granularity.ts";

export const MAX_METRICS = 50;
export const MAX_DEVICES = 100;
export const MAX_DATAPOINTS = 5000;
export const DEFAULT_DATAPOINTS = 300;
/** Devices × metrics × datapoints of one answer. */
export const MAX_POINTS = 500_000;

const name = z.string().min(1).max(128);

const id = z.union([z.int(), name]).transform(String);
/** A list in a body. */
const bodyList = <Item extends z.ZodType>(item: Item, most: number) =>
  z
    .array(item)
    .min(1)
    .max(most)
    .transform((values) => [...new Set(values)]);

const datapoints = z.coerce.number().int().min(1).max(MAX_DATAPOINTS);

export const telemetryQuery = z
  .object({
    device_id: name.meta({ description: "Id or serial number" }),
    metrics: queryList(MAX_METRICS),
    start_time: time,
    end_time: time,
    granularity: z.enum(GRANULARITIES).optional(),
    datapoints: datapoints.default(DEFAULT_DATAPOINTS),
  })
  .superRefine(timeRange);

export const devicesQuery = z
  .object({
    devices: queryList(MAX_DEVICES),
    metrics: queryList(MAX_METRICS),
    start_date: time,
    end_date: time,
    datapoints,
  })
  .superRefine((value, context) => {
    checkRange(
      { from: value.start_date, to: value.end_date, fields: ["start_date", "end_date"] },
      context,
    );
    const points = value.devices.length * value.metrics.length * value.datapoints;
    if (points > MAX_POINTS) {
      context.addIssue({
        code: "custom",
        path: ["datapoints"],
        message: `asks for ${points} points in all; at most ${MAX_POINTS}`,
      });
    }
  });

/** A machine over [start_time, end_time). */
export const rangeQuery = z
  .object({
    device_id: name.meta({ description: "Id or serial number" }),
    start_time: time,
    end_time: time,
  })
  .superRefine(timeRange);

export const singleAverageQuery = z
  .object({ device_id: name, metric: name, start_time: time, end_time: time })
  .superRefine(timeRange);

export const averagesBody = z
  .object({
    device_ids: bodyList(id, MAX_DEVICES),
    metrics: bodyList(name, MAX_METRICS),
    start_time: time,
    end_time: time,
  })
  .superRefine(timeRange);

const isoTime = z.iso.datetime();
const value = z.union([z.number(), z.string()]).nullable();
const bucketEnd = isoTime
  .optional()
  .meta({ description: "Where the bucket ends, if the buckets are not all of one length" });
const point = z.object({
  time: isoTime,
  end: bucketEnd,
  value,
  min: z.number().nullable(),
  max: z.number().nullable(),
  count: z.int(),
  upper: z.number().nullable(),
  lower: z.number().nullable(),
  ad_flag: z.boolean().nullable(),
  ad_share: z.number().optional().meta({
    description:
      "Of a bucket of which only a part was abnormal: that share of the time in which something held",
  }),
});

export const telemetryAnswer = z.object({
  data: z.record(z.string(), z.array(point)),
  /** The machine's events that overlap the range, the earliest first; none where its tier does not open events to the caller. */
  events: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      start_at: isoTime,
      end_at: isoTime,
      downtime_start_at: isoTime.nullable(),
      downtime_end_at: isoTime.nullable(),
      /** Name of the person or sampler that reported it. */
      author: z.string().nullable(),
    }),
  ),
  state_info: z.array(
    z.object({
      time: isoTime,
      machine_state: z
        .int()
        .min(UNKNOWN_STATE)
        .max(MACHINE_STATES.length - 1),
    }),
  ),
  granularity: z.enum(GRANULARITIES),
});

export const devicesAnswer = z.object({
  data: z.record(
    z.string(),
    z.array(
      z.object({
        device_id: z.int(),
        points: z.array(z.object({ time: isoTime, end: bucketEnd, value })),
      }),
    ),
  ),
});

const mean = z.number().nullable();
export const singleAverageAnswer = z.object({
  data: z.object({ metric_averages: z.object({ value: mean }) }),
});
export const averagesAnswer = z.object({
  data: z.object({
    metric_averages: z.object({ values: z.record(z.string(), z.record(z.string(), mean)) }),
  }),
});
