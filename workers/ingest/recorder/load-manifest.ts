import type { Carry } from "#app/domain/series/derive.ts";
import { dayOf, type RollupLevel } from "#app/domain/series/levels.ts";
import type { SeriesManifest } from "#app/domain/series/manifest.ts";
import { openText } from "#app/storage/damage.ts";
import { rollupPlaceOf } from "#app/storage/keys.ts";
import type { LogStore, RecorderStorage } from "./log-store.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { TABLES } from "./manifest-tables.ts";
import {
  fromSegmentRow,
  remakeHour,
  type SamplesObject,
  type SegmentRow,
  withOwnHour,
} from "./segment-rows.ts";

/**
 * What the tables say, into a manifest that is empty. Damaged rows are named in `log.damagedMeta`, and keep no machine from
 * waking: what they said is made again, or is read as damaged.
 */
export function loadManifest(
  storage: RecorderStorage,
  manifest: SeriesManifest,
  log: LogStore,
): void {
  const select = <Row extends Record<string, SqlStorageValue>>(query: string): Row[] =>
    storage.sql.exec<Row>(query).toArray();
  /** Null where it is damaged: hours after the day know nothing of it. */
  const carryIn = (day: number, text: string): Carry | null => {
    try {
      return JSON.parse(openText(text)) as Carry | null;
    } catch {
      log.damagedMeta.add(`retired/${day}`);
      return null;
    }
  };
  const damaged: SegmentRow[] = [];
  let sealedSeq = 0;
  for (const row of select<SegmentRow>("SELECT * FROM segments ORDER BY hour")) {
    const hour = fromSegmentRow(row);
    if (hour) manifest.hours.set(row.hour, hour);
    else damaged.push(row);
    sealedSeq = Math.max(sealedSeq, hour?.sealedSeq ?? 0);
  }
  log.noteUsed(sealedSeq);
  if (damaged.length > 0) {
    const objects = select<SamplesObject>("SELECT key, start, end FROM objects WHERE level = ''");
    for (const row of damaged) {
      log.damagedMeta.add(`segments/${row.hour}`);
      const { hours } = manifest;
      const moved = withOwnHour(row);
      if (moved && !hours.has(moved.segment.hourMs)) {
        const { hourMs } = moved.segment;
        storage.sql.exec("UPDATE segments SET hour = ? WHERE hour = ?", hourMs, row.hour);
        hours.set(hourMs, moved);
      } else if (!moved && row.hour % HOUR_MS === 0)
        hours.set(row.hour, remakeHour(row, objects, hours.get(hours.before(row.hour))));
    }
  }
  type FileRow = { key: string; level: RollupLevel; start: number; end: number; bytes: number };
  for (const { key, level, start, end, bytes } of select<FileRow>(
    "SELECT key, level, start, end, bytes FROM objects WHERE level <> '' ORDER BY start",
  )) {
    const place = rollupPlaceOf(key) ?? { level, startMs: start, endMs: end };
    if (place.level !== level || place.startMs !== start || place.endMs !== end)
      log.damagedMeta.add(`objects/${key}`);
    manifest.addFile({ key, bytes, ...place });
  }
  for (const [level, held] of [
    ["minute", manifest.heldMinutes],
    ["hour", manifest.heldHours],
    ["day", manifest.heldDays],
  ] as const)
    for (const { unit } of select<{ unit: number }>(
      `SELECT unit FROM ${TABLES[level]} ORDER BY unit`,
    ))
      held.add(unit);
  for (const { day, since } of select<{ day: number; since: number }>(
    "SELECT day, since FROM dirty",
  ))
    manifest.dirtyDays.set(day, since);
  // A day's minutes leave the table when it is packed: until then it is behind, whatever became of its row.
  for (const hourMs of manifest.heldMinutes) {
    const day = dayOf(hourMs);
    if (!manifest.dirtyDays.has(day)) manifest.dirtyDays.set(day, 0);
  }
  for (const { day, carry } of select<{ day: number; carry: string }>(
    "SELECT day, carry FROM retired",
  ))
    manifest.retiredDays.set(day, carryIn(day, carry));
  for (const { day } of select<{ day: number }>("SELECT day FROM sum_days"))
    manifest.sumDays.add(day);
}
