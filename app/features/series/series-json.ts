/** Series as /v1 answers them: ISO 8601 UTC times, snake case. */
import type { z } from "zod";
import { toIso } from "~/domain/formats/api-time";
import type { SeriesPoint } from "~/domain/series/types";
import type { DevicePoints } from "./get-devices-timeseries.server";
import type { devicesAnswer, telemetryAnswer } from "./schemas";

/** Written out: copying what is left over is slow where there are thousands. */
const toPoint = ({ timeMs, value, min, max, count, upper, lower, adFlag }: SeriesPoint) => ({
  time: toIso(timeMs),
  value,
  min,
  max,
  count,
  upper,
  lower,
  ad_flag: adFlag,
});

export const toPointsJson = (points: Record<string, SeriesPoint[]>): z.input<typeof telemetryAnswer>["data"] =>
  Object.fromEntries(Object.entries(points).map(([metric, list]) => [metric, list.map(toPoint)]));

export const toDevicesJson = (metrics: Map<string, DevicePoints[]>): z.input<typeof devicesAnswer>["data"] =>
  Object.fromEntries(
    [...metrics].map(([metric, devices]) => [
      metric,
      devices.map(({ deviceId, points }) => ({
        device_id: deviceId,
        points: points.map(({ timeMs, value }) => ({ time: toIso(timeMs), value })),
      })),
    ]),
  );
