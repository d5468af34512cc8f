import { z } from "zod";
import { defineApi } from "#app/api/define-api.server.ts";
import { readPlace } from "#app/domain/formats/list-place.ts";
import { EmptyReply, FileReply } from "#app/api/types.ts";
import { ADMINS } from "#app/domain/access/permissions.ts";
import { toEventPageJson } from "#app/features/events/event-json.server.ts";
import { eventPageJson } from "#app/features/events/schemas.ts";
import { findMasking } from "#app/platform/demo-mode.server.ts";
import { MEDIA_TYPES } from "./files/report-table.ts";
import type { ReportFile } from "./files/report-file.server.ts";
import { findUnitWords } from "#app/platform/unit-words.server.ts";
import { demoReport } from "./demo-report.ts";
import { openReportEvents } from "./make-event-report.server.ts";
import {
  makeFleetMaintenanceReport,
  makeMaintenanceReport,
} from "./make-maintenance-report.server.ts";
import { makeMeasuresReport } from "./make-measures-report.server.ts";
import {
  eventReportQuery,
  maintenanceReportQuery,
  measuresReport,
  measuresQuery,
  reportQuery,
} from "./report.ts";

const toReply = (file: ReportFile | null) =>
  file === null ? new EmptyReply() : new FileReply(file);
const text = z.string();

export const reportsApi = [
  defineApi("/v1/reports/measures", {
    POST: {
      summary:
        "A file (CSV, XLSX or Parquet) of means by time of a machine's metrics, a row a step, units in the header in the language of Accept-Language; 204 when nothing was found. One a machine in 15 minutes, unless its tier has unlimited reports",
      access: "signed_in",
      query: measuresQuery,
      body: measuresReport,
      response: text,
      produces: Object.values(MEDIA_TYPES),
      mayBeEmpty: true,
      async handle({ ctx, query, body, request, user }) {
        const { sampleOf } = demoReport(await findMasking(request, user));
        return toReply(
          await makeMeasuresReport(
            { ...ctx, series: ctx.seriesOnce },
            {
              ...body,
              device: body.device_id,
              startMs: body.start_time,
              endMs: body.end_time,
              hasMark: query.bom === "1",
              sampleOf,
              units: await findUnitWords(request, null),
            },
          ),
        );
      },
    },
  }),
  defineApi("/v1/reports/maintenance/{id}", {
    GET: {
      summary:
        "A file (CSV, XLSX or Parquet) of a machine's maintenances, a row for each time one was done; 204 when it has none. One a machine in 15 minutes, unless its tier has unlimited reports",
      access: "signed_in",
      query: reportQuery,
      response: text,
      produces: Object.values(MEDIA_TYPES),
      mayBeEmpty: true,
      async handle({ ctx, params, query, request, user }) {
        const { shown } = demoReport(await findMasking(request, user));
        return toReply(
          await makeMaintenanceReport(ctx, {
            device: params.id,
            format: query.format,
            hasMark: query.bom === "1",
            shown,
          }),
        );
      },
    },
  }),
  defineApi("/v1/reports/maintenance", {
    GET: {
      summary:
        "A file (CSV, XLSX or Parquet) of the maintenances of all the caller's machines, or of one customer's, whose tiers have reports and maintenance",
      access: ADMINS,
      query: maintenanceReportQuery,
      response: text,
      produces: Object.values(MEDIA_TYPES),
      mayBeEmpty: true,
      async handle({ ctx, query, request, user }) {
        const { shown } = demoReport(await findMasking(request, user));
        return toReply(
          await makeFleetMaintenanceReport(ctx, {
            customerId: query.customer_id,
            format: query.format,
            hasMark: query.bom === "1",
            shown,
          }),
        );
      },
    },
  }),
  defineApi("/v1/reports/events/{serial}", {
    GET: {
      summary:
        "A machine's events that overlap [start_time, end_time), the newest first, for an event report. At most 5,000 at once: page on with before=next_before",
      access: "signed_in",
      query: eventReportQuery,
      response: eventPageJson,
      async handle({ ctx, params, query }) {
        const { start_time: startMs, end_time: endMs, before, limit } = query;
        const { read } = await openReportEvents(ctx, { device: params.serial, startMs, endMs });
        const after = before === undefined ? undefined : readPlace(before);
        return toEventPageJson(await read({ after, limit }), ctx.actor);
      },
    },
  }),
];
