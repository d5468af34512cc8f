import { createContext, useContext, useMemo, type ReactNode } from "react";
import { MINUTE_MS } from "#app/domain/durations.ts";
import type { Grid } from "#app/domain/series/grid.ts";
import type { ChartAnnotation } from "./types.ts";

export type NotesAsked = {
  /** null: nothing is shown yet. */
  span: { deviceId: number; startMs: number; endMs: number } | null;
  /** What the chart shows: notes about one measure stand with it alone, those about the machine with every one. */
  metrics: readonly string[];
  timezone: string;
  /** A measure in words. */
  title: (metric: string) => string;
};

/** What people noted, as a chart takes it, and what the chart's place must draw beside it. */
export type ChartNotes = { annotations: readonly ChartAnnotation[]; dialog: ReactNode };

const NONE: ChartNotes = { annotations: [], dialog: null };
const useNoNotes = (_asked: NotesAsked): ChartNotes => NONE;

/** How the notes of a page's charts are read: a machine's pages say so, for the charts of every area. One hook for ever. */
export const ChartNotesContext = createContext<(asked: NotesAsked) => ChartNotes>(useNoNotes);

/** The notes on what a chart of a machine shows; none where no page reads any. */
export function useNotes(asked: NotesAsked): ChartNotes {
  const useNotesOfPage = useContext(ChartNotesContext);
  return useNotesOfPage(asked);
}

const ASKED_MS = 10 * MINUTE_MS;

/** What a chart of a grid shows, in whole steps: notes are not asked for with every sample. */
export function useNotedSpan(deviceId: number | null, grid: Grid | null): NotesAsked["span"] {
  const startMs = grid && Math.floor(grid.startMs / ASKED_MS) * ASKED_MS;
  const end = grid && grid.startMs + grid.stepMs * grid.buckets.length;
  const endMs = end && Math.ceil(end / ASKED_MS) * ASKED_MS;
  return useMemo(
    () =>
      deviceId === null || startMs === null || endMs === null ? null : { deviceId, startMs, endMs },
    [deviceId, startMs, endMs],
  );
}
