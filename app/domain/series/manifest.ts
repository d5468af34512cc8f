/**
 * Where everything that is sealed of a machine lies: its hours, their roll-ups (in the recorder's tables until a file
 * takes them), and the files. Pure; changed by the recorder's ManifestStore alone, with the same change to its tables.
 */
import { DAY_MS } from "#app/domain/durations.ts";
import type { Carry } from "./derive.ts";
import { dayOf, type RollupLevel } from "./levels.ts";
import { SealedHours } from "./sealed-hours.ts";

/** A file of roll-ups: rows of one level for units of [startMs, endMs). */
export type RollupFile = {
  key: string;
  level: RollupLevel;
  startMs: number;
  endMs: number;
  bytes: number;
};

export class SeriesManifest {
  readonly hours = new SealedHours();
  /** Hours whose minutes are in the tables, and hours that have their own row there: it stands above a file's. */
  readonly heldMinutes = new Set<number>();
  readonly heldHours = new Set<number>();
  /** Days that have their row in the tables. */
  readonly heldDays = new Set<number>();
  /** Days of which hours were sealed since they were packed, and when the last one was: their files and their row are behind. */
  readonly dirtyDays = new Map<number, number>();
  /** Days whose roll-ups a release wrote that kept sums: they are made anew. Each is dirty, too. */
  readonly sumDays = new Set<number>();
  /** Days whose samples are past retention: nothing can be added to them; with what the hour after must know. */
  readonly retiredDays = new Map<number, Carry | null>();
  readonly #files: Record<RollupLevel, readonly RollupFile[]> = { minute: [], hour: [], day: [] };

  isRetired(timeMs: number): boolean {
    return this.retiredDays.size > 0 && this.retiredDays.has(dayOf(timeMs));
  }

  /** Files of the level with units in [fromMs, toMs), ascending. */
  files(level: RollupLevel, fromMs = -Infinity, toMs = Infinity): RollupFile[] {
    return this.#files[level].filter(({ startMs, endMs }) => startMs < toMs && endMs > fromMs);
  }

  /** Takes the place of the level's file of the same start. */
  addFile(file: RollupFile): void {
    const files = this.#files[file.level].filter(({ startMs }) => startMs !== file.startMs);
    const at = files.findIndex(({ startMs }) => startMs > file.startMs);
    files.splice(at < 0 ? files.length : at, 0, file);
    this.#files[file.level] = files;
  }

  /** Nothing happens when no file has the key. */
  removeFile(key: string): void {
    for (const level of ["minute", "hour", "day"] as const)
      this.#files[level] = this.#files[level].filter((file) => file.key !== key);
  }

  /** Units of the level that have rows in the tables. */
  held(level: RollupLevel): Set<number> {
    if (level === "minute") return this.heldMinutes;
    return level === "hour" ? this.heldHours : this.heldDays;
  }

  /** What a day past retention left for the hours after it, when no hour that is still here lies between. */
  retiredBefore(hourMs: number, nearestMs: number): Carry | null {
    let newest = -Infinity;
    for (const day of this.retiredDays.keys())
      if (day + DAY_MS <= hourMs && day > nearestMs && day > newest) newest = day;
    return this.retiredDays.get(newest) ?? null;
  }
}
