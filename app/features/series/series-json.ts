/** Series as /v1 answers them: ISO 8601 UTC times, snake case. */
import type { z } from "zod";
import { toIso } from "#app/domain/formats/api-time.ts";
import type { SampleValue, SeriesPoint } from "#app/domain/series/types.ts";
import type { DevicePoints } from "./get-devices-timeseries.server.ts";
import type { devicesAnswer, telemetryAnswer } from "./schemas.ts";

/** Written out: copying what is left over is slow where there are thousands. */
const toPoint = ({
  timeMs,
  endMs,
  value,
  min,
  max,
  count,
  upper,
  lower,
  adFlag,
  adShare,
}: SeriesPoint) => ({
  time: toIso(timeMs),
  ...(endMs === undefined ? {} : { end: toIso(endMs) }),
  value,
  min,
  max,
  count,
  upper,
  lower,
  ad_flag: adFlag,
  ...(adShare === undefined ? {} : { ad_share: adShare }),
});

export const toPointsJson = (
  points: Record<string, SeriesPoint[]>,
): z.input<typeof telemetryAnswer>["data"] =>
  Object.fromEntries(Object.entries(points).map(([metric, list]) => [metric, list.map(toPoint)]));

/** The JSON text of what toPointsJson makes: an answer may have a hundred thousand points. */
export function writePoints(points: Record<string, SeriesPoint[]>): string {
  const metrics = Object.entries(points).map(
    ([metric, list]) => `${JSON.stringify(metric)}:[${list.map(writePoint).join(",")}]`,
  );
  return `{${metrics.join(",")}}`;
}

function writePoint(point: SeriesPoint): string {
  const { timeMs, endMs, value, min, max, count, upper, lower, adFlag, adShare } = point;
  const end = endMs === undefined ? "" : `,"end":"${toIso(endMs)}"`;
  const share = adShare === undefined ? "" : `,"ad_share":${write(adShare)}`;
  const text = write(value);
  const lowest = min === value ? text : write(min);
  const highest = max === value ? text : write(max);
  return `{"time":"${toIso(timeMs)}"${end},"value":${text},"min":${lowest},"max":${highest},"count":${count},"upper":${write(upper)},"lower":${write(lower)},"ad_flag":${adFlag}${share}}`;
}

const write = (value: SampleValue | null): string =>
  typeof value === "string"
    ? JSON.stringify(value)
    : value === null || !Number.isFinite(value)
      ? "null"
      : String(value);

export const toDevicesJson = (
  metrics: Map<string, DevicePoints[]>,
): z.input<typeof devicesAnswer>["data"] =>
  Object.fromEntries(
    [...metrics].map(([metric, devices]) => [
      metric,
      devices.map(({ deviceId, points }) => ({
        device_id: deviceId,
        points: points.map(({ timeMs, endMs, value }) => ({
          time: toIso(timeMs),
          ...(endMs === undefined ? {} : { end: toIso(endMs) }),
          value,
        })),
      })),
    ]),
  );
