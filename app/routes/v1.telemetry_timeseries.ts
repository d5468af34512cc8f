import { toIso, toIsoOrNull } from "#app/domain/formats/api-time.ts";
import { getTelemetryTimeseries } from "#app/features/series/get-telemetry-timeseries.server.ts";
import { telemetryAnswer, telemetryQuery } from "#app/features/series/schemas.ts";
import { toPointsJson, writePoints } from "#app/features/series/series-json.ts";
import { WrittenReply } from "#app/api/types.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/telemetry_timeseries", {
  GET: {
    summary:
      "One machine's metrics in equal buckets over [start_time, end_time), with the states it went through",
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
        state_info: telemetry.states.map(({ timeMs, code }) => ({
          time: toIso(timeMs),
          machine_state: code,
        })),
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
