/** Brings a recorder's memory back from its storage: sealed hours as listed, then every log row in the order of its writing. */
import { decodeBatch } from "#app/domain/series/batch.ts";
import { forgetMetrics } from "#app/domain/series/forget-metrics.ts";
import { hourOf } from "#app/domain/series/batch-window.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import { REFUSED_METRIC } from "#app/domain/series/machine-metrics.ts";
import { metricOf, textKey, type MetricKinds, type Sample } from "#app/domain/series/types.ts";
import { LIVE_AHEAD_MS } from "./limits.ts";
import type { LogDamage, MemoryDamage } from "./log-checksum.ts";
import type { LogStore } from "./log-store.ts";
import type { KeptStats, SamplerStats } from "./sampler-stats.ts";
import type { Sealer } from "./sealer.ts";

/** Answers the number of log rows. */
export function replayLog(
  log: LogStore,
  memory: MachineMemory,
  sealer: Sealer,
  stats: SamplerStats,
  { now, report }: { now: () => number; report: (damage: LogDamage | MemoryDamage) => void },
): number {
  for (const [metric, kind] of log.kinds()) memory.metrics.kinds.set(metric, kind);
  for (const [metric, kinds] of log.readMetaIfIntact<[string, MetricKinds][]>("unlisted") ?? [])
    memory.metrics.unlisted.set(metric, kinds);
  memory.metrics.isListDamaged = log.damagedMeta.has("kinds") || log.damagedMeta.has("unlisted");
  // An older release kept texts under the metric's name.
  for (const [key, sample] of log.readMetaIfIntact<[string, Sample][]>("latest") ?? [])
    memory.latest.set(typeof sample.value === "string" ? textKey(metricOf(key)) : key, sample);
  for (const [key, sample] of log.readMetaIfIntact<[string, Sample][]>("settled") ?? [])
    memory.newestSamples.settled.set(key, sample);
  const kept = log.readMetaIfIntact<KeptStats>("samplers");
  if (kept) stats.restore(kept);
  sealer.lastSealAtMs = log.readMetaIfIntact<number>("last_seal");
  let rows = 0;
  memory.metrics.isReplayingLog = true;
  for (const row of log.rows()) {
    rows++;
    const columns = columnsOf(row);
    if (columns === null) {
      // The machine goes on without it.
      const receivedAt = new Date(row.receivedAtMs);
      report({
        event: "recorder_log_row_damaged",
        seq: row.seq,
        receivedAt: Number.isNaN(receivedAt.getTime()) ? "unknown" : receivedAt.toISOString(),
      });
      log.release([row.seq]);
      continue;
    }
    // A row may reach into hours that were sealed after it: their part is in the segment already.
    const open = columns.map((column) => ({
      ...column,
      valueAt: (index: number) =>
        (memory.sealed.get(hourOf(column.times[index] as number))?.sealedSeq ?? 0) >= row.seq
          ? null
          : column.valueAt(index),
    }));
    const hours = new Set<number>();
    for (const [index, column] of columns.entries()) {
      // Of an unmapped tag, a metric that had no room or was forgotten since, nothing is needed.
      const metric = row.metrics[index] ?? null;
      if (metric === null || metric === REFUSED_METRIC) continue;
      for (const timeMs of column.times) {
        const hourMs = hourOf(timeMs);
        if (memory.manifest.isRetired(timeMs)) continue;
        if (
          timeMs >= row.startMs &&
          timeMs < row.endMs &&
          (memory.sealed.get(hourMs)?.sealedSeq ?? 0) < row.seq
        )
          hours.add(hourMs);
      }
    }
    const applied = memory.apply(open, row.metrics, {
      startMs: row.startMs,
      liveMs: row.receivedAtMs + LIVE_AHEAD_MS,
      endMs: row.endMs,
    });
    if (hours.size > 0) sealer.noteLogRow(row.seq, hours, row.receivedAtMs);
    else log.release([row.seq]);
    stats.noteRow(row, applied);
  }
  memory.metrics.isReplayingLog = false;
  // What was forgotten while its samples stay is no metric any more.
  const listed = new Set(log.kinds().map(([metric]) => metric));
  const added = [...memory.metrics.kinds].filter(([metric]) => !listed.has(metric));
  const isFound = (metric: string): boolean =>
    memory.metrics.isListDamaged && !memory.metrics.unlisted.has(metric);
  log.addKinds(added.filter(([metric]) => isFound(metric)));
  const unlisted = added.map(([metric]) => metric).filter((metric) => !isFound(metric));
  if (unlisted.length > 0) forgetMetrics(memory, unlisted, false);
  memory.deriveNewest(new Set(memory.hours.keys()));
  for (const name of log.damagedMeta) report({ event: "recorder_memory_damaged", name });
  const liveMs = now() + LIVE_AHEAD_MS;
  for (const metric of log.watched()) memory.watch(metric, memory.newest(metric, liveMs), liveMs);
  return rows;
}

/** Null when the row is damaged. */
function columnsOf({ isIntact, batch }: { isIntact: boolean; batch: Uint8Array }) {
  try {
    return isIntact ? decodeBatch(batch) : null;
  } catch {
    return null;
  }
}
