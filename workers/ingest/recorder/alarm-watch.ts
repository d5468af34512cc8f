/**
 * The alarms of one machine: judged after each batch over what is newer than the last look, in event time
 * (app/domain/alarms/judge.ts). Each change goes to D1 after the sampler has its answer, in their order, and again until
 * it is there.
 *
 * The progress is written down when an alarm changes, when D1 knows it, when its period begins or ends, after a late
 * sample, and when it is KEEP_MS behind: after a wake the samples since then are in memory again, all of them came in
 * the order of their time, and judging them again, before new ones come, says the same.
 */
import {
  alarmMetric,
  beginAlarm,
  heldSince,
  judgeAlarm,
  lookBackMs,
  MAX_GAP_MS,
  sentFlag,
  type AlarmProgress,
  type AlarmRule,
  type AlarmSample,
} from "#app/domain/alarms/judge.ts";
import { isSilenceRule, judgeSilence, TURN_EVERY_MS } from "#app/domain/alarms/silence.ts";
import type { ColumnBuffer } from "#app/domain/series/column-buffer.ts";
import type { HourBuffer } from "#app/domain/series/hour-buffer.ts";
import type { OpenHours } from "#app/domain/series/open-hours.ts";
import { HOUR_MS } from "#app/domain/durations.ts";
import { LIVE_AHEAD_MS } from "./limits.ts";
import { minOf } from "#app/domain/extremes.ts";

export type AlarmTransition = { id: number; inAlarm: boolean; atMs: number };
/** `untold`: its changes that D1 does not know yet, the oldest first. */
type Kept = Record<string, AlarmProgress & { untold?: Omit<AlarmTransition, "id">[] }>;
type Deps = {
  hours: Pick<OpenHours, "get" | "from">;
  read: () => Kept | null;
  write: (kept: Kept) => void;
  /** When the machine, sampler or tag of a no-data alarm was heard of last; null for never. */
  heardMs: (rule: AlarmRule) => number | null;
  /** Since when Helios takes what machines send, by the recorder's clock; Infinity: not known. */
  upSinceMs: number;
  /** Whether a detection judged the tag's sample of that time and found nothing. */
  isUsual: (tag: string, timeMs: number) => boolean;
  /** Tells D1; what fails is told again. */
  tell: (transitions: AlarmTransition[]) => Promise<void>;
};

/** Less than MAX_GAP_MS: a late sample that a wake would judge anew is seen, and kept from that. */
const KEEP_MS = MAX_GAP_MS / 2;
/** Of one alarm, while D1 is away; beyond, the oldest pair is given up. */
const MAX_UNTOLD = 1_000;
const RETRY_MS = 5_000;

/** `sent`: a name that wins where the sampler sent it. */
type Watch = { name: string; sent: string | null };
const STATE: Watch = { name: "machine_state", sent: null };
type Watched = { progress: AlarmProgress; keptMs: number; counted: string | null };

export class AlarmWatch {
  readonly #deps: Deps;
  readonly #watched = new Map<number, Watched>();
  readonly #untold = new Map<number, AlarmTransition[]>();
  #telling: Promise<void> = Promise.resolve();
  /** Time of the oldest sample that is to be judged when it is live; Infinity without. */
  nextMs = Infinity;
  /** When a silence is to be looked at, by the recorder's clock; Infinity without. */
  silentMs = Infinity;
  /** How often the regular job lets it judge silence. */
  turnEveryMs = TURN_EVERY_MS;
  /** When D1 is to be told again, by the recorder's clock; Infinity when it knows everything. */
  retryMs = Infinity;

