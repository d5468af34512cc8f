/**
 * The channels of one socket: what Phoenix does with each request, without the network.
 *
 * A join is decided elsewhere and later (access, the channel's newest sample), so every request
 * takes a place in an outbox and answers leave in the order of the requests. A channel is `joining`
 * until its answer has left; only then may telemetry follow it.
 */
import { assertNever } from "#app/domain/errors.ts";
import {
  encodeClose,
  encodeError,
  encodeRefusal,
  encodeReply,
  EVENT,
  SOCKET_TOPIC,
  type Frame,
  type Ref,
} from "./phoenix.ts";
import { parseTelemetryTopic, type TelemetryPayload } from "./telemetry.ts";

export const MAX_CHANNELS = 2_000;
/** A full page joins in one burst; after that a socket that joins without end is slowed to the refill. */
export const JOIN_BURST = 2_500;
export const JOINS_PER_SECOND = 100;
/** Answers that wait behind a slow join; a socket that asks for more is no client of ours. */
export const MAX_BACKLOG = 10_000;

export type Join = { ticket: Ticket; topic: string; deviceId: number; metric: string };

export type Effect =
  /** Decide, then call finishJoin. */
  | { type: "join"; join: Join }
  /** The socket no longer listens to the topic (it may have been joined or still joining). */
  | { type: "left"; topic: string };

/**
 * Something to send. With `joined`, telemetry of that topic may follow it, from event `seq + 1` on;
 * with `refused`, the topic that was to be joined is not.
 */
export type Outgoing = {
  text: string;
  joined?: { topic: string; joinRef: Ref; seq: number };
  refused?: string;
};

export type JoinOutcome =
  { status: "ok"; payload: TelemetryPayload } | { status: "error"; reason: string };

/** One joining of a topic, from request to answer. */
export type Ticket = { request: Frame; answer: Outgoing | null };

type Channel = { joinRef: Ref; status: "joining" | "joined"; ticket: Ticket | null };
type Slot = Ticket | { answer: Outgoing };

export class SocketChannels {
  readonly #channels = new Map<string, Channel>();
  #outbox: Slot[] = [];
  #tokens = JOIN_BURST;
  #refilledAtMs = 0;

  /** Takes up channels that were joined before a hibernation. */
  restore(topic: string, joinRef: Ref): void {
    this.#channels.set(topic, { joinRef, status: "joined", ticket: null });
  }

  get size(): number {
    return this.#channels.size;
  }

  get isOverrun(): boolean {
    return this.#outbox.length > MAX_BACKLOG;
  }

  topics(): string[] {
    return [...this.#channels.keys()];
  }

  receive(frame: Frame, nowMs: number): Effect[] {
    const { topic, event } = frame;
    if (topic === SOCKET_TOPIC) {
      this.#say(
        event === EVENT.heartbeat
          ? encodeReply(frame, "ok", {})
          : encodeRefusal(frame, "unmatched topic"),
      );
      return [];
    }
    if (event === EVENT.join) return this.#join(frame, nowMs);
    const channel = this.#channels.get(topic);
    if (event === EVENT.leave) return this.#leave(frame, channel);
    this.#say(encodeRefusal(frame, channel === undefined ? "unmatched topic" : "unknown event"));
    return [];
  }

  #join(frame: Frame, nowMs: number): Effect[] {
    const parsed = parseTelemetryTopic(frame.topic);
    if (parsed === null) {
      this.#say(encodeRefusal(frame, "unmatched topic"));
      return [];
    }
    const effects = this.#end(frame.topic);
    if (!this.#takeToken(nowMs)) {
      this.#say(encodeRefusal(frame, "too many joins"));
      return effects;
    }
    if (this.#channels.size >= MAX_CHANNELS) {
      this.#say(encodeRefusal(frame, "too many channels"));
      return effects;
    }
    const ticket: Ticket = { request: frame, answer: null };
    this.#outbox.push(ticket);
    this.#channels.set(frame.topic, { joinRef: frame.joinRef, status: "joining", ticket });
    return [...effects, { type: "join", join: { ticket, topic: frame.topic, ...parsed } }];
  }

  #leave(frame: Frame, channel: Channel | undefined): Effect[] {
    this.#say(encodeReply(frame, "ok", {}));
    // Meant for an earlier joining, which has ended already.
    if (channel === undefined || (frame.joinRef !== null && frame.joinRef !== channel.joinRef))
      return [];
    return this.#end(frame.topic);
  }

  /** The answer to a join is known. It leaves when every earlier request has been answered. */
  finishJoin(ticket: Ticket, outcome: JoinOutcome): void {
    if (ticket.answer !== null) return;
    const { request } = ticket;
    switch (outcome.status) {
      case "ok":
        ticket.answer = {
          text: encodeReply(request, "ok", outcome.payload),
          joined: { topic: request.topic, joinRef: request.joinRef, seq: outcome.payload.seq },
        };
        return;
      case "error":
        ticket.answer = { text: encodeRefusal(request, outcome.reason), refused: request.topic };
        return;
      default:
        assertNever(outcome);
    }
  }

  /** The server ends a channel: access was taken away. */
  close(topic: string): Effect[] {
    return this.#end(topic);
  }

  /** A channel that was joined broke: the client may join it again. */
  fail(topic: string): Effect[] {
    const channel = this.#channels.get(topic);
    if (channel?.status !== "joined") return [];
    this.#channels.delete(topic);
    this.#say(encodeError(topic, channel.joinRef));
    return [{ type: "left", topic }];
  }

  /** What may be sent now, in order. */
  drain(): Outgoing[] {
    const ready: Outgoing[] = [];
    let taken = 0;
    for (const slot of this.#outbox) {
      if (slot.answer === null) break;
      taken += 1;
      ready.push(this.#settle(slot, slot.answer));
    }
    if (taken > 0) this.#outbox = this.#outbox.slice(taken);
    return ready;
  }

  /** Only the joining that is still wanted opens its channel; a refused one forgets it. */
  #settle(slot: Slot, answer: Outgoing): Outgoing {
    if (!("request" in slot)) return answer;
    const { topic } = slot.request;
    const channel = this.#channels.get(topic);
    if (channel?.ticket !== slot) return { text: answer.text };
    if (answer.joined === undefined) this.#channels.delete(topic);
    else this.#channels.set(topic, { joinRef: channel.joinRef, status: "joined", ticket: null });
    return answer;
  }

  #end(topic: string): Effect[] {
    const channel = this.#channels.get(topic);
    if (channel === undefined) return [];
    this.#channels.delete(topic);
    this.#say(encodeClose(topic, channel.joinRef));
    return [{ type: "left", topic }];
  }

  #say(text: string): void {
    this.#outbox.push({ answer: { text } });
  }

  #takeToken(nowMs: number): boolean {
    const refill = ((nowMs - this.#refilledAtMs) / 1_000) * JOINS_PER_SECOND;
    this.#tokens = Math.min(JOIN_BURST, this.#tokens + Math.max(0, refill));
    this.#refilledAtMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
