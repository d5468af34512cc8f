/**
 * The browser's side of the live channel (CONTRACT §5): one connection, any number of topics, each
 * joined once however many consumers it has and left 5–10 s after the last one. After a lost
 * connection every topic with consumers is joined again. Knows no browser: transport, clock and chance
 * are handed in.
 */
import { unpackFrames } from "#app/domain/live/message-packs.ts";
import {
  decodeFrame,
  encodeFrame,
  EVENT,
  HEARTBEAT_REQUEST,
  SOCKET_TOPIC,
  type Frame,
  type Ref,
} from "#app/domain/live/phoenix.ts";
import { encodeProbeAnswer } from "#app/domain/live/reader-flow.ts";
import { decodeTelemetry } from "#app/domain/live/telemetry.ts";
import {
  newChannel,
  rejoinDelayMs,
  type Channel,
  type ChannelListener,
  type ChannelMessage,
} from "./channel.ts";
import type { Clock, Timer } from "./clock.ts";
import type { Connect, Transport } from "./transport.ts";

/** slow: open, and not answering what it was asked a while ago. */
export type ConnectionState = "connecting" | "live" | "slow" | "lost";

/** Whether what comes is from now. */
export const isConnected = (connection: ConnectionState): boolean =>
  connection === "live" || connection === "slow";

const SWEEP_MS = 5_000;
const KEEP_MS = 5_000;
/** However much comes from it, the server hears from a page this often. */
const HEARTBEAT_MS = 30_000;
/** After so long a silence it is asked whether it still lives; looked at as often. */
const QUIET_MS = 5_000;
const SLOW_MS = 3_000;
const ANSWER_MS = 10_000;
const WAKE_ANSWER_MS = 4_000;
/** The browser says that there is no network; it may be wrong about this one. */
const OFFLINE_ANSWER_MS = 1_500;
const JOIN_TIMEOUT_MS = 10_000;
/** Answers come in order: while others come, a join is in the queue of a server that has much to do, and asking again would give it more. */
const LONGEST_JOIN_MS = 60_000;
/** A connection that is back within this time was never shown as lost. */
const LOST_AFTER_MS = 1_500;
const FIRST_OPEN_MS = 5_000;

/** Joins that will be refused again however often they are asked. */
const FINAL_REASONS = new Set(["unauthorized", "unmatched topic"]);

export type ClientDeps = {
  connect: Connect;
  clock: Clock;
  random: () => number;
  warn: (text: string) => void;
};

export class ChannelClient {
  readonly #deps: ClientDeps;
  readonly #channels = new Map<string, Channel>();
  readonly #watchers = new Set<() => void>();
  readonly #takenWatchers = new Set<() => void>();
  #transport: Transport | null = null;
  #connection: ConnectionState = "connecting";
  #isOpen = false;
  #hasEnded = false;
  #ref = 0;
  #taken = 0;
  #heardAtMs = 0;
  /** When a channel was last heard of: answers to heartbeats overtake nothing, and say nothing about joins. */
  #toldAtMs = 0;
  /** Messages so far; by it an answer is told from what came before the question, in the same millisecond. */
  #heard = 0;
  #askedAtMs = 0;
  #heardWhenAsked = -1;
  #lostTimer: Timer = null;
  #beatTimer: Timer = null;
  #slowTimer: Timer = null;
  #answerTimer: Timer = null;
  #sweepTimer: Timer = null;

  constructor(deps: ClientDeps) {
    this.#deps = deps;
  }

  readonly connection = (): ConnectionState => this.#connection;

  /** Lost with the sign-in: it opens no more before the next one. */
  readonly hasEnded = (): boolean => this.#hasEnded;

  readonly watchConnection = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** How many topics that the page listens to are not, or no longer, ours to hear: their machines were taken away. */
  readonly taken = (): number => this.#taken;

  readonly watchTaken = (watcher: () => void): (() => void) => {
    this.#takenWatchers.add(watcher);
    return () => this.#takenWatchers.delete(watcher);
  };

