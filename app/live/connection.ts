/**
 * The one connection of a page: opened, asked whether it still lives, opened again. It knows no channels: what is said on
 * them is handed on. Knows no browser: transport and clock are handed in.
 */
import { unpackFrames } from "#app/domain/live/message-packs.ts";
import {
  decodeFrame,
  EVENT,
  HEARTBEAT_REQUEST,
  SOCKET_TOPIC,
  type Frame,
} from "#app/domain/live/phoenix.ts";
import { encodeProbeAnswer } from "#app/domain/live/reader-flow.ts";
import type { Clock, Timer } from "./clock.ts";
import type { Connect, Transport } from "./transport.ts";

/** slow: open, and not answering what it was asked a while ago. */
export type ConnectionState = "connecting" | "live" | "slow" | "lost";

/** Whether what comes is from now. */
export const isConnected = (connection: ConnectionState): boolean =>
  connection === "live" || connection === "slow";

/** However much comes from it, the server hears from a page this often. */
const HEARTBEAT_MS = 30_000;
/** After so long a silence it is asked whether it still lives; looked at as often. */
const QUIET_MS = 5_000;
const SLOW_MS = 3_000;
const ANSWER_MS = 10_000;
const WAKE_ANSWER_MS = 4_000;
/** The browser says that there is no network; it may be wrong about this one. */
const OFFLINE_ANSWER_MS = 1_500;
/** A connection that is back within this time was never shown as lost. */
const LOST_AFTER_MS = 1_500;
const FIRST_OPEN_MS = 5_000;

export type ConnectionDeps = {
  connect: Connect;
  clock: Clock;
  warn: (text: string) => void;
};

export type ConnectionEvents = {
  /** Before the state changes: it tells still whether the page was cut off. */
  onOpen(): void;
  /** Nothing of what was said on it counts any more. */
  onDown(): void;
  /** A frame of a channel. */
  onFrame(frame: Frame): void;
  /** The server says that what the page shows is to be read again. */
  onOutdated(): void;
};

export class LiveConnection {
  readonly #deps: ConnectionDeps;
  readonly #events: ConnectionEvents;
  readonly #watchers = new Set<() => void>();
  #transport: Transport | null = null;
  #state: ConnectionState = "connecting";
  #isOpen = false;
  #hasEnded = false;
  #heardAtMs = 0;
  /** Messages so far; by it an answer is told from what came before the question, in the same millisecond. */
  #heard = 0;
  #askedAtMs = 0;
  #heardWhenAsked = -1;
  #lostTimer: Timer = null;
  #beatTimer: Timer = null;
  #slowTimer: Timer = null;
  #answerTimer: Timer = null;

  constructor(deps: ConnectionDeps, events: ConnectionEvents) {
    this.#deps = deps;
    this.#events = events;
  }

  readonly state = (): ConnectionState => this.#state;

  /** Lost with the sign-in: it opens no more before the next one. */
  readonly hasEnded = (): boolean => this.#hasEnded;

