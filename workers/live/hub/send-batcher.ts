/** The sockets of a hub for which events are gathered, and the timer that sends them: it runs only while there are any. */
import type { Outgoing } from "./outgoing.ts";

/** Events that follow one another faster go together: less than a screen takes for a picture. */
const SHORTEST_MS = 10;
/** A message takes a tenth of it to send. */
const MS_A_SOCKET = 0.25;
/** However many sockets there are, an event waits no longer. */
const LONGEST_MS = 100;

export class SendBatcher {
  readonly #turn: () => Promise<void>;
  readonly #sendsAtOnce: number;
  /** How long events are gathered, ms: the longer, the more sockets there were to send to. */
  windowMs = SHORTEST_MS;
  #waiting = new Set<Outgoing>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** Between `sendsAtOnce` sends others get their `turn`. */
  constructor({ turn, sendsAtOnce }: { turn: () => Promise<void>; sendsAtOnce: number }) {
    this.#turn = turn;
    this.#sendsAtOnce = sendsAtOnce;
  }

  add(out: Outgoing): void {
    this.#waiting.add(out);
    this.#timer ??= setTimeout(() => void this.#flush(), this.windowMs);
  }

  async #flush(): Promise<void> {
    this.#timer = null;
    const due = this.#waiting;
    this.#waiting = new Set();
    this.windowMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, due.size * MS_A_SOCKET));
    let sent = 0;
    for (const out of due) {
      out.flush(Date.now());
      if (++sent % this.#sendsAtOnce === 0) await this.#turn();
    }
  }
}