  constructor(deps: Deps) {
    this.#deps = deps;
    for (const [key, { untold = [], ...progress }] of Object.entries(deps.read() ?? {})) {
      const id = Number(key);
      this.#watched.set(id, { progress, keptMs: progress.judgedMs, counted: null });
      if (untold.length > 0)
        this.#untold.set(
          id,
          untold.map((change) => ({ id, ...change })),
        );
    }
  }

  /**
   * After a wake, before anything new comes: judges again what was judged already and not written down, as it was then,
   * so that a late sample finds it judged. What changed is told with the next look, which is due.
   */
  resume(rules: readonly AlarmRule[], nowMs: number): void {
    this.#forgetOthers(rules);
    const ofSamples = rules.filter((rule) => !isSilenceRule(rule));
    if (ofSamples.map((rule) => this.#judge(rule, nowMs)).includes(true)) this.#keep();
    this.await(rules, nowMs);
    if (this.#untold.size > 0) this.retryMs = 0;
  }

  /** Finds out when a silence is to be looked at; judges none. */
  await(rules: readonly AlarmRule[], nowMs: number): void {
    const dueMs = rules.filter(isSilenceRule).map((rule) => this.#judgeSilence(rule, nowMs).dueMs);
    this.silentMs = minOf(dueMs);
  }

  /** Judges what came. Answers when D1 knows, for waitUntil; null when there is nothing to tell. */
  look(rules: readonly AlarmRule[], nowMs: number): Promise<void> | null {
    this.nextMs = Infinity;
    this.#forgetOthers(rules);
    const isWorthKeeping = rules
      .map((rule) => (isSilenceRule(rule) ? this.#listen(rule, nowMs) : this.#judge(rule, nowMs)))
      .includes(true);
    this.await(rules, nowMs);
    if (isWorthKeeping) this.#keep();
    if (this.#untold.size === 0) return null;
    this.retryMs = nowMs + RETRY_MS;
    // One after the other: an older state is never written over a newer one.
    this.#telling = this.#telling.catch(() => undefined).then(() => this.#tell());
    return this.#telling;
  }

  /** Whether its progress must outlive a wake as it is. */
  #judge(rule: AlarmRule, nowMs: number): boolean {
    const untilMs = nowMs + LIVE_AHEAD_MS;
    const metric: Watch = { name: alarmMetric(rule), sent: sentFlag(rule) };
    const needsState = (rule.arguments.machine_states ?? []).length > 0;
    const watched = this.#begin(rule, untilMs);
    const { progress: known } = watched;
    const backMs = lookBackMs(rule.arguments);
    const isLate =
      known.judgedMs !== -Infinity &&
      watched.counted !== this.#countSamples(metric, needsState, known.judgedMs, backMs);
    const before = isLate
      ? heldSince(rule, known, this.#samplesSince(metric, known.judgedMs - backMs, needsState))
      : known;
    const heard = this.#samplesSince(metric, before.judgedMs, needsState);
    const found =
      metric.sent !== null && before.inAlarm ? this.#withUsual(rule, heard, before) : heard;
    const later = found.findIndex(({ timeMs }) => timeMs > untilMs);
    const samples = later < 0 ? found : found.slice(0, later);
    if (later >= 0) this.nextMs = Math.min(this.nextMs, found[later]!.timeMs);
    const { progress, changes } = judgeAlarm(rule, before, samples, nowMs);
    watched.progress = progress;
    if (isLate || samples.length > 0)
      watched.counted = this.#countSamples(metric, needsState, progress.judgedMs, backMs);
    for (const change of changes) this.#note({ id: rule.id, ...change });
    return (
      changes.length > 0 ||
      isLate ||
      (progress.sinceMs === null) !== (known.sinceMs === null) ||
      progress.judgedMs - watched.keptMs > KEEP_MS
    );
  }

  /**
   * A flag says once that its tag is usual again: an alarm that waits before it goes off, or that was defined anew
   * meanwhile, needs the tag's own samples after it.
   */
  #withUsual(
    rule: AlarmRule,
    flags: readonly AlarmSample[],
    { judgedMs }: AlarmProgress,
  ): AlarmSample[] {
    const { tag_name: tag } = rule.arguments;
    const any = `${tag}_ad_flag`;
    const flagged = new Set(flags.map(({ timeMs }) => timeMs));
    const isUsual = (timeMs: number): boolean => {
      if (flagged.has(timeMs)) return false;
      const hour = this.#deps.hours.get(Math.floor(timeMs / HOUR_MS) * HOUR_MS);
      // Abnormal by another detection than the alarm's.
      const isOthers = hour?.raw.has(any) !== true && hour?.judged.get(any)?.has(timeMs) === true;
      return isOthers || this.#deps.isUsual(tag, timeMs);
    };
    const usual = this.#samplesSince({ name: tag, sent: null }, judgedMs, false)
      .filter(({ timeMs }) => isUsual(timeMs))
      .map((sample): AlarmSample => ({ ...sample, value: 0 }));
    return [...flags, ...usual].sort((a, b) => a.timeMs - b.timeMs);
  }

  #judgeSilence = (rule: AlarmRule, nowMs: number) =>
    judgeSilence(
      rule,
      this.#watched.get(rule.id)?.progress,
      this.#deps.heardMs(rule),
      nowMs,
      this.#deps.upSinceMs,
      this.turnEveryMs,
    );

  /** Whether the progress of a no-data alarm changed, which must outlive a wake. */
  #listen(rule: AlarmRule, nowMs: number): boolean {
    const { progress, changes } = this.#judgeSilence(rule, nowMs);
    if (progress === this.#watched.get(rule.id)?.progress) return false;
    this.#watched.set(rule.id, { progress, keptMs: progress.judgedMs, counted: null });
    for (const change of changes) this.#note({ id: rule.id, ...change });
    return true;
  }

  #begin(rule: AlarmRule, untilMs: number): Watched {
    const { definedAtMs = 0 } = rule;
    const known = this.#watched.get(rule.id);
    let watched = known ?? { progress: beginAlarm(rule), keptMs: -Infinity, counted: null };
    if (known && (known.progress.definedAtMs ?? 0) !== definedAtMs) {
      // Defined anew: it stays as it is until a later sample says otherwise.
      const { inAlarm } = known.progress;
      watched = { ...known, progress: beginAlarm({ inAlarm, definedAtMs }), counted: null };
    } else if (watched.progress.judgedMs > untilMs && watched.progress.judgedMs !== definedAtMs) {
      // The clock was set back behind what was judged: judge anew.
      watched.progress = { ...watched.progress, judgedMs: -Infinity };
    }
    this.#watched.set(rule.id, watched);
    return watched;
  }

  #note(transition: AlarmTransition): void {
    const untold = this.#untold.get(transition.id) ?? [];
    untold.push(transition);
    if (untold.length > MAX_UNTOLD) untold.splice(0, 2);
    this.#untold.set(transition.id, untold);
  }

  /** Alarms that were deleted. */
  #forgetOthers(rules: readonly AlarmRule[]): void {
    if (this.#watched.size + this.#untold.size === 0) return;
    const ids = new Set(rules.map(({ id }) => id));
    for (const map of [this.#watched, this.#untold])
      for (const id of map.keys()) if (!ids.has(id)) map.delete(id);
  }

  async #tell(): Promise<void> {
    const transitions = [...this.#untold.values()].flat();
    if (transitions.length === 0) return;
    await this.#deps.tell(transitions);
    for (const [id, untold] of this.#untold) {
      const left = untold.filter((one) => !transitions.includes(one));
      if (left.length > 0) this.#untold.set(id, left);
      else this.#untold.delete(id);
    }
    if (this.#untold.size === 0) this.retryMs = Infinity;
    this.#keep();
  }

  #keep(): void {
    const kept = [...this.#watched]
      .filter(([, { progress }]) => Number.isFinite(progress.judgedMs))
      .map(([id, watched]): [number, Kept[string]] => {
        watched.keptMs = watched.progress.judgedMs;
        const untold = (this.#untold.get(id) ?? []).map(({ inAlarm, atMs }) => ({ inAlarm, atMs }));
        return [id, untold.length > 0 ? { ...watched.progress, untold } : watched.progress];
      });
    this.#deps.write(Object.fromEntries(kept));
  }

  /** How many samples there are that `judgedMs` was judged by: another count means that late ones came. A state holds on after it. */
  #countSamples(metric: Watch, needsState: boolean, judgedMs: number, backMs: number): string {
    const count = (watch: Watch, sinceMs: number): number => {
      let samples = 0;
      for (const hour of this.#deps.hours.from(sinceMs - HOUR_MS)) {
        if (hour.hourMs > judgedMs) break;
        const column = columnOf(hour, watch);
        if (column) samples += column.lowerBound(judgedMs + 1) - column.lowerBound(sinceMs);
      }
      return samples;
    };
    const sinceMs = judgedMs - backMs;
    const values = count(metric, sinceMs);
    return needsState ? `${values} ${count(STATE, sinceMs - MAX_GAP_MS)}` : String(values);
  }

  #samplesSince(metric: Watch, afterMs: number, needsState: boolean): AlarmSample[] {
    const samples: AlarmSample[] = [];
    let state: { timeMs: number; value: number } | null = null;
    for (const hour of this.#deps.hours.from(afterMs - MAX_GAP_MS - HOUR_MS)) {
      const column = columnOf(hour, metric);
      const states = needsState ? columnOf(hour, STATE) : undefined;
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

/** Of a metric, or of a flag that its sampler sent in place of one that is judged here. */
const columnOf = (hour: HourBuffer, { name, sent }: Watch): ColumnBuffer | undefined =>
  (sent === null ? undefined : hour.raw.get(sent)) ??
  hour.raw.get(name) ??
  hour.derived.get(name) ??
  hour.judged.get(name);
