import { useMemo, useSyncExternalStore } from "react";
import { useDemoOrder } from "./demo-order.ts";
import { useLive } from "./live-provider.tsx";
import { NO_READING, type InitialValue, type Reading } from "./live-store.ts";
import { createView } from "./metrics-view.ts";

/**
 * The newest value of a metric, with its age. `initial` is what the page's loader knew. `isWatched` false: the channel is
 * not joined and the value stays what was known last, for what is not in sight.
 */
export function useMetric(
  deviceId: number,
  metric: string,
  initial: InitialValue = null,
  isWatched = true,
): Reading {
  const metrics = useMemo(() => [metric], [metric]);
  const values = useMemo(() => ({ [metric]: initial }), [metric, initial]);
  return useMetrics(deviceId, metrics, values, isWatched)[metric] ?? NO_READING;
}

/** The newest values of several metrics of a machine; the record stays the same while none of them changes. */
export function useMetrics<M extends string>(
  deviceId: number,
  metrics: readonly M[],
  initial: Partial<Record<M, InitialValue>> = {},
  isWatched = true,
): Record<M, Reading> {
  const live = useLive();
  const order = useDemoOrder();
  const names = metrics.join("\n");
  const view = useMemo(
    () => createView(live, deviceId, names.split("\n").filter((name) => name !== "") as M[], order),
    [live, deviceId, names, order],
  );
  useMemo(() => view.seed(initial), [view, initial]);
  const first = useMemo(() => view.first(initial), [view, initial]);
  return useSyncExternalStore(isWatched ? view.subscribe : notWatched, view.read, () => first);
}

const notWatched = () => () => {};
