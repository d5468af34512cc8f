import { useEffect, useMemo, useSyncExternalStore } from "react";
import { telemetryTopic } from "#app/domain/live/ports.ts";
import { useLive } from "./live-provider.tsx";
import { LiveSeries } from "./live-series.ts";
import { beforePaint } from "./page-life.ts";
import type { SeriesPoint } from "./series-points.ts";

type SeriesOptions = {
  deviceId: number;
  metric: string;
  initial: readonly SeriesPoint[];
  windowMs: number;
};

/** The loader's history of a metric, going on live. Another history (by its length and ends) starts it anew. */
export function useSeries({
  deviceId,
  metric,
  initial,
  windowMs,
}: SeriesOptions): readonly SeriesPoint[] {
  const { client, store, readGap } = useLive();
  const history = `${initial.length} ${initial[0]?.timeMs} ${initial.at(-1)?.timeMs}`;
  const series = useMemo(
    () =>
      new LiveSeries(
        { readGap, now: () => store.nowMs(), schedule: beforePaint },
        { deviceId, metric, initial, windowMs },
      ),
    // A parent that makes the same array again on every render does not make another history.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `history` stands for `initial`
    [store, readGap, deviceId, metric, history, windowMs],
  );
  useEffect(
    () => client.subscribe(telemetryTopic(deviceId, metric), (message) => series.receive(message)),
    [client, series, deviceId, metric],
  );
  return useSyncExternalStore(series.subscribe, series.points, series.points);
}
