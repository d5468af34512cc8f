/** What a recorder answers to a question about a range: everything of one instant. */
import type { PlannedFile } from "./plan-sources.ts";
import type { Rollups } from "./rollup.ts";
import type { StateChange } from "./state-changes.ts";
import type { Columns } from "./types.ts";

/** A file to read for an answer. */
export type SnapshotFile = PlannedFile & {
  bytes: number;
  /** Where the wanted columns lie, storage/chunk-index.ts; null when only the file knows. */
  chunks: string | null;
};

/** What of an answer travels in one message, of bounded size (snapshot-parts.ts). Nothing is in two parts. */
export type SnapshotPart = {
  files: SnapshotFile[];
  /** Rows that no file holds yet, by key. */
  rollups: Rollups;
  /** Raw and derived samples of hours in memory, by key. */
  tail: Columns;
};

/** What a recorder knows about a range at one instant, files to read and the rest itself: the first part of it. */
export type SeriesSnapshot = SnapshotPart & {
  /** Column keys that answer for each asked metric: of several the one with the most samples in the range. */
  keys: [metric: string, keys: string[]][];
  /** Of the asked metrics those that were numbers and texts: the answer brings both of each, whichever is shown. */
  mixed?: string[];
  /** Under which name the next part is to be asked for, at once; null when this is all. */
  more: string | null;
  /** Length of the units that buckets begin with and take whole; 0 where buckets are what was asked for. */
  snapMs: number;
  /** Units before this time have no samples any more. Unix milliseconds; Infinity where samples are all that was asked for. */
  samplesFromMs: number;
  /** The states of the range, when asked for: the one that held when it began, at that time, and every change. */
  states: StateChange[];
  /** Of metrics with thresholds, when flags were asked for: from when, lower, upper, again and again; NaN where there is no bound. */
  bands?: Record<string, Float64Array>;
  /** Sheets per hour at full productivity; null while unknown. operating_productivity is sheets_per_hour over it. */
  targetSheetsPerHour: number | null;
  /** It was learned, of too few minutes with sheets to be called usual. */
  isTargetYoung?: boolean;
};
export type NextSnapshotPart = SnapshotPart & Pick<SeriesSnapshot, "more">;
