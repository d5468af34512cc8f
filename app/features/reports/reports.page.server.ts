/** Answers of the report forms: a file that is streamed while it is made, or the reason why there is none. */
import { z } from "zod";
import { AppError } from "#app/domain/errors.ts";
import type { Problem } from "#app/domain/problems.ts";
import { parseTimeframe } from "#app/domain/reports/timeframe.ts";
import { GRANULARITIES } from "#app/domain/series/granularity.ts";
import { answerFile } from "#app/pages/answer-file.server.ts";
import type { SignedIn } from "#app/pages/guards.server.ts";
import { negotiateLocale } from "#app/platform/preferences.server.ts";
import { findMasking } from "#app/platform/demo-mode.server.ts";
import { findUnitWords } from "#app/platform/unit-words.server.ts";
import { parseForm } from "#app/kit/forms/parse-form.ts";
import { demoReport } from "./demo-report.ts";
import { makeEventReport } from "./make-event-report.server.ts";
import { makeMaintenanceReport } from "./make-maintenance-report.server.ts";
import { makeMeasuresReport } from "./make-measures-report.server.ts";
import { MAX_UNLIMITED_TAGS } from "#app/domain/reports/timeframe.ts";
import type { ReportFile } from "./files/report-file.server.ts";
import { FORMATS } from "./files/report-table.ts";

const one = z.object({
  machine: z.string().min(1).max(128),
  format: z.enum(FORMATS).default("csv"),
});
const timeframe = z.string().max(80);
const measuresForm = one.extend({
  timeframe,
  metrics: z.array(z.string().min(1).max(128)).min(1).max(MAX_UNLIMITED_TAGS),
  granularity: z.enum(GRANULARITIES).optional(),
});
const eventsForm = one.extend({ timeframe });

export const REPORT_KINDS = ["measures", "maintenances", "events"] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export function answerReport(
  kind: ReportKind,
  signedIn: SignedIn,
  request: Request,
  form: FormData,
): Promise<Response> {
  return answerFile(signedIn.ctx, () => make(kind, signedIn, request, form));
}

async function make(
  kind: ReportKind,
  { ctx, user }: SignedIn,
  request: Request,
  form: FormData,
): Promise<ReportFile | null> {
  const { shown, sampleOf } = demoReport(await findMasking(request, user));
  const hasMark = true;
  switch (kind) {
    case "measures": {
      const { machine, metrics, granularity, format, ...asked } = read(form, measuresForm);
      return makeMeasuresReport(
        { ...ctx, series: ctx.seriesOnce },
        {
          device: machine,
          metrics: [...new Set(metrics)],
          ...readTimeframe(asked.timeframe, ctx.now),
          granularity,
          format,
          hasMark,
          sampleOf,
          units: await findUnitWords(request, user.locale),
        },
      );
    }
    case "maintenances": {
      const { machine: device, format } = read(form, one);
      const locale = await negotiateLocale(request, user.locale);
      return makeMaintenanceReport(ctx, { device, format, hasMark, shown, locale });
    }
    case "events": {
      const { machine: device, format, ...asked } = read(form, eventsForm);
      return makeEventReport(ctx, {
        device,
        ...readTimeframe(asked.timeframe, ctx.now),
        format,
        hasMark,
        shown,
      });
    }
  }
}

function read<Schema extends z.ZodType>(form: FormData, schema: Schema): z.output<Schema> {
  const submission = parseForm(form, schema);
  if (submission.status === "success") return submission.value as z.output<Schema>;
  const fields = (submission.error ?? {}) as Record<string, Problem[]>;
  throw new AppError("validation_failed", { fields });
}

function readTimeframe(text: string, now: number): { startMs: number; endMs: number } {
  const range = parseTimeframe(text, now);
  if (range !== null) return range;
  throw new AppError("validation_failed", { fields: { timeframe: [{ code: "time_range" }] } });
}
