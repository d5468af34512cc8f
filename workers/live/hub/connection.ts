/** One socket of a hub. */
import type { Actor } from "#app/domain/access/types.ts";
import { CLOSE, encodeFrame, EVENT, SOCKET_TOPIC, type Frame } from "#app/domain/live/phoenix.ts";
import { SOCKET_MESSAGES } from "#app/domain/live/limits.ts";
import type { OwnerBudget } from "#app/domain/live/owner-budget.ts";
import { PaceCounter } from "#app/domain/live/pace.ts";
import { ReaderFlow } from "#app/domain/live/reader-flow.ts";
import { SocketChannels } from "#app/domain/live/socket-channels.ts";
import { Outgoing } from "./outgoing.ts";

export type Connection = {
  id: number;
  ws: WebSocket;
  actor: Actor;
  /** Whose sockets it counts among. */
  owner: OwnerBudget;
  messages: PaceCounter;
  /** Which sample order stands in for the customers' orders; null outside of demo mode. */
  demoOrder: number | null;
  channels: SocketChannels;
  flow: ReaderFlow;
  out: Outgoing;
  heardAtMs: number;
  /** An answer of the runtime that was given before the clock was set; null: none. */
  doubtedAtMs: number | null;
  /** How often its page was told to read again. */
  outdated: number;
  /** Closes a socket that stays behind; null while it keeps up. */
  deadline: ReturnType<typeof setTimeout> | null;
  onStuck: () => void;
};

/** What a socket carries through a hibernation. */
export type Attachment = {
  id: number;
  sessionId: number;
  demoOrder: number | null;
  /** Takes several frames in a message (domain/live/message-packs.ts). */
  packs?: boolean;
};

export const openConnection = (
  ws: WebSocket,
  { id, demoOrder, packs = false }: Attachment,
  {
    actor,
    owner,
    nowMs,
    onStuck,
  }: { actor: Actor; owner: OwnerBudget; nowMs: number; onStuck: (connection: Connection) => void },
): Connection => {
  const connection: Connection = {
    id,
    ws,
    actor,
    owner,
    messages: new PaceCounter(SOCKET_MESSAGES),
    demoOrder,
    channels: new SocketChannels(owner),
    flow: new ReaderFlow(),
    out: new Outgoing(ws, packs),
    heardAtMs: nowMs,
    doubtedAtMs: null,
    outdated: 0,
    deadline: null,
    onStuck: () => onStuck(connection),
  };
  return connection;
};

/** An answer; it is sent however far the reader is behind. */
export function answer(connection: Connection, text: string): void {
  connection.flow.answered(text);
  connection.out.send(text);
}

const OUTDATED = encodeFrame({
  ...{ joinRef: null, ref: null },
  ...{ topic: SOCKET_TOPIC, event: EVENT.outdated, payload: {} },
});

/** Lets the page read again what it shows; other clients than ours have no page. */
export function tellOutdated(connection: Connection): void {
  connection.outdated++;
  if (connection.out.isOurs) answer(connection, OUTDATED);
}

/**
 * Events of a topic, as far as the reader follows; `onStuck` is called when it does not, for too long. "gathered": some
 * wait for the next `flush`.
 */
export function sendEvents(
  connection: Connection,
  topic: string,
  frames: readonly string[],
  nowMs: number,
  windowMs: number,
): ReturnType<Outgoing["sendEvents"]> {
  const due = connection.flow.offer(topic, frames, nowMs);
  const { closeAtMs } = connection.flow;
  // A hub with a reader that is stuck is not idle.
  if (closeAtMs !== null) connection.deadline ??= setTimeout(connection.onStuck, closeAtMs - nowMs);
  return due.length === 0 ? "sent" : connection.out.sendEvents(due, nowMs, windowMs);
}

/** What the frame proves of what was read; answers whether that was all that it is for. */
export function takeProof(connection: Connection, { topic, event, payload }: Frame): boolean {
  if (topic !== SOCKET_TOPIC || (event !== EVENT.probe && event !== EVENT.heartbeat)) return false;
  const released =
    event === EVENT.probe
      ? connection.flow.acknowledge((payload as { n?: unknown } | null)?.n)
      : connection.flow.beat();
  for (const text of released) connection.out.send(text);
  if (connection.flow.closeAtMs === null) forgive(connection);
  return event === EVENT.probe;
}

export function closeSocket(connection: Connection, code: number, reason: string): void {
  forgive(connection);
  try {
    connection.ws.close(isSendable(code) ? code : CLOSE.goingAway, reason);
  } catch {
    // The other side was quicker.
  }
}

/** A number that no other socket of the hub has, now or before. */
export function newSocketId(): number {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high! >>> 11) * 2 ** 32 + low!;
}

function forgive(connection: Connection): void {
  if (connection.deadline !== null) clearTimeout(connection.deadline);
  connection.deadline = null;
}

/** Codes that may stand in a close frame (RFC 6455 §7.4); 1005, 1006 and 1015 only say that none came. */
const isSendable = (code: number): boolean =>
  (code >= 1000 && code <= 1003) ||
  (code >= 1007 && code <= 1014) ||
  (code >= 3000 && code <= 4999);
