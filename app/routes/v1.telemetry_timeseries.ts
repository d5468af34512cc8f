import { toIso, toIsoOrNull } from "~/domain/formats/api-time";
import { getTelemetryTimeseries } from "~/features/series/get-telemetry-timeseries.server";
import { telemetryAnswer, telemetryQuery } from "~/features/series/schemas";
import { toPointsJson, writePoints } from "~/features/series/series-json";
import { WrittenReply } from "~/http/api-types";
import { defineApi } from "~/http/define-api.server";

const api = defineApi("/v1/telemetry_timeseries", {
  GET: {
    summary: "One machine's metrics in equal buckets over [start_time, end_time), with the states it went through",
    access: "signed_in",
    remembersCaller: true,
    query: telemetryQuery,
    response: telemetryAnswer,
    async handle({ deps, actor, query }) {
      const telemetry = await getTelemetryTimeseries(
        { ...deps, actor },
        { ...query, device: query.device_id, startMs: query.start_time, endMs: query.end_time },
      );
      const rest = {
        events: telemetry.events.map((event) => ({
          id: event.id,
          name: event.name,
          start_at: toIso(event.startAt),
          end_at: toIso(event.endAt),
          downtime_start_at: toIsoOrNull(event.downtimeStartAt),
          downtime_end_at: toIsoOrNull(event.downtimeEndAt),
        })),
        state_info: telemetry.states.map(({ timeMs, code }) => ({ time: toIso(timeMs), machine_state: code })),
        granularity: telemetry.granularity,
      };
      return new WrittenReply(
        () => ({ data: toPointsJson(telemetry.points), ...rest }),
        () => `{"data":${writePoints(telemetry.points)},${JSON.stringify(rest).slice(1)}`,
      );
    },
  },
});
export const loader = api.loader;
export const action = api.action;
