/**
 * Takes a batch: which metric each tag is, which samples are new, what the log must hold. Only a batch that
 * touches sealed hours waits, for their samples; from then to the log row everything is one turn.
 */
import { decodeBatch, type DecodedColumn } from "#app/domain/series/batch.ts";
import type { Window } from "#app/domain/series/batch-window.ts";
import type { Applied, MachineMemory } from "#app/domain/series/machine-memory.ts";
import { REFUSED_METRIC } from "#app/domain/series/machine-metrics.ts";
import { sealedHoursTouched } from "#app/domain/series/touched-hours.ts";
import type { IngestRequest, RecorderConfig } from "#app/domain/series/recorder-port.ts";
import type { Columns, MetricKinds } from "#app/domain/series/types.ts";
import {
  HISTORY_MS,
  LIVE_AHEAD_MS,
  LIVE_ROOM_SAMPLES,
  MAX_AGE_MS,
  MAX_AHEAD_MS,
  MAX_UNSEALED_SAMPLES,
  READS_A_TURN,
} from "./limits.ts";
import type { LogStore } from "./log-store.ts";
import type { RetentionClock } from "./retention-clock.ts";
import type { SealedReader } from "./sealed-reader.ts";
import type { Sealer } from "./sealer.ts";
import type { UnreadableObjects } from "./unreadable-objects.ts";
import { TagMapper } from "./tag-mapper.ts";

type Deps = {
  memory: MachineMemory;
  log: LogStore;
  sealer: Sealer;
  sealed: SealedReader;
  unreadable: UnreadableObjects;
  clock: RetentionClock;
  /** Nothing is taken any more: another recorder has the samples. */
  isClosed: () => boolean;
  /** Lets other work have its turn. */
  yieldToEvents: () => Promise<void>;
  abort: (error: unknown) => never;
};
/** Of this many unsealed samples on history waits. */
const MAX_HISTORY_SAMPLES = MAX_UNSEALED_SAMPLES - LIVE_ROOM_SAMPLES;
type Sampler = RecorderConfig["samplers"][number];

export class Intake {
  readonly #deps: Deps;
  readonly #mapper = new TagMapper();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * `abort` is called when memory holds what the log could not take; null when the recorder was closed meanwhile.
   * `isAdopted`: samples that another recorder has acknowledged, so no share of metrics keeps them out.
   */
  async take(
    request: Pick<IngestRequest, "samplerId" | "buffered" | "dropped" | "batch">,
    sampler: Sampler,
    nowMs: number,
    { isAdopted = false } = {},
  ): Promise<Applied | null> {
    const { memory, log, sealer, clock, abort } = this.#deps;
    const columns = decodeBatch(request.batch);
    if (memory.samples > MAX_HISTORY_SAMPLES && isHistory(columns, nowMs)) return null;
    const metrics = columns.map(({ tag }) => this.#mapper.metricOf(sampler, tag));
    const window: Window = {
      startMs: clock.nowMs() - MAX_AGE_MS,
      liveMs: nowMs + LIVE_AHEAD_MS,
      endMs: nowMs + MAX_AHEAD_MS,
    };
    const sealedValues = await this.#readSealed(columns, metrics, window);

    if (this.#deps.isClosed()) return null;

    const { unmappedLimit } = memory.metrics;
    if (isAdopted) memory.metrics.unmappedLimit = Infinity;
    const applied = memory.apply(columns, metrics, window, sealedValues);
    memory.metrics.unmappedLimit = unmappedLimit;
    if (applied.accepted === 0) return applied;
    try {
      log.addKinds(
        applied.newMetrics.map((metric) => [
          metric,
          memory.metrics.kinds.get(metric) as MetricKinds,
        ]),
      );
      const { samplerId, buffered, dropped, batch } = request;
      const seq = log.append({
        samplerId,
        receivedAtMs: nowMs,
        buffered,
        dropped,
        metrics: asLogged(columns, metrics, applied),
        startMs: window.startMs,
        endMs: window.endMs,
        batch,
      });
      sealer.noteLogRow(seq, applied.hours, nowMs);
    } catch (error) {
      abort(error);
    }
    memory.deriveNewest(applied.hours);
    return applied;
  }

  /** The sealed samples that a batch must be compared with; undefined when it touches no sealed hour. */
  async #readSealed(
    columns: DecodedColumn[],
    metrics: (string | null)[],
    window: Window,
  ): Promise<Map<number, Columns> | undefined> {
    const { memory, sealed, unreadable, yieldToEvents } = this.#deps;
    for (;;) {
      const { deletions } = memory;
      const asked = sealedHoursTouched(memory, columns, metrics, window);
      if (asked.size === 0) return undefined;
      const read = new Map<number, Columns>();
      const keys = new Map<number, string>();
      for (const [hourMs, names] of asked) {
        const segment = memory.sealed.get(hourMs)?.segment;
        if (!segment) continue;
        if (keys.size % READS_A_TURN === READS_A_TURN - 1) await yieldToEvents();
        keys.set(hourMs, segment.key);
        try {
          read.set(hourMs, await sealed.read(segment, [...names]));
        } catch (error) {
          // An object that cannot be read must not keep samples out: they wait in the log until it can.
          const isInForce = memory.sealed.get(hourMs)?.segment.key === segment.key;
          if (isInForce && !unreadable.note(error)) throw error;
          read.set(hourMs, {});
        }
      }
      // An hour that was sealed anew while we read is read again.
      const again = sealedHoursTouched(memory, columns, metrics, window);
      if (
        deletions === memory.deletions &&
        [...again.keys()].every(
          (hourMs) => keys.get(hourMs) === memory.sealed.get(hourMs)?.segment.key,
        )
      )
        return read;
    }
  }
}

const isHistory = (columns: readonly DecodedColumn[], nowMs: number): boolean =>
  columns.every(({ times }) => times.every((timeMs) => timeMs < nowMs - HISTORY_MS));

/** What the log tells of a batch's metrics: which were refused is decided once. */
function asLogged(
  columns: readonly DecodedColumn[],
  metrics: readonly (string | null)[],
  { rejected }: Applied,
): (string | null)[] {
  const refused = new Set(
    rejected.filter(({ reason }) => reason === "too_many_metrics").map(({ tag }) => tag),
  );
  return metrics.map((metric, index) =>
    refused.has((columns[index] as DecodedColumn).tag) ? REFUSED_METRIC : metric,
  );
}