  start(): void {
    if (this.#transport !== null) return;
    this.#show("connecting");
    this.#loseAfter(FIRST_OPEN_MS);
    this.#transport = this.#deps.connect({
      onOpen: () => this.#onOpen(),
      onMessage: (text) => this.#onMessage(text),
      onClose: (isFinal) => this.#onClose(isFinal),
    });
    this.#sweepTimer = this.#deps.clock.setTimeout(() => this.#sweep(), SWEEP_MS);
  }

  stop(): void {
    const transport = this.#transport;
    this.#transport = null;
    this.#suspend();
    for (const timer of [this.#lostTimer, this.#sweepTimer]) this.#deps.clock.clearTimeout(timer);
    transport?.close();
  }

  /** Begins a new connection: who listens, or how, is decided when a socket opens. */
  renew(): void {
    this.#transport?.reconnect();
  }

  /**
   * The page is seen again or the network is back: asks at once whether the connection still lives. One that ended with the
   * sign-in is tried anew, for the person may have signed in in another tab.
   */
  wake(): void {
    if (this.#isOpen) this.#ask(WAKE_ANSWER_MS);
    else if (this.#hasEnded) this.#transport?.reconnect();
  }

  /** The browser says that it has no network: unless the server answers at once, the connection is lost. */
  doubt(): void {
    if (this.#isOpen) this.#ask(OFFLINE_ANSWER_MS, () => this.#show("lost"));
  }

  /** A consumer of the topic; a topic that is joined already hands it the newest sample at once. */
  subscribe(topic: string, listener: ChannelListener): () => void {
    const channel = this.#channels.get(topic) ?? newChannel(topic);
    this.#channels.set(topic, channel);
    channel.listeners.add(listener);
    channel.emptySinceMs = null;
    if (channel.status === "joined")
      listener({ type: "joined", sample: channel.newest, seq: channel.seq });
    else if (this.#isOpen && (channel.status === "away" || channel.status === "refused"))
      this.#join(channel);
    return () => {
      if (!channel.listeners.delete(listener) || channel.listeners.size > 0) return;
      channel.emptySinceMs = this.#deps.clock.now();
    };
  }

  #onOpen(): void {
    this.#isOpen = true;
    this.#hasEnded = false;
    this.#heardWhenAsked = -1;
    this.#heardAtMs = this.#deps.clock.now();
    this.#deps.clock.clearTimeout(this.#lostTimer);
    this.#show("live");
    this.#scheduleBeat();
    for (const channel of this.#channels.values()) {
      if (channel.listeners.size > 0) this.#join(channel);
      else this.#channels.delete(channel.topic);
    }
  }

  #onClose(isFinal: boolean): void {
    if (this.#transport === null) return;
    this.#suspend();
    if (isFinal) {
      this.#hasEnded = true;
      this.#connection = "lost";
      this.#tellWatchers();
    } else if (isConnected(this.#connection)) this.#loseAfter(LOST_AFTER_MS);
  }

  /** Nothing of the connection counts any more. */
  #suspend(): void {
    this.#isOpen = false;
    const { clock } = this.#deps;
    for (const timer of [this.#beatTimer, this.#slowTimer, this.#answerTimer])
      clock.clearTimeout(timer);
    for (const channel of this.#channels.values()) {
      clock.clearTimeout(channel.timer);
      channel.status = "away";
      channel.failures = 0;
    }
  }

  #onMessage(message: string): void {
    this.#heard += 1;
    this.#heardAtMs = this.#deps.clock.now();
    if (this.#isOpen) this.#show("live");
    for (const text of unpackFrames(message)) this.#onFrame(text);
  }

  #onFrame(text: string): void {
    const decoded = decodeFrame(text);
    if (!decoded.ok) return this.#deps.warn(`live: ${decoded.reason}`);
    const { frame } = decoded;
    if (frame.topic === SOCKET_TOPIC && frame.event === EVENT.probe)
      return this.#transport?.send(encodeProbeAnswer(frame.payload));
    if (frame.topic !== SOCKET_TOPIC) this.#toldAtMs = this.#deps.clock.now();
    const channel = this.#channels.get(frame.topic);
    // Nobody's, or meant for an earlier joining.
    if (channel === undefined || (frame.joinRef !== null && frame.joinRef !== channel.joinRef))
      return;
    switch (frame.event) {
      case EVENT.telemetry:
        return this.#onTelemetry(channel, frame);
      case EVENT.reply:
        if (frame.ref === channel.joinRef && channel.status === "joining")
          this.#onJoinReply(channel, frame);
        return;
      case EVENT.close:
        // One that was left because its answer was late is joined again.
        return channel.status === "joined" ? this.#refuse(channel, "closed") : undefined;
      case EVENT.error:
        return this.#retry(channel);
    }
  }

  #onTelemetry(channel: Channel, { payload }: Frame): void {
    const telemetry = decodeTelemetry(payload);
    if (telemetry === null || telemetry.sample === null || channel.status !== "joined") return;
    const missed = telemetry.seq !== channel.seq + 1;
    channel.seq = telemetry.seq;
    // The server never sends an older value, unless its clock went back.
    channel.newest = telemetry.sample;
    this.#tell(channel, { type: "event", sample: telemetry.sample, seq: telemetry.seq, missed });
  }

  #onJoinReply(channel: Channel, { payload }: Frame): void {
    this.#deps.clock.clearTimeout(channel.timer);
    const { status, response } = (payload ?? {}) as { status?: unknown; response?: unknown };
    const state = status === "ok" ? decodeTelemetry(response) : null;
    if (state !== null) {
      Object.assign(channel, {
        status: "joined",
        failures: 0,
        isTaken: false,
        seq: state.seq,
        newest: state.sample,
      });
      return this.#tell(channel, { type: "joined", sample: state.sample, seq: state.seq });
    }
    const reason = String((response as { reason?: unknown } | null)?.reason ?? "malformed answer");
    if (FINAL_REASONS.has(reason)) this.#refuse(channel, reason);
    else this.#retry(channel);
  }

  #join(channel: Channel): void {
    const { clock } = this.#deps;
    clock.clearTimeout(channel.timer);
    channel.status = "joining";
    channel.joinRef = this.#nextRef();
    this.#awaitAnswer(channel, clock.now());
    this.#push(channel, EVENT.join, channel.joinRef);
  }

  #awaitAnswer(channel: Channel, askedAtMs: number): void {
    const { clock } = this.#deps;
    channel.timer = clock.setTimeout(() => {
      const now = clock.now();
      if (now - this.#toldAtMs < JOIN_TIMEOUT_MS && now - askedAtMs < LONGEST_JOIN_MS)
        return this.#awaitAnswer(channel, askedAtMs);
      this.#leave(channel);
      this.#retry(channel);
    }, JOIN_TIMEOUT_MS);
  }

  #leave(channel: Channel): void {
    this.#push(channel, EVENT.leave, this.#nextRef());
  }

  #retry(channel: Channel): void {
    const { clock, random } = this.#deps;
    clock.clearTimeout(channel.timer);
    channel.status = "waiting";
    channel.failures += 1;
    channel.timer = clock.setTimeout(
      () => this.#join(channel),
      rejoinDelayMs(channel.failures, random),
    );
  }

  #refuse(channel: Channel, reason: string): void {
    this.#deps.clock.clearTimeout(channel.timer);
    channel.status = "refused";
    this.#deps.warn(`live: ${channel.topic}: ${reason}`);
    this.#tell(channel, { type: "refused", reason });
    if (channel.isTaken || channel.listeners.size === 0) return;
    channel.isTaken = true;
    this.#taken += 1;
    for (const watcher of this.#takenWatchers) watcher();
  }

  #sweep(): void {
    const { clock } = this.#deps;
    for (const channel of this.#channels.values()) {
      if (channel.emptySinceMs === null || clock.now() - channel.emptySinceMs < KEEP_MS) continue;
      clock.clearTimeout(channel.timer);
      this.#channels.delete(channel.topic);
      if (channel.status === "joined" || channel.status === "joining") this.#leave(channel);
    }
    this.#sweepTimer = clock.setTimeout(() => this.#sweep(), SWEEP_MS);
  }

  #scheduleBeat(): void {
    const { clock } = this.#deps;
    clock.clearTimeout(this.#beatTimer);
    this.#beatTimer = clock.setTimeout(() => {
      const now = clock.now();
      const isAsked = this.#heardWhenAsked === this.#heard;
      const isQuiet = now - this.#heardAtMs >= QUIET_MS;
      if (!isAsked && (isQuiet || now - this.#askedAtMs >= HEARTBEAT_MS)) this.#ask(ANSWER_MS);
      this.#scheduleBeat();
    }, QUIET_MS);
  }

  /** Anything heard within the time is an answer; without one the connection is opened anew, after `giveUp`. */
  #ask(answerMs: number, giveUp?: () => void): void {
    const { clock } = this.#deps;
    const heard = this.#heard;
    [this.#askedAtMs, this.#heardWhenAsked] = [clock.now(), heard];
    this.#transport?.send(HEARTBEAT_REQUEST);
    const isUnanswered = () => this.#isOpen && this.#heard === heard;
    for (const timer of [this.#slowTimer, this.#answerTimer]) clock.clearTimeout(timer);
    this.#slowTimer = clock.setTimeout(() => {
      if (isUnanswered() && this.#connection === "live") this.#show("slow");
    }, SLOW_MS);
    this.#answerTimer = clock.setTimeout(() => {
      if (!isUnanswered()) return;
      giveUp?.();
      this.#transport?.reconnect();
    }, answerMs);
  }

  #loseAfter(ms: number): void {
    this.#deps.clock.clearTimeout(this.#lostTimer);
    this.#lostTimer = this.#deps.clock.setTimeout(() => this.#show("lost"), ms);
  }

  #show(connection: ConnectionState): void {
    if (this.#connection === connection) return;
    this.#connection = connection;
    this.#tellWatchers();
  }

  #tellWatchers(): void {
    for (const watcher of this.#watchers) watcher();
  }

  #push({ topic, joinRef }: Channel, event: string, ref: Ref): void {
    if (this.#isOpen)
      this.#transport?.send(encodeFrame({ joinRef, ref, topic, event, payload: {} }));
  }

  #nextRef(): string {
    return String(++this.#ref);
  }

  #tell(channel: Channel, message: ChannelMessage): void {
    for (const listener of channel.listeners) listener(message);
  }
}
