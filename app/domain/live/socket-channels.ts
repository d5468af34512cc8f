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
import { LIMIT_ANSWERS, MAX_BACKLOG, MAX_JOINS_A_SOCKET, SOCKET_JOINS } from "./limits.ts";
import { PaceCounter } from "./pace.ts";
import type { AlarmsPayload } from "./alarm-events.ts";
import { parseTopic, type TelemetryPayload, type Topic } from "./telemetry.ts";

/** What the socket's owner may have over all of their sockets. */
export type JoinBudget = {
  readonly hasJoinsLeft: boolean;
  /** Takes one join; false when there are too many, or they come too fast. */
  takeJoin(nowMs: number): boolean;
  /** Counts a join from before a hibernation. */
  restoreJoin(): void;
  giveJoin(): void;
};

export type Join = { ticket: Ticket; topic: string } & Topic;

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
  | { status: "ok"; payload: TelemetryPayload | AlarmsPayload }
  | { status: "error"; reason: string };

/** One joining of a topic, from request to answer. */
export type Ticket = { request: Frame; answer: Outgoing | null };

type Channel = { joinRef: Ref; status: "joining" | "joined"; ticket: Ticket | null };
type Slot = Ticket | { answer: Outgoing };

export class SocketChannels {
  readonly #channels = new Map<string, Channel>();
  readonly #budget: JoinBudget;
  readonly #pace = new PaceCounter(SOCKET_JOINS);
  readonly #limitAnswers = new PaceCounter(LIMIT_ANSWERS);
  #outbox: Slot[] = [];
  #refused: Outgoing[] = [];
  /** Asked for more channels than it or its owner may have. */
  #isOver = false;
  /** Went on after `limit` was answered often. */
  #isPersistent = false;

  constructor(budget: JoinBudget) {
    this.#budget = budget;
  }

  /** Takes up channels that were joined before a hibernation. */
  restore(topic: string, joinRef: Ref): void {
    this.#budget.restoreJoin();
    this.#channels.set(topic, { joinRef, status: "joined", ticket: null });
  }

  get size(): number {
    return this.#channels.size;
  }

  /** Why the socket is to be closed; null while it keeps to its bounds. */
  get breach(): string | null {
    // What it asked for before is answered first.
    if (this.#isPersistent || (this.#isOver && this.#outbox.length === 0)) return "limit";
    return this.#outbox.length > MAX_BACKLOG ? "too many requests at once" : null;
  }

  /** Whether the join still waits for its outcome and its channel is still wanted. */
  isWanted({ request, answer }: Ticket): boolean {
    return answer === null && this.#channels.get(request.topic)?.ticket?.request === request;
  }

  /** The socket is gone: what it had of its owner's budget is free. */
  release(): void {
    for (const topic of this.topics()) this.#drop(topic);
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
    const parsed = parseTopic(frame.topic);
    if (parsed === null) {
      this.#say(encodeRefusal(frame, "unmatched topic"));
      return [];
    }
    const effects = this.#end(frame.topic);
    const isOver = this.#channels.size >= MAX_JOINS_A_SOCKET || !this.#budget.hasJoinsLeft;
    if (isOver || !this.#pace.take(nowMs) || !this.#budget.takeJoin(nowMs)) {
      // Not behind the joins that wait: who asks for too much is to know it before the socket is closed.
      this.#refused.push({ text: encodeRefusal(frame, "limit") });
      this.#isOver ||= isOver;
      this.#isPersistent ||= !this.#limitAnswers.take(nowMs);
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
    this.#drop(topic);
    this.#say(encodeError(topic, channel.joinRef));
    return [{ type: "left", topic }];
  }

  /** What may be sent now, in order. */
  drain(): Outgoing[] {
    const ready: Outgoing[] = this.#refused;
    this.#refused = [];
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
    if (answer.joined === undefined) this.#drop(topic);
    else this.#channels.set(topic, { joinRef: channel.joinRef, status: "joined", ticket: null });
    return answer;
  }

  #end(topic: string): Effect[] {
    const channel = this.#channels.get(topic);
    if (channel === undefined) return [];
    this.#drop(topic);
    this.#say(encodeClose(topic, channel.joinRef));
    return [{ type: "left", topic }];
  }

  #say(text: string): void {
    this.#outbox.push({ answer: { text } });
  }

  #drop(topic: string): void {
    if (this.#channels.delete(topic)) this.#budget.giveJoin();
  }
}
