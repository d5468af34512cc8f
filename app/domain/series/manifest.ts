/**
 * Where everything that is sealed of a machine lies: its hours, their roll-ups (in the recorder's tables until a file
 * takes them), and the files. Pure; the recorder keeps its tables in step with it.
 */
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
  /** Days whose samples are past retention: nothing can be added to them; with what the hour after must know. */
  readonly retiredDays = new Map<number, Carry | null>();
  readonly #files: Record<RollupLevel, RollupFile[]> = { minute: [], hour: [], day: [] };

  isRetired(timeMs: number): boolean {
    return this.retiredDays.size > 0 && this.retiredDays.has(dayOf(timeMs));
  }

  /** Files of the level with units in [fromMs, toMs), ascending. */
  files(level: RollupLevel, fromMs = -Infinity, toMs = Infinity): RollupFile[] {
    return this.#files[level].filter(({ startMs, endMs }) => startMs < toMs && endMs > fromMs);
  }

  /** Answers the file it replaces. */
  addFile(file: RollupFile): RollupFile | null {
    const replaced = this.removeFile(file.level, file.startMs);
    const files = this.#files[file.level];
    const at = files.findIndex(({ startMs }) => startMs > file.startMs);
    files.splice(at < 0 ? files.length : at, 0, file);
    return replaced;
  }

  removeFile(level: RollupLevel, startMs: number): RollupFile | null {
    const files = this.#files[level];
    const at = files.findIndex((file) => file.startMs === startMs);
    return at < 0 ? null : (files.splice(at, 1)[0] as RollupFile);
  }
}
