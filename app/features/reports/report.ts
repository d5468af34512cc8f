/** What a report can be asked for, by form and /v1 alike (spec 002 §2, §5, §7). Ranges are in domain/reports. */
import { z } from "zod";
import { eventPageQuery } from "#app/domain/events/event-page.ts";
import { apiTime } from "#app/domain/formats/api-time.ts";
import { MAX_UNLIMITED_TAGS } from "#app/domain/reports/timeframe.ts";
import { MAX_RANGE_MS } from "#app/domain/series/max-range.ts";
import { GRANULARITIES } from "#app/domain/series/granularity.ts";
import { rowIdField } from "#app/domain/row-id-field.ts";
import { FORMATS } from "./files/report-table.ts";

const device = z.union([z.int(), z.string().min(1).max(128)]).transform(String);
const format = z.enum(FORMATS).default("csv");
type Range = { start_time: number; end_time: number };

function checkRange({ start_time: from, end_time: to }: Range, context: z.RefinementCtx): void {
  const most = from + MAX_RANGE_MS;
  if (to > from && to <= most) return;
  const message = to <= from ? "must be later than start_time" : "must be at most 5 years later";
  context.addIssue({ code: "custom", path: ["end_time"], message });
}

/** Means of a machine's metrics, a row a step. */
export const measuresReport = z
  .object({
    device_id: device.meta({ description: "Id or serial number" }),
    metrics: z
      .array(z.string().min(1).max(128))
      .min(1)
      .max(MAX_UNLIMITED_TAGS)
      .transform((names) => [...new Set(names)]),
    start_time: apiTime,
    end_time: apiTime,
    format,
    /** Left out: by the length of the range. */
    granularity: z.enum(GRANULARITIES).optional(),
  })
  .superRefine(checkRange);

const mark = z.object({
  bom: z
    .enum(["0", "1"])
    .default("1")
    .meta({ description: "0: a CSV without the byte order mark by which spreadsheets know UTF-8" }),
});
export const measuresQuery = mark;
export const reportQuery = mark.extend({ format });

export const maintenanceReportQuery = reportQuery.extend({
  customer_id: rowIdField.optional(),
});

export const eventReportQuery = z
  .object({ start_time: apiTime, end_time: apiTime, ...eventPageQuery })
  .superRefine(checkRange);

export type MeasuresReport = z.output<typeof measuresReport>;
