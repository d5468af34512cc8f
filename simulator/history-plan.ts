/**
 * What history a machine owes, as spans that are taken in chunks. Kept per machine in
 * history.json and written after every stored chunk: a kill repeats at most the chunk under way.
 */
import { join } from "node:path";
import { readWhole, writeWhole } from "./files.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

/** [doneMs, toMs) is still to be written. */
export type Span = { fromMs: number; doneMs: number; toMs: number };
export type Chunk = { fromMs: number; toMs: number };
/** About 11,000 samples of one machine. Whole hours, as Helios seals by the hour. */
const CHUNK_MS = 8 * HOUR_MS;
/** With the hour under way it still is one chunk. */
const RECENT_MS = 7 * HOUR_MS;

/** The hours that the dashboard shows first, then the days before them in their order. */
export function planFirstSpans(nowMs: number, historyMs: number): Span[] {
  if (historyMs === 0) return [];
  const fromMs = hour(nowMs - historyMs);
  const recentMs = Math.max(fromMs, hour(nowMs - RECENT_MS));
  return [toSpan(recentMs, nowMs), toSpan(fromMs, recentMs)].filter(isOpen);
}

const hour = (timeMs: number): number => Math.floor(timeMs / HOUR_MS) * HOUR_MS;
const toSpan = (fromMs: number, toMs: number): Span => ({ fromMs, doneMs: fromMs, toMs });
const isOpen = (span: Span): boolean => span.doneMs < span.toMs;

export class HistoryPlan {
  private readonly path: string;
  private spans: Span[];
  samples = 0;
  private readonly isNew: boolean;

  constructor(dir: string) {
    this.path = join(dir, "history.json");
    const kept = readWhole(this.path) as { spans?: Span[]; samples?: number } | null;
    this.isNew = !Array.isArray(kept?.spans);
    this.spans = kept?.spans ?? [];
    this.samples = kept?.samples ?? 0;
  }

  /** At the first start: the whole past. */
  begin(nowMs: number, historyMs: number): void {
    if (!this.isNew) return;
    this.spans = planFirstSpans(nowMs, historyMs);
    this.save();
  }

  /** A span that was missed since, at most as long as a first history. */
  addGap(fromMs: number, toMs: number, historyMs: number): void {
    const span = toSpan(Math.max(fromMs, toMs - historyMs), toMs);
    if (!isOpen(span)) return;
    // What is done counts until all is done, so that progress only grows.
    this.spans = this.spans.some(isOpen) ? [span, ...this.spans] : [span];
    this.save();
  }

  next(): Chunk | null {
    const span = this.spans.find(isOpen);
    if (!span) return null;
    const endMs = hour(span.doneMs) + CHUNK_MS;
    return { fromMs: span.doneMs, toMs: Math.min(endMs, span.toMs) };
  }

  settle(chunk: Chunk, samples: number): void {
    const span = this.spans.find(
      (candidate) =>
        isOpen(candidate) && candidate.doneMs === chunk.fromMs && chunk.toMs <= candidate.toMs,
    );
    if (!span) return;
    span.doneMs = chunk.toMs;
    this.samples += samples;
    this.save();
  }

  get totalMs(): number {
    return this.spans.reduce((sum, span) => sum + span.toMs - span.fromMs, 0);
  }

  get doneMs(): number {
    return this.spans.reduce((sum, span) => sum + span.doneMs - span.fromMs, 0);
  }

  private save(): void {
    writeWhole(this.path, { spans: this.spans, samples: this.samples });
  }
}
