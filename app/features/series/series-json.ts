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

/** Points written between two turns of the network. */
const POINTS_AT_ONCE = 1_000;

/** The JSON text of what toPointsJson makes, in pieces: an answer may have hundreds of thousands of points. */
export function* writePoints(points: Record<string, SeriesPoint[]>): Generator<string, void> {
  let before = "{";
  for (const [metric, list] of Object.entries(points)) {
    yield `${before}${JSON.stringify(metric)}:[`;
    for (let from = 0; from < list.length; from += POINTS_AT_ONCE) {
      const text = list
        .slice(from, from + POINTS_AT_ONCE)
        .map(writePoint)
        .join(",");
      yield from === 0 ? text : `,${text}`;
    }
    before = "],";
  }
  yield before === "{" ? "{}" : "]}";
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

const toDevicePoint = ({ timeMs, endMs, value }: DevicePoints["points"][number]) => ({
  time: toIso(timeMs),
  ...(endMs === undefined ? {} : { end: toIso(endMs) }),
  value,
});

export const toDevicesJson = (
  metrics: Map<string, DevicePoints[]>,
): z.input<typeof devicesAnswer>["data"] =>
  Object.fromEntries(
    [...metrics].map(([metric, devices]) => [
      metric,
      devices.map(({ deviceId, points }) => ({
        device_id: deviceId,
        points: points.map(toDevicePoint),
      })),
    ]),
  );

/** The JSON text of what toDevicesJson makes, in pieces. */
export function* writeDevices(metrics: Map<string, DevicePoints[]>): Generator<string, void> {
  let before = "{";
  for (const [metric, devices] of metrics) {
    yield `${before}${JSON.stringify(metric)}:[`;
    for (const [index, { deviceId, points }] of devices.entries()) {
      yield `${index === 0 ? "" : ","}{"device_id":${deviceId},"points":[`;
      for (let from = 0; from < points.length; from += POINTS_AT_ONCE) {
        const piece = points.slice(from, from + POINTS_AT_ONCE).map(toDevicePoint);
        yield (from === 0 ? "" : ",") + JSON.stringify(piece).slice(1, -1);
      }
      yield "]}";
    }
    before = "],";
  }
  yield before === "{" ? "{}" : "]}";
}
