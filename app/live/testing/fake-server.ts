/** For tests: a connection that the test opens and breaks, and a server that answers as it is told. */
import {
  decodeFrame,
  encodeClose,
  encodeReply,
  EVENT,
  HEARTBEAT_ANSWER,
  HEARTBEAT_REQUEST,
  type Frame,
} from "#app/domain/live/phoenix.ts";
import type { LiveSample } from "#app/domain/live/ports.ts";
import { encodeTelemetry, toTelemetryData } from "#app/domain/live/telemetry.ts";
import type { Connect, TransportEvents } from "#app/live/transport.ts";

type Answer =
  | { status: "ok"; sample: LiveSample | null; seq: number }
  | { status: "error"; reason: string }
  | "silence";

export class FakeServer {
  #events: TransportEvents | null = null;
  sent: Frame[] = [];
  connections = 0;
  reconnects = 0;
  closed = false;
  answersHeartbeats = true;
  /** What a join of each topic is answered; an empty channel when it is not said. */
  readonly answers = new Map<string, Answer>();

  readonly connect: Connect = (events) => {
    this.#events = events;
    return {
      send: (text) => this.#receive(text),
      reconnect: () => void (this.reconnects += 1),
      close: () => void (this.closed = true),
    };
  };

  open(): void {
    this.connections += 1;
    this.#events?.onOpen();
  }

  break(isFinal = false): void {
    this.#events?.onClose(isFinal);
  }

  say(text: string): void {
    this.#events?.onMessage(text);
  }

  publish(topic: string, sample: LiveSample, seq: number): void {
    this.say(encodeTelemetry(topic, toTelemetryData("value", sample), seq));
  }

  /** To the last join of the topic, which was met with silence. */
  answerLate(topic: string, sample: LiveSample, seq: number): void {
    const data = toTelemetryData("value", sample);
    this.say(encodeReply(this.pushed(topic, EVENT.join).at(-1)!, "ok", { data, seq }));
  }

  end(topic: string): void {
    this.say(encodeClose(topic, this.pushed(topic, EVENT.join).at(-1)!.joinRef));
  }

  pushed(topic: string, event: string): Frame[] {
    return this.sent.filter((frame) => frame.topic === topic && frame.event === event);
  }

  #receive(text: string): void {
    const decoded = decodeFrame(text);
    if (!decoded.ok) throw new Error(decoded.reason);
    const { frame } = decoded;
    this.sent.push(frame);
    if (text === HEARTBEAT_REQUEST && this.answersHeartbeats) this.say(HEARTBEAT_ANSWER);
    if (frame.event !== EVENT.join) return;
    const answer = this.answers.get(frame.topic) ?? { status: "ok", sample: null, seq: 0 };
    if (answer === "silence") return;
    if (answer.status === "error")
      return this.say(encodeReply(frame, "error", { reason: answer.reason }));
    const data = answer.sample && toTelemetryData("value", answer.sample);
    this.say(encodeReply(frame, "ok", { data, seq: answer.seq }));
  }
}
