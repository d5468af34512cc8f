/**
 * Notices that newer pages were deployed than this one. It asks every few minutes, and when something may
 * have happened: the connection came back, the laptop woke. Once it knows, it asks no more.
 */
import type { Clock, Timer } from "./clock.ts";

const EVERY_MS = 5 * 60_000;
/** A restart and a deploy look alike; the pages of a plant do not all ask in the moment of their return. */
const SPREAD_MS = 5_000;

export type BuildWatchDeps = {
  /** The build of this page; null where that is not known, and then nothing is asked. */
  own: () => string | null;
  /** The build that is served now; null when that could not be learned. */
  served: () => Promise<string | null>;
  clock: Clock;
  random: () => number;
};

export class BuildWatch {
  readonly #deps: BuildWatchDeps;
  readonly #watchers = new Set<() => void>();
  #isNew = false;
  #isOn = false;
  #timer: Timer = null;

  constructor(deps: BuildWatchDeps) {
    this.#deps = deps;
  }

  readonly isNew = (): boolean => this.#isNew;

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  start(): void {
    this.#isOn = this.#deps.own() !== null;
    this.#askIn(EVERY_MS);
  }

  stop(): void {
    this.#isOn = false;
    this.#deps.clock.clearTimeout(this.#timer);
  }

  /** Something may have happened: asks soon. */
  nudge(): void {
    this.#askIn(0);
  }

  #askIn(ms: number): void {
    const { clock, random } = this.#deps;
    clock.clearTimeout(this.#timer);
    if (!this.#isOn || this.#isNew) return;
    const ask = () => {
      this.#timer = null;
      void this.#ask();
    };
    this.#timer = clock.setTimeout(ask, ms + random() * SPREAD_MS);
  }

  async #ask(): Promise<void> {
    const served = await this.#deps.served();
    if (!this.#isOn) return;
    this.#isNew = served !== null && served !== this.#deps.own();
    if (!this.#isNew) {
      // Nudged while the answer was on its way: that one stands, for this answer may be of before.
      if (this.#timer === null) this.#askIn(EVERY_MS);
      return;
    }
    this.#deps.clock.clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher();
  }
}

/** What the page was built as, from Remix's manifest. */
export function ownBuild(): string | null {
  if (typeof window === "undefined") return null;
  return (window as { __remixManifest?: { version?: string } }).__remixManifest?.version ?? null;
}

export async function servedBuild(): Promise<string | null> {
  try {
    const answer = await fetch("/build", {
      headers: { accept: "application/json" },
      cache: "no-store",
    });
    const { build } = answer.ok ? ((await answer.json()) as { build?: unknown }) : {};
    return typeof build === "string" ? build : null;
  } catch {
    return null;
  }
}
