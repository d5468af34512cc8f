/**
 * The newest value of every topic on the page, for useSyncExternalStore. Changes are gathered and told
 * once per animation frame; one ticker a second renews the ages. A late sample never moves a value back.
 */
import { MAX_LIVE_AHEAD_MS } from "#app/domain/live/metric-feed.ts";
import type { LiveSample } from "#app/domain/live/ports.ts";
import type { SampleValue } from "#app/domain/series/types.ts";
import { Cadence } from "./cadence.ts";
import type { ChannelMessage } from "./channel.ts";
import type { ChannelClient } from "./channel-client.ts";
import type { Clock, Timer } from "./clock.ts";

export type InitialValue = { value: SampleValue; timeMs: number; adFlag: boolean | null } | null;

export type Reading = {
  value: SampleValue | null;
  timeMs: number | null;
  adFlag: boolean | null;
  /** Too old to be now, or no value at all. */
  stale: boolean;
  /** Whole seconds, in milliseconds; null without a value. */
  ageMs: number | null;
  /** How it came to the value that it has; left out while no other one was known. */
  turn?: Turn;
};

/** Samples of one batch are told in one frame: what came between two of them is known by this alone. */
export type Turn = {
  /** The last sample with another value. */
  from: LiveSample;
  /** Of the first sample with this one, in Unix milliseconds. */
  timeMs: number;
};

export const NO_READING: Reading = {
  value: null,
  timeMs: null,
  adFlag: null,
  stale: true,
  ageMs: null,
};

const TICK_MS = 1_000;
/** How long a value without consumers is remembered: a page that comes back shows it at once. */
const REMEMBER_MS = 60_000;

/**
 * Of the newest value that is watched, ms; unheard: none of them ever came; waiting: none is known, and not all were told
 * yet; null when nobody watches.
 */
export type NewestAge = number | "unheard" | "waiting" | null;

type Entry = {
  sample: LiveSample | null;
  turn?: Turn;
  /** What its channel holds was told, be it nothing. */
  isTold: boolean;
  cadence: Cadence;
  reading: Reading;
  listeners: Set<() => void>;
  release: (() => void) | null;
  unusedSinceMs: number;
};

export type StoreDeps = {
  client: ChannelClient;
  clock: Clock;
  /** Runs before the next paint. */ schedule: (run: () => void) => void;
};

export class LiveStore {
  readonly #deps: StoreDeps;
  readonly #entries = new Map<string, Entry>();
  #dirty = new Set<Entry>();
  #isScheduled = false;
  #looksSoon = false;
  #ticker: Timer = null;
  #newestAgeMs: NewestAge = null;
  readonly #ageWatchers = new Set<() => void>();
  #offsetMs = 0;

  constructor(deps: StoreDeps) {
    this.#deps = deps;
  }

  /** Ages are counted by the server's clock: a screen whose own is wrong does not call everything stale. */
  setClockOffset(offsetMs: number): void {
    this.#offsetMs = offsetMs;
  }

  nowMs(): number {
    return this.#deps.clock.now() + this.#offsetMs;
  }

  read(topic: string): Reading {
    return this.#entries.get(topic)?.reading ?? NO_READING;
  }

  /** As of the last second; while it is no number, of the last frame. */
  readonly newestAgeMs = (): NewestAge => this.#newestAgeMs;

  readonly watchNewestAge = (watcher: () => void): (() => void) => {
    this.#ageWatchers.add(watcher);
    return () => this.#ageWatchers.delete(watcher);
  };

  /** What the page knew already; taken when it is newer than what is here. */
  seed(topic: string, initial: InitialValue | undefined): void {
    if (initial) this.#take(this.#entry(topic), initial);
  }

