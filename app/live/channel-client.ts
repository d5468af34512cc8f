/**
 * The browser's side of the live channel (CONTRACT §5): one connection, any number of topics, each
 * joined once however many consumers it has and left 5–10 s after the last one. After a lost
 * connection every topic with consumers is joined again. Knows no browser: transport, clock and chance
 * are handed in.
 */
import { encodeFrame, EVENT, type Frame, type Ref } from "#app/domain/live/phoenix.ts";
import { decodeTelemetry } from "#app/domain/live/telemetry.ts";
import {
  newChannel,
  rejoinDelayMs,
  type Channel,
  type ChannelListener,
  type ChannelMessage,
} from "./channel.ts";
import type { Timer } from "./clock.ts";
import { LiveConnection, type ConnectionDeps, type ConnectionState } from "./connection.ts";
import { Signal } from "./signal.ts";

const SWEEP_MS = 5_000;
const KEEP_MS = 5_000;
const JOIN_TIMEOUT_MS = 10_000;
/** Answers come in order: while others come, a join is in the queue of a server that has much to do, and asking again would give it more. */
const LONGEST_JOIN_MS = 60_000;

/** Joins that will be refused again however often they are asked. */
const FINAL_REASONS = new Set(["unauthorized", "unmatched topic"]);

export type ClientDeps = ConnectionDeps & { random: () => number };

export class ChannelClient {
  readonly #deps: ClientDeps;
  readonly #connection: LiveConnection;
  readonly #channels = new Map<string, Channel>();
  #ref = 0;
  /** When a channel was last heard of: answers to heartbeats overtake nothing, and say nothing about joins. */
  #toldAtMs = 0;
  #sweepTimer: Timer = null;

  constructor(deps: ClientDeps) {
    this.#deps = deps;
    this.#connection = new LiveConnection(deps, {
      onOpen: () => {
        this.opened.ring();
        this.#joinAll();
      },
      onDown: () => this.#forgetJoins(),
      onFrame: (frame) => this.#onFrame(frame),
      onOutdated: () => this.outdated.ring(),
    });
  }

  readonly connection = (): ConnectionState => this.#connection.state();

  /** Lost with the sign-in: it opens no more before the next one. */
  readonly hasEnded = (): boolean => this.#connection.hasEnded();

  readonly watchConnection = (watcher: () => void): (() => void) => this.#connection.watch(watcher);

  /** Rings when a connection opens, before anything is heard on it; its state is still that of before. */
  readonly opened = new Signal();

  /** Rings for each topic of the page that its reader may not hear, or no longer: its machine was taken away. */
  readonly takenAway = new Signal();

  /** Rings when the server says that what the person may see, or where it stands, was changed. */
  readonly outdated = new Signal();

  start(): void {
    if (this.#connection.start())
      this.#sweepTimer = this.#deps.clock.setTimeout(() => this.#sweep(), SWEEP_MS);
  }

  stop(): void {
    this.#deps.clock.clearTimeout(this.#sweepTimer);
    this.#connection.stop();
  }

  /** Begins a new connection: who listens, or how, is decided when a socket opens. */
  renew(): void {
    this.#connection.renew();
  }

  /** See {@link LiveConnection.wake}. */
  wake(): void {
    this.#connection.wake();
  }

  /** See {@link LiveConnection.doubt}. */
  doubt(): void {
    this.#connection.doubt();
  }

  /** A consumer of the topic; a topic that is joined already hands it the newest sample at once. */
  subscribe(topic: string, listener: ChannelListener): () => void {
    const channel = this.#channels.get(topic) ?? newChannel(topic);
    this.#channels.set(topic, channel);
    channel.listeners.add(listener);
    channel.emptySinceMs = null;
    if (channel.status === "joined")
      listener({ type: "joined", sample: channel.newest, seq: channel.seq });
    else if (
      this.#connection.isOpen() &&
      (channel.status === "away" || channel.status === "refused")
    )
      this.#join(channel);
    return () => {
      if (!channel.listeners.delete(listener) || channel.listeners.size > 0) return;
      channel.emptySinceMs = this.#deps.clock.steadyMs();
    };
  }

  #joinAll(): void {
    for (const channel of this.#channels.values()) {
      if (channel.listeners.size > 0) this.#join(channel);
      else this.#channels.delete(channel.topic);
    }
  }

  #forgetJoins(): void {
    for (const channel of this.#channels.values()) {
      this.#deps.clock.clearTimeout(channel.timer);
      channel.status = "away";
      channel.failures = 0;
    }
  }

  #onFrame(frame: Frame): void {
    this.#toldAtMs = this.#deps.clock.steadyMs();
    const channel = this.#channels.get(frame.topic);
    // Nobody listens to its topic, or it answers an earlier joining.
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
    this.#awaitAnswer(channel, clock.steadyMs());
    this.#push(channel, EVENT.join, channel.joinRef);
  }

  #awaitAnswer(channel: Channel, askedAtMs: number): void {
    const { clock } = this.#deps;
    channel.timer = clock.setTimeout(() => {
      const now = clock.steadyMs();
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
    this.takenAway.ring();
  }

  #sweep(): void {
    const { clock } = this.#deps;
    for (const channel of this.#channels.values()) {
      if (channel.emptySinceMs === null || clock.steadyMs() - channel.emptySinceMs < KEEP_MS)
        continue;
      clock.clearTimeout(channel.timer);
      this.#channels.delete(channel.topic);
      if (channel.status === "joined" || channel.status === "joining") this.#leave(channel);
    }
    this.#sweepTimer = clock.setTimeout(() => this.#sweep(), SWEEP_MS);
  }

  #push({ topic, joinRef }: Channel, event: string, ref: Ref): void {
    this.#connection.send(encodeFrame({ joinRef, ref, topic, event, payload: {} }));
  }

  #nextRef(): string {
    return String(++this.#ref);
  }

  #tell(channel: Channel, message: ChannelMessage): void {
    for (const listener of channel.listeners) listener(message);
  }
}
