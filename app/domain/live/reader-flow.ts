/**
 * How far the reader of one socket lies behind, and what it is sent then. Pure; sizes in characters
 * (frames are ASCII but for texts of samples).
 *
 * workerd keeps whatever a socket does not take, without a limit and without telling anybody (no
 * bufferedAmount), so only the other side can say what it has read:
 * - our own client answers a probe, which follows every PROBE_EVERY characters in line with the values;
 * - phoenix.js sends no heartbeat before the last one was answered, so each one proves that everything
 *   up to the answer of the one before was read.
 * What was sent and not yet proven read is bounded by a window. Beyond it a socket is behind: of each
 * topic only the newest value is kept, until a proof comes. The numbers of the events then jump, by
 * which the client knows that it missed some. Who stays behind is to be closed.
 */
import { encodeFrame, EVENT, SOCKET_TOPIC } from "./phoenix.ts";

export const PROBE_EVERY = 64 * 1024;
/** Of a client that answers probes. */
export const PROBED_WINDOW = 1024 * 1024;
/** Of any other: two heartbeats of 30 s of a page with 2,000 metrics that change each second. */
export const HEARTBEAT_WINDOW = 24 * 1024 * 1024;
/** A socket that is behind for so long is closed. */
export const BEHIND_PROBED_MS = 15_000;
export const BEHIND_MS = 45_000;

export class ReaderFlow {
  #sent = 0;
  #read = 0;
  /** Where the answer to the last heartbeat stood. */
  #beatAt = 0;
  #probe: { n: number; at: number } | null = null;
  #probes = 0;
  #answersProbes = false;
  #newest = new Map<string, string>();
  #behindSinceMs: number | null = null;

  get unread(): number {
    return this.#sent - this.#read;
  }

  get waiting(): number {
    return this.#newest.size;
  }

  /** When the socket is to be closed unless a proof comes; null while it keeps up. */
  get closeAtMs(): number | null {
    return this.#behindSinceMs === null
      ? null
      : this.#behindSinceMs + (this.#answersProbes ? BEHIND_PROBED_MS : BEHIND_MS);
  }

  /** Events of a topic: answers what is to be sent now, a probe after it when one is due. */
  offer(topic: string, frames: readonly string[], nowMs: number): readonly string[] {
    if (frames.length === 0) return frames;
    if (this.#behindSinceMs === null && this.unread >= this.#window) this.#behindSinceMs = nowMs;
    if (this.#behindSinceMs !== null) {
      this.#newest.set(topic, frames.at(-1)!);
      return [];
    }
    for (const frame of frames) this.#sent += frame.length;
    const probe = this.#dueProbe();
    return probe === null ? frames : [...frames, probe];
  }

  /** An answer, which is always sent: there is one for each request, and requests are bounded. */
  answered(text: string): void {
    this.#sent += text.length;
  }

  /** The socket no longer listens to the topic. */
  forget(topic: string): void {
    this.#newest.delete(topic);
  }

  /** A heartbeat that the hub answers itself; call it before the answer is counted. Answers what may be sent now. */
  beat(): string[] {
    this.#read = Math.max(this.#read, this.#beatAt);
    const released = this.#release();
    this.#beatAt = this.#sent;
    return released;
  }

  /** The answer to probe `n`. Answers what may be sent now. */
  acknowledge(n: unknown): string[] {
    if (this.#probe === null || n !== this.#probe.n) return [];
    this.#answersProbes = true;
    this.#read = Math.max(this.#read, this.#probe.at);
    this.#probe = null;
    return this.#release();
  }

  get #window(): number {
    return this.#answersProbes ? PROBED_WINDOW : HEARTBEAT_WINDOW;
  }

  #release(): string[] {
    if (this.#behindSinceMs === null || this.unread > this.#window / 2) return [];
    const frames = [...this.#newest.values()];
    this.#newest.clear();
    this.#behindSinceMs = null;
    for (const frame of frames) this.#sent += frame.length;
    const probe = this.#dueProbe();
    return probe === null ? frames : [...frames, probe];
  }

  #dueProbe(): string | null {
    if (this.#probe !== null || this.unread < PROBE_EVERY) return null;
    const text = encodeProbe(++this.#probes);
    this.#sent += text.length;
    this.#probe = { n: this.#probes, at: this.#sent };
    return text;
  }
}

const encodeProbe = (n: number): string =>
  encodeFrame({
    joinRef: null,
    ref: null,
    topic: SOCKET_TOPIC,
    event: EVENT.probe,
    payload: { n },
  });

/** What our client answers to a probe. */
export const encodeProbeAnswer = (payload: unknown): string =>
  encodeFrame({ joinRef: null, ref: null, topic: SOCKET_TOPIC, event: EVENT.probe, payload });
