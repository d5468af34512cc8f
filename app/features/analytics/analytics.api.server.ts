import { z } from "zod";
import { defineApi } from "#app/api/define-api.server.ts";
import { toIso } from "#app/domain/formats/api-time.ts";
import { rangeQuery } from "#app/features/series/schemas.ts";
import { listJobs } from "./list-jobs.server.ts";

const size = z.number().nullable();
const jobJson = z.object({
  order_number: z.string(),
  start_at: z.iso.datetime(),
  end_at: z.iso.datetime(),
  entry_length: size,
  entry_width: size,
  exit_length: size,
  exit_width: size,
  flute_code: z.string().nullable(),
  paper_density: size,
});

export const analyticsApi = [
  defineApi("/v1/jobs", {
    GET: {
      summary: "A machine's jobs that overlap [start_time, end_time), from the order system's tags",
      access: "signed_in",
      query: rangeQuery,
      response: z.object({ data: z.array(jobJson) }),
      async handle({ ctx, query }) {
        const { device_id: device, start_time: startMs, end_time: endMs } = query;
        const jobs = await listJobs(ctx, { device, startMs, endMs });
        return {
          data: jobs.map((job) => ({
            order_number: job.orderNumber,
            start_at: toIso(job.startMs),
            end_at: toIso(job.endMs),
            entry_length: job.entryLength,
            entry_width: job.entryWidth,
            exit_length: job.exitLength,
            exit_width: job.exitWidth,
            flute_code: job.fluteCode,
            paper_density: job.paperDensity,
          })),
        };
      },
    },
  }),
];
