/**
 * When a hub asks again whether its people may still listen. It is told of changes (`changed`); that it
 * is not told of one is covered by the traffic: values are not handed out on an answer older than FRESH_MS.
 * A hub without traffic hands out nothing, and so needs no timer that would keep it in memory.
 */
import { isRecent } from "#app/domain/is-recent.ts";

export const FRESH_MS = 4_000;
/** From this age on traffic renews the answer in the background, so that values need not wait for it. */
const RENEW_MS = 3_000;

type Deps = { check: () => Promise<void>; now: () => number; onError: (error: unknown) => void };

export class AccessWatch {
  readonly #deps: Deps;
  #checkedAtMs = 0;
  #running: Promise<void> | null = null;
  /** A change came while the check was under way, which may not have seen it. */
  #again = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Before anything is handed out: what to wait for, or null. */
  beforeTraffic(): Promise<void> | null {
    const now = this.#deps.now();
    if (isRecent(this.#checkedAtMs, now, RENEW_MS)) return null;
    const check = this.#running ?? this.#run();
    return isRecent(this.#checkedAtMs, now, FRESH_MS) ? null : check;
  }

  /** Checks now, after everything that was written before this call. */
  async changed(): Promise<void> {
    if (this.#running === null) return this.#run();
    this.#again = true;
    return this.#running;
  }

  /** Never throws. While D1 does not answer, the last answer stands: a failing database does not darken the walls. */
  #run(): Promise<void> {
    this.#running = this.#checkAll().finally(() => (this.#running = null));
    return this.#running;
  }

  async #checkAll(): Promise<void> {
    do {
      this.#again = false;
      const askedAtMs = this.#deps.now();
      try {
        await this.#deps.check();
      } catch (error) {
        this.#deps.onError(error);
      }
      this.#checkedAtMs = askedAtMs;
    } while (this.#again);
  }
}
