import { getDevicesTimeseries } from "./get-devices-timeseries.server.ts";
import {
  averagesAnswer,
  averagesBody,
  devicesAnswer,
  devicesQuery,
  singleAverageAnswer,
  singleAverageQuery,
  telemetryAnswer,
  telemetryQuery,
} from "./schemas.ts";
import { toDevicesJson, toPointsJson, writeDevices, writePoints } from "./series-json.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { getAverages, getSingleAverage } from "./get-averages.server.ts";
import { toIso, toIsoOrNull } from "#app/domain/formats/api-time.ts";
import { getTelemetryTimeseries } from "./get-telemetry-timeseries.server.ts";
import { WrittenReply } from "#app/api/types.ts";

/** Values that an answer goes through: what it says, or the hours of which it is made. */
const weighSeries = (metrics: readonly string[], datapoints: number, spanMs: number): number =>
  metrics.length * Math.max(datapoints, spanMs / HOUR_MS);

export const seriesApi = [
  defineApi("/v1/devices_timeseries", {
    GET: {
      summary: "The same metrics of several machines over [start_date, end_date)",
      access: "signed_in",
      remembersCaller: true,
      query: devicesQuery,
      response: devicesAnswer,
      weigh: ({ query: { devices, metrics, datapoints, start_date, end_date } }) =>
        devices.length * weighSeries(metrics, datapoints, end_date - start_date),
      async handle({ ctx, query }) {
        const byMetric = await getDevicesTimeseries(ctx, {
          ...query,
          startMs: query.start_date,
          endMs: query.end_date,
        });
        return new WrittenReply(
          () => ({ data: toDevicesJson(byMetric) }),
          function* () {
            yield '{"data":';
            yield* writeDevices(byMetric);
            yield "}";
          },
        );
      },
    },
  }),
  defineApi("/v1/metric_averages", {
    POST: {
      summary:
        "The means of several metrics of several machines over exactly [start_time, end_time)",
      access: "signed_in",
      remembersCaller: true,
      body: averagesBody,
      response: averagesAnswer,
      weigh: ({ body: { device_ids, metrics, start_time, end_time } }) =>
        device_ids.length * weighSeries(metrics, 1, end_time - start_time),
      async handle({ ctx, body }) {
        const { device_ids: devices, metrics, start_time: startMs, end_time: endMs } = body;
        return {
          data: {
            metric_averages: {
              values: await getAverages(ctx, { devices, metrics, startMs, endMs }),
            },
          },
        };
      },
    },
  }),
  defineApi("/v1/single_metric_average", {
    GET: {
      summary: "The mean of a metric over exactly [start_time, end_time); null where no sample is",
      access: "signed_in",
      remembersCaller: true,
      query: singleAverageQuery,
      response: singleAverageAnswer,
      async handle({ ctx, query }) {
        const { device_id: device, metric, start_time: startMs, end_time: endMs } = query;
        return {
          data: {
            metric_averages: {
              value: await getSingleAverage(ctx, { device, metric, startMs, endMs }),
            },
          },
        };
      },
    },
  }),
  defineApi("/v1/telemetry_timeseries", {
    GET: {
      summary:
        "One machine's metrics in equal buckets over [start_time, end_time), with the states it went through",
      access: "signed_in",
      remembersCaller: true,
      query: telemetryQuery,
      response: telemetryAnswer,
      weigh: ({ query: { metrics, datapoints, start_time, end_time } }) =>
        weighSeries(metrics, datapoints, end_time - start_time),
      async handle({ ctx, query }) {
        const telemetry = await getTelemetryTimeseries(ctx, {
          ...query,
          device: query.device_id,
          startMs: query.start_time,
          endMs: query.end_time,
        });
        const rest = {
          events: telemetry.events.map((event) => ({
            id: event.id,
            name: event.name,
            start_at: toIso(event.startAt),
            end_at: toIso(event.endAt),
            downtime_start_at: toIsoOrNull(event.downtimeStartAt),
            downtime_end_at: toIsoOrNull(event.downtimeEndAt),
            author: event.author,
          })),
          state_info: telemetry.states.map(({ timeMs, code }) => ({
            time: toIso(timeMs),
            machine_state: code,
          })),
          granularity: telemetry.granularity,
        };
        return new WrittenReply(
          () => ({ data: toPointsJson(telemetry.points), ...rest }),
          function* () {
            yield '{"data":';
            yield* writePoints(telemetry.points);
            yield `,${JSON.stringify(rest).slice(1)}`;
          },
        );
      },
    },
  }),
];
