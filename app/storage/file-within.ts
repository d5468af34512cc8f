import type { SnapshotFile } from "#app/domain/series/snapshot.ts";
import type { TimeSpan } from "./segment-read.ts";
import { maxOf, minOf } from "#app/domain/extremes.ts";

/** A file with what of its windows lies in the spans (ascending, apart); none where nothing does. */
export function fileWithin(file: SnapshotFile, spans: readonly TimeSpan[]): SnapshotFile[] {
  const windows = file.windows.flatMap(([fromMs, toMs]) =>
    spans.flatMap(([startMs, endMs]): SnapshotFile["windows"] => {
      const [from, to] = [Math.max(fromMs, startMs), Math.min(toMs, endMs)];
      return from < to ? [[from, to]] : [];
    }),
  );
  return windows.length === 0 ? [] : [{ ...file, windows }];
}

export const hullOf = (windows: SnapshotFile["windows"]): TimeSpan => [
  minOf(windows.map(([fromMs]) => fromMs)),
  maxOf(windows.map(([, toMs]) => toMs)),
];

export const isEmptyRange = ({ startMs, endMs }: { startMs: number; endMs: number }): boolean =>
  !(endMs > startMs);
