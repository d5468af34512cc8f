import { useMemo } from "react";
import {
  LiveProvider,
  useConnection,
  useMetric,
  useRenewSocket,
  useSeries,
} from "#app/live/index.ts";

/** `windowMs`: how far back the series goes. */
type BoardProps = {
  deviceId: number;
  prefix: string;
  metrics: number;
  windowMs: number;
  nowMs: number;
};

const NO_HISTORY = [] as const;

/** A cell for each of `metrics` metrics named prefix_0, prefix_1 …, and the series of the first. */
export function LiveBoard({ deviceId, prefix, metrics, windowMs, nowMs }: BoardProps) {
  const names = useMemo(
    () => Array.from({ length: metrics }, (_, index) => `${prefix}_${index}`),
    [prefix, metrics],
  );
  return (
    <LiveProvider nowMs={nowMs}>
      <main className="p-4">
        <Head />
        {names[0] !== undefined && (
          <Series deviceId={deviceId} metric={names[0]} windowMs={windowMs} />
        )}
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-1">
          {names.map((name) => (
            <Cell key={name} deviceId={deviceId} metric={name} />
          ))}
        </ul>
      </main>
    </LiveProvider>
  );
}

function Head() {
  const renew = useRenewSocket();
  const connection = useConnection();
  return (
    <button type="button" data-connection={connection} onClick={renew}>
      {connection}
    </button>
  );
}

function Cell({ deviceId, metric }: { deviceId: number; metric: string }) {
  const { value, stale } = useMetric(deviceId, metric);
  return (
    <li data-metric={metric} data-stale={stale || undefined} className="tabular-nums">
      {value}
    </li>
  );
}

function Series({
  deviceId,
  metric,
  windowMs,
}: {
  deviceId: number;
  metric: string;
  windowMs: number;
}) {
  const points = useSeries({ deviceId, metric, initial: NO_HISTORY, windowMs });
  return <output data-times={points.map(({ timeMs }) => timeMs).join(" ")}>{points.length}</output>;
}
