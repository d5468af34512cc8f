/**
 * Forgets a metric that nobody mapped: its name leaves the lists and its place becomes free. Its samples stay where they
 * are, or go: then everything that says where they lie is taken away in one transaction, so that no answer finds them, and
 * the objects whose bytes still hold them are written anew without them, one at a time. The name is like a new one at once.
 */
import { companionsOf } from "#app/domain/detection/companions.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { forgetMetrics, hoursOnlyOf } from "#app/domain/series/forget-metrics.ts";
import { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import type { RollupLevel } from "#app/domain/series/levels.ts";
import type { ForgetOutcome } from "#app/domain/series/recorder-port.ts";
import { tableColumnsOf } from "#app/domain/series/rollup-table.ts";
import { keysOf, metricOf, type Column } from "#app/domain/series/types.ts";
import { withoutColumns } from "#app/storage/chunk-index.ts";
import { rollupKey, segmentKey } from "#app/storage/keys.ts";
import type { ObjectStore } from "#app/storage/object-store.ts";
import { loadSegment } from "#app/storage/segment-read.ts";
import { SegmentBuilder } from "#app/storage/segment-write.ts";
import { unionTimes } from "#app/storage/union-times.ts";
import type { Detection } from "./detection.ts";
import { forgetRows } from "./forget-rows.ts";
import { GARBAGE_MS } from "./limits.ts";
import type { LogStore, RecorderStorage } from "./log-store.ts";
import type { ManifestStore } from "./manifest-store.ts";
import type { SamplerStats } from "./sampler-stats.ts";
import type { Sealer } from "./sealer.ts";
import type { UnreadableObjects } from "./unreadable-objects.ts";

type Deps = {
  deviceId: number;
  storage: RecorderStorage;
  memory: MachineMemory;
  log: LogStore;
  manifest: ManifestStore;
  sealer: Sealer;
  stats: SamplerStats;
  detection: Detection;
  store: ObjectStore;
  unreadable: UnreadableObjects;
  now: () => number;
  yieldToEvents: () => Promise<void>;
  /** What was learned of columns from the manifest holds no longer. */
  distrust: () => void;
};

export class Forgetter {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** In one turn, all or nothing. Not while upkeep is at work. */
  forget(metric: string, isKept: boolean): ForgetOutcome {
    const { memory, log, manifest } = this.#deps;
    if (memory.metrics.isExpected(metric)) return "expected";
    const metrics = [metric, ...companionsOf(metric)].filter(
      (name) => !memory.metrics.isExpected(name) && (!isKept || memory.metrics.kinds.has(name)),
    );
    const isListed = memory.metrics.kinds.has(metric);
    if (isKept) {
      if (!isListed) return "unknown";
      manifest.transaction(() => this.#unlist(metrics, true));
      forgetMetrics(memory, metrics, false);
      return "forgotten";
    }
    const keys = metrics.flatMap((name) => keysOf(name, "both"));
    const objects = this.#objectsWith(metric, keys);
    if (!isListed && objects.length === 0 && log.layouts.naming(metric, new Set(keys)).length === 0)
      return "unknown";
    this.#drop(metric, metrics, keys, objects);
    return "forgotten";
  }

  #drop(
    metric: string,
    metrics: readonly string[],
    keys: readonly string[],
    objects: readonly Changed[],
  ): void {
    const { storage, memory, log, manifest, sealer, detection, now, distrust } = this.#deps;
    const emptied = hoursOnlyOf(memory, keys);
    const needless = sealer.rowsOnlyOf(emptied);
    const unsealed: number[] = [];
    manifest.transaction(() => {
      this.#unlist(metrics, false);
      detection.forget(metrics);
      for (const { key, chunks, isEmpty } of objects) {
        if (!isEmpty) manifest.objects.eraseLater(key, chunks);
        else {
          for (const hour of memory.sealed.within(-Infinity, Infinity))
            if (hour.segment.key === key) {
              manifest.segments.forget(hour.segment.hourMs);
              unsealed.push(hour.segment.hourMs);
            }
          manifest.objects.discard(key, now() + GARBAGE_MS);
        }
      }
      forgetRows(storage, log, metric, new Set(keys));
      log.forget(needless, log.lastSeq);
    });
    log.release(needless);
    sealer.dropHours(emptied);
    forgetMetrics(memory, metrics, true);
    for (const hourMs of unsealed) makeWhole(memory, hourMs);
    distrust();
  }

  #unlist(metrics: readonly string[], isKept: boolean): void {
    const { memory, log, stats } = this.#deps;
    const gone = new Set(metrics);
    const stays = ([key]: readonly [string, unknown]): boolean => !gone.has(metricOf(key));
    const unlisted = new Map(memory.metrics.unlisted);
    for (const metric of metrics) {
      const kinds = memory.metrics.kinds.get(metric);
      if (!isKept) unlisted.delete(metric);
      else if (kinds) unlisted.set(metric, kinds);
    }
    log.writeMeta("unlisted", [...unlisted]);
    log.removeKinds(metrics);
    // From the log's rows nobody can count any more what became of these samples.
    log.writeMeta("samplers", stats.keep(log.lastSeq));
    log.writeMeta("latest", [...memory.latest].filter(stays));
    log.writeMeta("settled", [...memory.newestSamples.settled].filter(stays));
  }

  /** Objects that have columns of the metrics, and what is left to tell of each. */
  #objectsWith(metric: string, keys: readonly string[]): Changed[] {
    const names = { raw: new Set(keys), table: new Set(keys.flatMap(tableColumnsOf)) };
    return this.#deps.manifest.objects
      .listNaming(JSON.stringify(metric.split(" (text")[0]).slice(1, -1))
      .flatMap(({ key, level, chunks }): Changed[] => {
        const left = withoutColumns(chunks, level === "" ? names.raw : names.table);
        return left ? [{ key, ...left }] : [];
      });
  }

  /** An object that is to be written anew; null without. */
  next(): string | null {
    const { manifest, unreadable } = this.#deps;
    for (const key of manifest.objects.erasures) if (!unreadable.has(key)) return key;
    return null;
  }

  /** Writes the object anew with the columns that the manifest tells of. Throws what the store throws. */
  async erase(key: string): Promise<{ bytes: number }> {
    const { deviceId, memory, manifest, store, now, yieldToEvents } = this.#deps;
    const object = manifest.objects.get(key);
    if (!object) {
      manifest.transaction(() => manifest.objects.erased(key));
      return { bytes: 0 };
    }
    const { level, startMs, endMs } = object;
    const loaded = await loadSegment(store, key, object);
    const columns: [string, Column][] = [];
    for (const name of loaded.metrics) {
      const column = loaded.column(name);
      if (column && column.times.length > 0) columns.push([name, column]);
      await yieldToEvents();
    }
    const builder = new SegmentBuilder(unionTimes(columns.map(([, { times }]) => times)));
    for (const [name, column] of columns) {
      builder.add(name, column);
      await yieldToEvents();
    }
    const file = builder.finish();
    const [newKey] = manifest.reserve(now() + GARBAGE_MS, (generation) => [
      level === ""
        ? segmentKey(deviceId, startMs, (endMs - startMs) / HOUR_MS, generation)
        : rollupKey(level as RollupLevel, deviceId, startMs, generation),
    ]);
    await store.put(newKey, file.bytes);
    manifest.transaction(() => {
      manifest.objects.add(
        { key: newKey, bytes: file.bytes.length, chunks: file.chunks },
        { level, startMs, endMs },
      );
      if (level === "")
        for (const { segment } of memory.sealed.within(startMs, endMs))
          if (segment.key === key) manifest.segments.move(segment.hourMs, newKey);
      manifest.objects.discard(key, now() + GARBAGE_MS);
      manifest.objects.erased(key);
    });
    return { bytes: file.bytes.length };
  }
}

type Changed = { key: string; chunks: string; isEmpty: boolean };

/** What came late for an hour is all of it, once nothing that was sealed of it is left. */
function makeWhole({ hours }: MachineMemory, hourMs: number): void {
  const patch = hours.get(hourMs);
  if (!patch) return;
  const whole = new HourBuffer(hourMs, true);
  whole.putAll(patch);
  hours.set(hourMs, whole);
}
