/** One socket of a hub. */
import type { Actor } from "../../../app/domain/access/types.ts";
import { CLOSE } from "../../../app/domain/live/phoenix.ts";
import { SocketChannels } from "../../../app/domain/live/socket-channels.ts";

export type Session = { id: number; ws: WebSocket; actor: Actor; channels: SocketChannels; heardAtMs: number };

/** What a socket carries through a hibernation. */
export type Attachment = { id: number; sessionId: number };

export const openSession = (id: number, ws: WebSocket, actor: Actor, nowMs: number): Session => ({
  id,
  ws,
  actor,
  channels: new SocketChannels(),
  heardAtMs: nowMs,
});

export function send(session: Session, text: string): void {
  try {
    session.ws.send(text);
  } catch {
    // It is closing; webSocketClose follows.
  }
}

export function closeSocket(session: Session, code: number, reason: string): void {
  try {
    session.ws.close(isSendable(code) ? code : CLOSE.goingAway, reason);
  } catch {
    // The other side was quicker.
  }
}

/** A number that no other socket of the hub has, now or before. */
export function newSocketId(): number {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high! >>> 11) * 2 ** 32 + low!;
}

/** Codes that may stand in a close frame (RFC 6455 §7.4); 1005, 1006 and 1015 only say that none came. */
const isSendable = (code: number): boolean =>
  (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
