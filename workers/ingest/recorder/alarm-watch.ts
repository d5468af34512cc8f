/**
 * The alarms of one machine: judged after each batch over what is newer than the last look, in event time
 * (app/domain/alarms/judge.ts). What changed goes to D1 after the sampler has its answer, and again until it is there.
 *
 * The progress is written down when an alarm changes, when D1 knows it, or when its period begins or ends, not with each batch: after a wake the
 * samples since then are in memory again, and judging them again says the same.
 */
import {
  alarmMetric,
  beginAlarm,
  judgeAlarm,
  MAX_GAP_MS,
  type AlarmProgress,
  type AlarmRule,
  type AlarmSample,
} from "#app/domain/alarms/judge.ts";
import type { ColumnBuffer } from "#app/domain/series/column-buffer.ts";
import type { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import { LIVE_AHEAD_MS } from "./limits.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

export type AlarmState = { id: number; inAlarm: boolean; atMs: number };
/** `untoldAtMs`: when it changed, as long as D1 does not know. */
type Kept = Record<string, AlarmProgress & { untoldAtMs?: number }>;
type Deps = {
  hours: ReadonlyMap<number, HourBuffer>;
  read: () => Kept | null;
  write: (kept: Kept) => void;
  /** Tells D1; a failure is told again after the next batch. */
  tell: (states: AlarmState[]) => Promise<void>;
};

export class AlarmWatch {
  readonly #deps: Deps;
  readonly #progress = new Map<number, AlarmProgress>();
  readonly #untold = new Map<number, AlarmState>();
  /** Time of the oldest sample that is to be judged when it is live; Infinity without. */
  nextMs = Infinity;

  constructor(deps: Deps) {
    this.#deps = deps;
    for (const [key, { untoldAtMs, ...progress }] of Object.entries(deps.read() ?? {})) {
      const id = Number(key);
      this.#progress.set(id, progress);
      if (untoldAtMs !== undefined)
        this.#untold.set(id, { id, inAlarm: progress.inAlarm, atMs: untoldAtMs });
    }
  }

  /** Judges what came. Answers when D1 knows, for waitUntil; null when there is nothing to tell. */
  look(rules: readonly AlarmRule[], nowMs: number): Promise<void> | null {
    let isWorthKeeping = false;
    const untilMs = nowMs + LIVE_AHEAD_MS;
    this.nextMs = Infinity;
    for (const rule of rules) {
      const known = this.#progress.get(rule.id) ?? beginAlarm(rule);
      // The clock was set back behind what was judged: judge anew.
      const before = known.judgedMs > untilMs ? { ...known, judgedMs: -Infinity } : known;
      const found = this.#samplesSince(
        alarmMetric(rule),
        before.judgedMs,
        (rule.arguments.machine_states ?? []).length > 0,
      );
      const later = found.findIndex(({ timeMs }) => timeMs > untilMs);
      const samples = later < 0 ? found : found.slice(0, later);
      if (later >= 0) this.nextMs = Math.min(this.nextMs, (found[later] as AlarmSample).timeMs);
      if (samples.length === 0) continue;
      const { progress, change } = judgeAlarm(rule, before, samples, nowMs);
      this.#progress.set(rule.id, progress);
      if (change) this.#untold.set(rule.id, { id: rule.id, ...change });
      if (change || (progress.sinceMs === null) !== (before.sinceMs === null))
        isWorthKeeping = true;
    }
    if (isWorthKeeping) this.#keep();
    return this.#untold.size === 0 ? null : this.#tell([...this.#untold.values()]);
  }

  async #tell(states: AlarmState[]): Promise<void> {
    await this.#deps.tell(states);
    for (const state of states)
      if (this.#untold.get(state.id) === state) this.#untold.delete(state.id);
    this.#keep();
  }

  #keep(): void {
    const kept = [...this.#progress].map(([id, progress]): [number, Kept[string]] => {
      const untold = this.#untold.get(id);
      return [id, untold ? { ...progress, untoldAtMs: untold.atMs } : progress];
    });
    this.#deps.write(Object.fromEntries(kept));
  }

  #samplesSince(metric: string, afterMs: number, needsState: boolean): AlarmSample[] {
    const hours = [...this.#deps.hours.values()]
      .filter(({ hourMs }) => hourMs + HOUR_MS > afterMs - MAX_GAP_MS)
      .sort((a, b) => a.hourMs - b.hourMs);
    const samples: AlarmSample[] = [];
    let state: { timeMs: number; value: number } | null = null;
    for (const hour of hours) {
      const column = columnOf(hour, metric);
      const states = needsState ? columnOf(hour, "machine_state") : undefined;
      // The state that held at afterMs, and those since.
      let next = states ? Math.max(0, states.lowerBound(afterMs + 1) - 1) : 0;
      const advance = (untilMs: number) => {
        for (; states && next < states.length && states.timeAt(next) <= untilMs; next++) {
          const value = states.valueAt(next);
          if (typeof value === "number") state = { timeMs: states.timeAt(next), value };
        }
      };
      for (
        let index = column ? column.lowerBound(afterMs + 1) : 0;
        column && index < column.length;
        index++
      ) {
        const timeMs = column.timeAt(index);
        advance(timeMs);
        const known = state as { timeMs: number; value: number } | null;
        const isKnown = known !== null && timeMs - known.timeMs <= MAX_GAP_MS;
        samples.push({ timeMs, value: column.valueAt(index), state: isKnown ? known.value : null });
      }
      advance(Infinity);
    }
    return samples;
  }
}
const columnOf = (hour: HourBuffer, metric: string): ColumnBuffer | undefined =>
  hour.raw.get(metric) ?? hour.derived.get(metric);
