import type { Carry } from "#app/domain/series/derive.ts";
import type { RollupLevel } from "#app/domain/series/levels.ts";
import type { SeriesManifest } from "#app/domain/series/manifest.ts";
import type { RecorderStorage } from "./log-store.ts";
import { TABLES } from "./manifest-tables.ts";

/** What the tables say, into a manifest that is empty. */
export function loadManifest(storage: RecorderStorage, manifest: SeriesManifest): void {
  const select = <Row extends Record<string, SqlStorageValue>>(query: string): Row[] =>
    storage.sql.exec<Row>(query).toArray();
  type SegmentRow = {
    hour: number;
    key: string;
    first: number;
    last: number;
    carry: string;
    sealed_seq: number;
    sealed_at: number;
    derived: string;
    rederive: number;
    rates: string;
  };
  for (const row of select<SegmentRow>("SELECT * FROM segments ORDER BY hour"))
    manifest.hours.set(row.hour, {
      segment: { key: row.key, hourMs: row.hour, firstMs: row.first, lastMs: row.last },
      carry: JSON.parse(row.carry) as Carry,
      sealedSeq: row.sealed_seq,
      sealedAtMs: row.sealed_at,
      derived: JSON.parse(row.derived) as string[],
      rederive: row.rederive === 1,
      rates: JSON.parse(row.rates) as Record<string, number>,
    });
  type FileRow = { key: string; level: RollupLevel; start: number; end: number; bytes: number };
  for (const { start, end, ...file } of select<FileRow>(
    "SELECT key, level, start, end, bytes FROM objects WHERE level <> '' ORDER BY start",
  ))
    manifest.addFile({ ...file, startMs: start, endMs: end });
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
  for (const { day, carry } of select<{ day: number; carry: string }>(
    "SELECT day, carry FROM retired",
  ))
    manifest.retiredDays.set(day, JSON.parse(carry) as Carry | null);
  for (const { day } of select<{ day: number }>("SELECT day FROM sum_days"))
    manifest.sumDays.add(day);
}
