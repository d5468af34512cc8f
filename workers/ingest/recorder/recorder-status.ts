/** What a recorder tells of itself: how much it holds, what waits to be sealed, what became of the samplers' batches. */
import { MAX_UNMAPPED_METRICS } from "#app/domain/series/machine-metrics.ts";
import type { MachineMemory } from "#app/domain/series/machine-memory.ts";
import type { RecorderStatus } from "#app/domain/series/recorder-port.ts";
import type { LogStore } from "./log-store.ts";
import type { ManifestStore } from "./manifest-store.ts";
import { newestOf, type SamplerStats } from "./sampler-stats.ts";
import type { Sealer } from "./sealer.ts";

type Parts = {
  memory: MachineMemory;
  manifest: ManifestStore;
  log: LogStore;
  sealer: Sealer;
  stats: SamplerStats;
};

export function statusOf(
  deviceId: number,
  { memory, manifest, log, sealer, stats }: Parts,
): RecorderStatus {
  const objects = manifest.objects.counts;
  return {
    deviceId,
    newestSampleMs: newestOf([...memory.latest.values()].map((sample) => sample.timeMs)),
    lastBatchAtMs: stats.lastBatchAtMs,
    unsealedSamples: memory.samples,
    unsealedBytes: log.bytes,
    segments: objects.segments,
    rollupFiles: objects.rollups,
    storedBytes: objects.bytes,
    overdueHours: sealer.due.overdue,
    lastSealAtMs: sealer.lastSealAtMs,
    metrics: {
      count: memory.metrics.kinds.size,
      unmapped: memory.metrics.unmapped.size,
      unmappedLimit: MAX_UNMAPPED_METRICS,
    },
    samplers: stats.list(),
  };
}
