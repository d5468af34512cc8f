import { useMemo, useSyncExternalStore } from "react";
import { telemetryTopic } from "#app/domain/live/ports.ts";
import type { OrderFields } from "#app/domain/demo/sample-orders.ts";
import { Cadence } from "./cadence.ts";
import { useDemoOrder } from "./demo-order.ts";
import { useLive, type Live } from "./live-provider.tsx";
import { NO_READING, toReading, type InitialValue, type Reading } from "./live-store.ts";

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

/** A topic per metric; null for an order field in demo mode, which is a sample and comes from nowhere. */
function createView<M extends string>(
  { store, serverNowMs }: Live,
  deviceId: number,
  metrics: readonly M[],
  order: OrderFields | null,
) {
  const samples = metrics.map((metric) => (order === null ? undefined : order[metric]));
  const topics = metrics.map((metric, index) =>
    samples[index] === undefined ? telemetryTopic(deviceId, metric) : null,
  );
  const sampled = samples.map((value) =>
    value === undefined ? NO_READING : { ...NO_READING, value, stale: false },
  );
  let readings: Reading[] = [];
  let record = {} as Record<M, Reading>;
  const toRecord = (list: Reading[]) =>
    Object.fromEntries(list.map((reading, index) => [metrics[index]!, reading])) as Record<
      M,
      Reading
    >;
  return {
    seed(initial: Partial<Record<M, InitialValue>>): void {
      topics.forEach(
        (topic, index) => topic !== null && store.seed(topic, initial[metrics[index]!]),
      );
    },
    /** What the server paints and the browser starts with: the same on both. */
    first(initial: Partial<Record<M, InitialValue>>): Record<M, Reading> {
      return toRecord(
        metrics.map((metric, index) =>
          topics[index] === null
            ? sampled[index]!
            : firstReading(initial[metric] ?? null, serverNowMs),
        ),
      );
    },
    subscribe(listener: () => void): () => void {
      const releases = topics.flatMap((topic) =>
        topic === null ? [] : [store.subscribe(topic, listener)],
      );
      return () => {
        for (const release of releases) release();
      };
    },
    read(): Record<M, Reading> {
      const now = topics.map((topic, index) => {
        if (topic === null) return sampled[index]!;
        const reading = store.read(topic);
        // The store forgets what nobody watches; the page goes on showing it.
        return reading === NO_READING ? (readings[index] ?? reading) : reading;
      });
      if (
        readings.length !== now.length ||
        now.some((reading, index) => reading !== readings[index])
      ) {
        readings = now;
        record = toRecord(now);
      }
      return record;
    },
  };
}

/** Without the server's time nobody can say how old a value is before the page is alive. */
function firstReading(initial: InitialValue, nowMs: number | null): Reading {
  if (initial !== null && nowMs === null) return { ...initial, stale: false, ageMs: null };
  return toReading(initial, nowMs ?? 0, new Cadence().staleAfterMs());
}
