/**
 * The history of one metric that goes on as values come. What is missing after a rejoin, or a jump in
 * seq, is read over HTTP between the last point known and the first one that came after: so no point is
 * missed and none stands there twice.
 */
import { MAX_LIVE_AHEAD_MS } from "#app/domain/live/metric-feed.ts";
import type { ChannelMessage } from "./channel.ts";
import { mergePoints, prunePoints, type SeriesPoint } from "./series-points.ts";

export type Gap = { deviceId: number; metric: string; afterMs: number; beforeMs: number };
/** Reads the points strictly between two times; null when it cannot. Never throws. */
export type ReadGap = (gap: Gap) => Promise<SeriesPoint[] | null>;

export type SeriesDeps = {
  readGap: ReadGap;
  now: () => number;
  schedule: (run: () => void) => void;
};
export type SeriesOptions = {
  deviceId: number;
  metric: string;
  initial: readonly SeriesPoint[];
  windowMs: number;
};

export class LiveSeries {
  readonly #deps: SeriesDeps;
  readonly #options: SeriesOptions;
  readonly #listeners = new Set<() => void>();
  #points: readonly SeriesPoint[];
  #shown: readonly SeriesPoint[];
  /** Gaps that could not be read; they are asked for again with the next rejoin. */
  #holes: { afterMs: number; beforeMs: number }[] = [];
  /** The newest time that is known to be complete up to the gaps. */
  #newestMs: number | null;
  #isScheduled = false;

  constructor(deps: SeriesDeps, options: SeriesOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#points = mergePoints([], options.initial);
    this.#shown = this.#points;
    this.#newestMs = this.#points.findLast((point) => point.value !== null)?.timeMs ?? null;
  }

  readonly points = (): readonly SeriesPoint[] => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  receive(message: ChannelMessage): void {
    if (message.type === "joined")
      for (const hole of this.#holes.splice(0)) void this.#fill(hole.afterMs, hole.beforeMs);
    if (message.type === "refused" || message.sample === null) return;
    const { timeMs, value } = message.sample;
    this.#yieldToClock();
    const mayMiss = message.type === "joined" || message.missed;
    const knownMs = this.#newestMs ?? this.#windowStart();
    if (timeMs < knownMs) return;
    if (mayMiss && timeMs - knownMs > 1) void this.#fill(knownMs, timeMs);
    this.#newestMs = timeMs;
    this.#add([{ timeMs, value }]);
  }

  /** Points from the future came before the server's clock went back. */
  #yieldToClock(): void {
    const untilMs = this.#deps.now() + MAX_LIVE_AHEAD_MS;
    if (this.#newestMs === null || this.#newestMs <= untilMs) return;
    this.#points = this.#points.filter((point) => point.timeMs <= untilMs);
    this.#newestMs = this.#points.findLast((point) => point.value !== null)?.timeMs ?? null;
  }

  async #fill(afterMs: number, beforeMs: number): Promise<void> {
    const { deviceId, metric } = this.#options;
    const fromMs = Math.max(afterMs, this.#windowStart());
    if (beforeMs - fromMs <= 1) return;
    const points = await this.#deps.readGap({ deviceId, metric, afterMs: fromMs, beforeMs });
    if (points === null) this.#holes.push({ afterMs, beforeMs });
    else this.#add(points);
  }

  #add(points: readonly SeriesPoint[]): void {
    this.#points = prunePoints(mergePoints(this.#points, points), this.#windowStart());
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#deps.schedule(() => {
      this.#isScheduled = false;
      this.#shown = this.#points;
      for (const listener of this.#listeners) listener();
    });
  }

  #windowStart(): number {
    return this.#deps.now() - this.#options.windowMs;
  }
}
