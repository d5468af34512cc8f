/** What leaves by one socket, in order. */
import { packFrames } from "#app/domain/live/message-packs.ts";

export class Outgoing {
  readonly #ws: Pick<WebSocket, "send">;
  /** Whether the client takes several frames in a message. */
  readonly #packs: boolean;
  #gathered: string[] = [];
  #sentAtMs = 0;

  constructor(ws: Pick<WebSocket, "send">, packs: boolean) {
    this.#ws = ws;
    this.#packs = packs;
  }

  /** Whether the client is that of Helios' pages. */
  get isOurs(): boolean {
    return this.#packs;
  }

  /** Sends a frame at once, after everything that was gathered. */
  send(frame: string): void {
    this.flush(this.#sentAtMs);
    this.#write(frame);
  }

  /**
   * Events: the first after a pause of `windowMs` leaves at once, those right behind it are gathered until `flush`,
   * which the caller owes `windowMs` later when the answer is "gathered".
   */
  sendEvents(frames: readonly string[], nowMs: number, windowMs: number): "sent" | "gathered" {
    if (!this.#packs) {
      for (const frame of frames) this.#write(frame);
      return "sent";
    }
    for (const frame of frames) this.#gathered.push(frame);
    if (nowMs - this.#sentAtMs < windowMs) return "gathered";
    this.flush(nowMs);
    return "sent";
  }

  flush(nowMs: number): void {
    if (this.#gathered.length === 0) return;
    const frames = this.#gathered;
    this.#gathered = [];
    this.#sentAtMs = nowMs;
    this.#write(packFrames(frames));
  }

  #write(text: string): void {
    try {
      this.#ws.send(text);
    } catch {
      // It is closing; webSocketClose follows.
    }
  }
}