  readonly isOpen = (): boolean => this.#isOpen;

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** Opens it; false where it was opened before. */
  start(): boolean {
    if (this.#transport !== null) return false;
    this.#show("connecting");
    this.#loseAfter(FIRST_OPEN_MS);
    this.#transport = this.#deps.connect({
      onOpen: () => this.#onOpen(),
      onMessage: (message) => this.#onMessage(message),
      onClose: (isFinal) => this.#onClose(isFinal),
    });
    return true;
  }

  stop(): void {
    const transport = this.#transport;
    this.#transport = null;
    this.#suspend();
    this.#deps.clock.clearTimeout(this.#lostTimer);
    transport?.close();
  }

  /** Only while it is open. */
  send(text: string): void {
    if (this.#isOpen) this.#transport?.send(text);
  }

  /** Begins a new connection: who listens, or how, is decided when a socket opens. */
  renew(): void {
    this.#transport?.reconnect();
  }

  /**
   * The page is seen again or the network is back: asks at once whether the connection still lives. One that is lost does
   * not wait for its next try. One that ended with the sign-in is tried anew, for the person may have signed in in another tab.
   */
  wake(): void {
    if (this.#isOpen) this.#ask(WAKE_ANSWER_MS);
    else if (this.#hasEnded || this.#state === "lost") this.renew();
  }

  /**
   * The browser says that it has no network: unless the server answers at once, the connection is lost. Asked twice, for what
   * is heard first may have been on its way before.
   */
  doubt(isAgain = false): void {
    if (!this.#isOpen) return;
    this.#ask(OFFLINE_ANSWER_MS, {
      onAnswer: () => isAgain || this.doubt(true),
      onSilence: () => this.#show("lost"),
    });
  }

  #onOpen(): void {
    this.#isOpen = true;
    this.#hasEnded = false;
    this.#heardWhenAsked = -1;
    this.#heardAtMs = this.#deps.clock.steadyMs();
    this.#deps.clock.clearTimeout(this.#lostTimer);
    this.#events.onOpen();
    this.#show("live");
    this.#scheduleBeat();
  }

  #onClose(isFinal: boolean): void {
    if (this.#transport === null) return;
    this.#suspend();
    if (isFinal) {
      this.#hasEnded = true;
      this.#state = "lost";
      this.#tellWatchers();
    } else if (isConnected(this.#state)) this.#loseAfter(LOST_AFTER_MS);
  }

  #suspend(): void {
    this.#isOpen = false;
    const { clock } = this.#deps;
    for (const timer of [this.#beatTimer, this.#slowTimer, this.#answerTimer])
      clock.clearTimeout(timer);
    this.#events.onDown();
  }

  #onMessage(message: string): void {
    this.#heard += 1;
    this.#heardAtMs = this.#deps.clock.steadyMs();
    if (this.#isOpen) this.#show("live");
    for (const text of unpackFrames(message)) this.#onText(text);
  }

  #onText(text: string): void {
    const decoded = decodeFrame(text);
    if (!decoded.ok) return this.#deps.warn(`live: ${decoded.reason}`);
    const { frame } = decoded;
    if (frame.topic !== SOCKET_TOPIC) return this.#events.onFrame(frame);
    if (frame.event === EVENT.outdated) return this.#events.onOutdated();
    if (frame.event === EVENT.probe) this.#transport?.send(encodeProbeAnswer(frame.payload));
  }

  #scheduleBeat(): void {
    const { clock } = this.#deps;
    clock.clearTimeout(this.#beatTimer);
    this.#beatTimer = clock.setTimeout(() => {
      const now = clock.steadyMs();
      const isAsked = this.#heardWhenAsked === this.#heard;
      const isQuiet = now - this.#heardAtMs >= QUIET_MS;
      if (!isAsked && (isQuiet || now - this.#askedAtMs >= HEARTBEAT_MS)) this.#ask(ANSWER_MS);
      this.#scheduleBeat();
    }, QUIET_MS);
  }

  /** Anything heard within the time is an answer; after silence the connection is opened anew. */
  #ask(answerMs: number, then?: { onAnswer: () => void; onSilence: () => void }): void {
    const { clock } = this.#deps;
    const heard = this.#heard;
    [this.#askedAtMs, this.#heardWhenAsked] = [clock.steadyMs(), heard];
    this.#transport?.send(HEARTBEAT_REQUEST);
    const isUnanswered = () => this.#heard === heard;
    for (const timer of [this.#slowTimer, this.#answerTimer]) clock.clearTimeout(timer);
    this.#slowTimer = clock.setTimeout(() => {
      if (isUnanswered() && this.#state === "live") this.#show("slow");
    }, SLOW_MS);
    this.#answerTimer = clock.setTimeout(() => {
      if (!isUnanswered()) return then?.onAnswer();
      then?.onSilence();
      this.#transport?.reconnect();
    }, answerMs);
  }

  #loseAfter(ms: number): void {
    this.#deps.clock.clearTimeout(this.#lostTimer);
    this.#lostTimer = this.#deps.clock.setTimeout(() => this.#show("lost"), ms);
  }

  #show(state: ConnectionState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#tellWatchers();
  }

  #tellWatchers(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
