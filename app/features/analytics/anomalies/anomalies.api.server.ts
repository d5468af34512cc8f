import { defineApi } from "#app/api/define-api.server.ts";
import { toIso } from "#app/domain/formats/api-time.ts";
import { listReasons } from "./list-reasons.server.ts";
import { toReasonJson } from "./reason-json.ts";
import { anomalyAnswer, anomalyQuery, reasonsAnswer, reasonsQuery } from "./schemas.ts";
import { summarizeAnomalies } from "./summarize-anomalies.server.ts";

export const anomaliesApi = [
  defineApi("/v1/anomalies/reasons", {
    GET: {
      summary:
        "Why a measure was flagged in [start_time, end_time): the newest 100 anomalies that UTS detection found, and a sample beyond its bounds of each of the newest 10 other stretches",
      access: "signed_in",
      query: reasonsQuery,
      response: reasonsAnswer,
      async handle({ ctx, query }) {
        const { device_id: device, metric, start_time: startMs, end_time: endMs } = query;
        const reasons = await listReasons(ctx, { device, metric, startMs, endMs });
        return { data: reasons.map(toReasonJson) };
      },
    },
  }),
  defineApi("/v1/anomalies/summary", {
    GET: {
      summary:
        "Which of a machine's measures were abnormal for how much of [start_time, end_time): by names, by sections, or all that are mapped",
      access: "signed_in",
      query: anomalyQuery,
      response: anomalyAnswer,
      async handle({ ctx, query }) {
        const summary = await summarizeAnomalies(ctx, {
          device: query.device_id,
          startMs: query.start_time,
          endMs: query.end_time,
          metrics: query.metrics,
          sections: query.sections,
          moreThan: query.more_than,
          lessThan: query.less_than,
          sort: query.sort_by,
          page: query.page,
          pageSize: query.page_size,
        });
        return {
          count: summary.count,
          uptime: summary.uptime,
          msf: summary.msf,
          most_anomalous_section: summary.mostAnomalousSection,
          has_sections: summary.hasSections,
          data: summary.results.map(({ tag, value, section, sparkline, longestMs }) => ({
            tag_name: tag,
            value,
            section,
            sparkline,
            longest_ms: longestMs,
          })),
          together: summary.together.map(({ startMs, endMs, section, tags }) => ({
            start_at: toIso(startMs),
            end_at: toIso(endMs),
            section,
            tag_names: tags,
          })),
          not_judged: summary.notJudged.map(({ tag, samples, needed, isCounter }) => ({
            tag_name: tag,
            samples,
            needed,
            is_counter: isCounter,
          })),
        };
      },
    },
  }),
];
