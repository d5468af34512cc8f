import type { OrderFields } from "#app/domain/demo/sample-orders.ts";
import { telemetryTopic } from "#app/domain/live/ports.ts";
import { Cadence } from "./cadence.ts";
import {
  NO_READING,
  toReading,
  type InitialValue,
  type LiveStore,
  type Reading,
} from "./live-store.ts";

/** Of the page's live client, what a view reads. */
type Source = { store: Pick<LiveStore, "seed" | "read" | "subscribe">; serverNowMs: number | null };

/** A topic per metric; null for an order field in demo mode, which is a sample and comes from nowhere. */
export function createView<M extends string>(
  { store, serverNowMs }: Source,
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
  /** What the page begins with, as long as nothing else was read. */
  let initialRecord: Record<M, Reading> | null = null;
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
      const first = toRecord(
        metrics.map((metric, index) =>
          topics[index] === null
            ? sampled[index]!
            : firstReading(initial[metric] ?? null, serverNowMs),
        ),
      );
      if (readings.length === 0) initialRecord = first;
      return first;
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
        const { length } = readings;
        readings = now;
        record = toRecord(now);
        // Nothing is drawn anew for coming alive: a second later, or with the next value, the ages are told.
        if (length === 0 && initialRecord !== null && isSameButAge(initialRecord, record))
          record = initialRecord;
      }
      return record;
    },
  };
}

const isSameButAge = <M extends string>(a: Record<M, Reading>, b: Record<M, Reading>): boolean =>
  (Object.keys(a) as M[]).every(
    (metric) =>
      a[metric].value === b[metric].value &&
      a[metric].timeMs === b[metric].timeMs &&
      a[metric].adFlag === b[metric].adFlag &&
      a[metric].stale === b[metric].stale,
  );

/** Without the server's time nobody can say how old a value is before the page is alive. */
function firstReading(initial: InitialValue, nowMs: number | null): Reading {
  if (initial !== null && nowMs === null) return { ...initial, stale: false, ageMs: null };
  return toReading(initial, nowMs ?? 0, new Cadence().staleAfterMs());
}