  subscribe(topic: string, listener: () => void): () => void {
    const entry = this.#entry(topic);
    entry.listeners.add(listener);
    entry.release ??= this.#deps.client.subscribe(topic, (message) =>
      this.#receive(entry, message),
    );
    this.#ticker ??= this.#deps.clock.setTimeout(() => this.#tick(), TICK_MS);
    this.#lookSoon();
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size > 0) return;
      entry.release?.();
      entry.release = null;
      entry.unusedSinceMs = this.#deps.clock.steadyMs();
    };
  }

  #receive(entry: Entry, message: ChannelMessage): void {
    entry.isTold = true;
    if (message.type === "refused") return this.#lookSoon();
    if (message.type === "joined") entry.cadence.interrupted();
    else entry.cadence.arrived(this.#deps.clock.steadyMs());
    if (message.sample !== null) this.#take(entry, message.sample);
    this.#lookSoon();
  }

  #take(entry: Entry, sample: LiveSample): void {
    const known = entry.sample?.timeMs ?? -Infinity;
    // One far ahead came before the server's clock went back.
    if (sample.timeMs < known && known <= this.nowMs() + MAX_LIVE_AHEAD_MS) return;
    if (entry.sample !== null && entry.sample.value !== sample.value)
      entry.turn = { from: entry.sample, timeMs: sample.timeMs };
    entry.sample = sample;
    this.#renew(entry);
  }

  #renew(entry: Entry): void {
    const { sample, turn, cadence } = entry;
    const reading = toReading(sample, this.nowMs(), cadence.staleAfterMs(), turn);
    if (isSame(reading, entry.reading)) return;
    entry.reading = reading;
    this.#dirty.add(entry);
    this.#tellSoon();
  }

  #tellSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#deps.schedule(() => this.#flush());
  }

  #flush(): void {
    this.#isScheduled = false;
    const dirty = this.#dirty;
    this.#dirty = new Set();
    const listeners = new Set([...dirty].flatMap((entry) => [...entry.listeners]));
    for (const listener of listeners) listener();
    if (this.#looksSoon) this.#look();
  }

  #tick(): void {
    const now = this.#deps.clock.steadyMs();
    for (const [topic, entry] of this.#entries) {
      if (entry.listeners.size > 0) this.#renew(entry);
      else if (now - entry.unusedSinceMs > REMEMBER_MS) this.#entries.delete(topic);
    }
    this.#look();
    this.#ticker =
      this.#entries.size === 0 ? null : this.#deps.clock.setTimeout(() => this.#tick(), TICK_MS);
  }

  /** A page does not wait for the next second to know whether what it shows is of now. */
  #lookSoon(): void {
    if (typeof this.#newestAgeMs === "number") return;
    this.#looksSoon = true;
    this.#tellSoon();
  }

  #look(): void {
    this.#looksSoon = false;
    const watched = [...this.#entries.values()].filter(({ listeners }) => listeners.size > 0);
    const newest = watched.reduce(
      (max, { sample }) => Math.max(max, sample?.timeMs ?? max),
      -Infinity,
    );
    if (newest > -Infinity) this.#newestAgeMs = Math.max(0, this.nowMs() - newest);
    else if (watched.length === 0) this.#newestAgeMs = null;
    else this.#newestAgeMs = watched.every(({ isTold }) => isTold) ? "unheard" : "waiting";
    for (const watcher of this.#ageWatchers) watcher();
  }

  #entry(topic: string): Entry {
    const known = this.#entries.get(topic);
    if (known !== undefined) return known;
    const entry: Entry = {
      sample: null,
      isTold: false,
      cadence: new Cadence(),
      reading: NO_READING,
      listeners: new Set(),
      release: null,
      unusedSinceMs: this.#deps.clock.steadyMs(),
    };
    this.#entries.set(topic, entry);
    return entry;
  }

  /** Ends the ticker; a later subscription starts it again. */
  stop(): void {
    this.#deps.clock.clearTimeout(this.#ticker);
    this.#ticker = null;
  }
}

export function toReading(
  sample: LiveSample | null,
  nowMs: number,
  staleAfterMs: number,
  turn?: Turn,
): Reading {
  if (sample === null) return NO_READING;
  const ageMs = Math.max(0, Math.floor((nowMs - sample.timeMs) / TICK_MS) * TICK_MS);
  return {
    value: sample.value,
    timeMs: sample.timeMs,
    adFlag: sample.adFlag,
    stale: ageMs > staleAfterMs,
    ageMs,
    ...(turn && { turn }),
  };
}

const isSame = (a: Reading, b: Reading): boolean =>
  a.value === b.value &&
  a.timeMs === b.timeMs &&
  a.adFlag === b.adFlag &&
  a.stale === b.stale &&
  a.ageMs === b.ageMs;
