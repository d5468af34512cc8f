/** Sealed hours as the objects hold them that they lie in, brought together column by column. */
import { clipColumn } from "#app/domain/series/clip.ts";
import { floorTo } from "#app/domain/series/levels.ts";
import type { SealedHour } from "#app/domain/series/sealed-hours.ts";
import {
  isTextKey,
  keyOf,
  metricOf,
  namesOf,
  type Column,
  type Kind,
} from "#app/domain/series/types.ts";
import type { ObjectStore } from "#app/storage/object-store.ts";
import { loadSegment, type LoadedSegment } from "#app/storage/segment-read.ts";
import { unionTimes } from "#app/storage/union-times.ts";
import type { ManifestStore } from "./manifest-store.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { maxOf, minOf } from "#app/domain/extremes.ts";

/** Hours of one object. */
export type Source = { segment: LoadedSegment; hours: SealedHour[] };

/** The objects that the hours lie in. Throws what the store throws. */
export async function loadSources(
  { store, manifest }: { store: ObjectStore; manifest: ManifestStore },
  sealed: readonly SealedHour[],
): Promise<Source[]> {
  const byKey = new Map<string, SealedHour[]>();
  for (const hour of sealed)
    byKey.set(hour.segment.key, [...(byKey.get(hour.segment.key) ?? []), hour]);
  const sources: Source[] = [];
  for (const [key, hours] of byKey) {
    const fromMs = minOf(hours.map(({ segment }) => segment.hourMs));
    const toMs = maxOf(hours.map(({ segment }) => segment.hourMs + HOUR_MS));
    const known = manifest.objects.require(key, fromMs, toMs);
    sources.push({ segment: await loadSegment(store, key, known), hours });
  }
  return sources;
}

/** Times of the rows that count, ascending: of each object only those of the hours that lie in it. */
export const timesOf = (sources: readonly Source[]): Float64Array =>
  unionTimes(
    sources.flatMap(({ segment, hours }) =>
      hours.map(({ segment: { hourMs } }) => windowOf(segment.times, hourMs)),
    ),
  );

const windowOf = (times: Float64Array, hourMs: number): Float64Array =>
  clipColumn({ kind: "number", times, values: times }, hourMs, hourMs + HOUR_MS).times;

/** Keys of a file's columns. */
export const keysOfFile = ({ metrics, kindOf }: LoadedSegment): string[] =>
  metrics.map((name) => keyOf(metricOf(name), kindOf(name) as Kind));

/** The key's samples of all hours; null without any. */
export function gather(key: string, sources: readonly Source[]): Column | null {
  const kind = isTextKey(key) ? "text" : "number";
  const parts = sources
    .flatMap(({ segment, hours }) => {
      const name = namesOf(key).find((each) => segment.kindOf(each) === kind);
      const column = name === undefined ? null : segment.column(name);
      return column
        ? hours.map(({ segment: { hourMs } }) => clipColumn(column, hourMs, hourMs + HOUR_MS))
        : [];
    })
    .filter(({ times }) => times.length > 0)
    .sort(
      (a, b) => floorTo(a.times[0] as number, HOUR_MS) - floorTo(b.times[0] as number, HOUR_MS),
    );
  if (parts.length === 0) return null;
  const length = parts.reduce((sum, { times }) => sum + times.length, 0);
  const times = new Float64Array(length);
  const numbers = new Float64Array(kind === "text" ? 0 : length);
  const texts: string[] = [];
  let at = 0;
  for (const part of parts) {
    times.set(part.times, at);
    if (part.kind === "number") numbers.set(part.values, at);
    else for (const value of part.values) texts.push(value);
    at += part.times.length;
  }
  return kind === "text"
    ? { kind: "text", times, values: texts }
    : { kind: "number", times, values: numbers };
}
