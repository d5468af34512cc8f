/** The open sockets of a hub: taken up again after a hibernation, found by their attachment, closed once. */
import type { Actor } from "#app/domain/access/types.ts";
import { CLOSE } from "#app/domain/live/phoenix.ts";
import type { OwnerBudgets } from "#app/domain/live/owner-budget.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { isRecent } from "#app/domain/is-recent.ts";
import { log } from "#app/platform/log.ts";
import type { HubStore } from "./hub-store.ts";
import { closeSocket, openConnection, type Attachment, type Connection } from "./connection.ts";

/** An end is remembered for sockets of the session that are on their way from the door. */
const END_REMEMBERED_MS = 10_000;
/**
 * Pages speak every 30 s, one in a hidden tab once a minute: a socket that is silent for longer gives way to a new
 * one of its owner, as that of a laptop that slept or changed its network.
 */
const GIVES_WAY_MS = 65_000;

/** phoenix.js and our client speak every 30 s; a hidden tab may be held back to once a minute. */
const SILENCE_MS = 90_000;
/** A hub looks for silent sockets once a minute at least: of more time between two looks the clock was set, or the machine slept. */
const LONGEST_PAUSE_MS = 2 * MINUTE_MS;

export type ConnectionsDeps = {
  hub: string;
  store: HubStore;
  owners: OwnerBudgets;
  /** When the runtime last answered the socket's heartbeat by itself; 0: never. */
  answeredAtMs: (connection: Connection) => number;
  /** What else ends with a socket. */
  onClosed: (connection: Connection) => void;
  /** Alarms wait for the time for which they were set. */
  onClockSet: () => void;
};

export class Connections {
  readonly #deps: ConnectionsDeps;
  readonly #open = new Map<number, Connection>();
  /** Session id to when it was said to have ended. */
  readonly #ended = new Map<number, number>();

  #lookedAtMs = Date.now();

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#open.size;
  }

  all(): Connection[] {
    return [...this.#open.values()];
  }

  byId(id: number): Connection | undefined {
    return this.#open.get(id);
  }

  /** undefined: it was closed from here. */
  of(ws: WebSocket): Connection | undefined {
    return this.#open.get((ws.deserializeAttachment() as Attachment).id);
  }

  /** Unix milliseconds of the last sign of life. */
  heardAtMs(connection: Connection): number {
    const answeredAtMs = this.#deps.answeredAtMs(connection);
    return answeredAtMs === connection.doubtedAtMs
      ? connection.heardAtMs
      : Math.max(connection.heardAtMs, answeredAtMs);
  }

  /** Those without a sign of life for too long. Nobody is silent because the clock was set: then all are counted anew. */
  silent(nowMs: number): Connection[] {
    const wasSet = !isRecent(this.#lookedAtMs, nowMs, LONGEST_PAUSE_MS);
    this.#lookedAtMs = nowMs;
    if (wasSet) {
      this.#deps.onClockSet();
      for (const connection of this.all()) {
        connection.heardAtMs = nowMs;
        connection.doubtedAtMs = this.#deps.answeredAtMs(connection);
      }
    }
    return this.all().filter((connection) => nowMs - this.heardAtMs(connection) > SILENCE_MS);
  }

  /** Whether the actor may open one more socket, which counts from now on. */
  admit(actor: Actor, nowMs: number): boolean {
    const owner = this.#deps.owners.of(actor);
    if (!owner.hasSocketsLeft) {
      for (const connection of this.all())
        if (connection.owner === owner && nowMs - this.heardAtMs(connection) > GIVES_WAY_MS)
          this.expel(connection, CLOSE.silent, "no heartbeat");
    }
    return owner.takeSocket(nowMs);
  }

  /** The session (or token, or display) ended: no socket of it opens from now on. */
  noteEnd(sessionId: number, nowMs: number): void {
    for (const [id, atMs] of this.#ended)
      if (nowMs - atMs > END_REMEMBERED_MS) this.#ended.delete(id);
    this.#ended.set(sessionId, nowMs);
  }

  hasEnded(sessionId: number): boolean {
    return this.#ended.has(sessionId);
  }

  /** The socket is counted among its owner's already. */
  open(ws: WebSocket, attachment: Attachment, actor: Actor): void {
    const onStuck = (connection: Connection) => this.expel(connection, CLOSE.tooSlow, "too slow");
    const owner = this.#deps.owners.of(actor);
    this.#open.set(
      attachment.id,
      openConnection(ws, attachment, { actor, owner, nowMs: Date.now(), onStuck }),
    );
  }

  /** Takes up the sockets that outlived the hub's memory. */
  wake(sockets: readonly WebSocket[]): void {
    const actors = this.#deps.store.actors();
    for (const ws of sockets) {
      const attachment = ws.deserializeAttachment() as Attachment;
      const actor = actors.get(attachment.sessionId);
      if (actor === undefined) continue;
      this.#deps.owners.of(actor).restoreSocket();
      this.open(ws, attachment, actor);
    }
  }

  expel(connection: Connection, code: number, reason: string): void {
    log({ event: "socket_closed", hub: this.#deps.hub, code, reason });
    this.close(connection, code, reason);
  }

  close(connection: Connection, code: number, reason: string): void {
    if (!this.#open.delete(connection.id)) return;
    closeSocket(connection, code, reason);
    this.#deps.store.removeSocket(connection.id);
    this.#deps.onClosed(connection);
    connection.channels.release();
    connection.owner.giveSocket();
  }

  /** Closes every socket of a session (or token, or display) that ended. */
  end(sessionId: number): void {
    this.#closeAll(sessionId, CLOSE.sessionEnded, "session ended");
  }

  /** Closes those of a session whose person is another customer's by now: they connect again, and get to that one's hub. */
  sendElsewhere(sessionId: number): void {
    this.#closeAll(sessionId, CLOSE.goingAway, "connect again");
  }

  #closeAll(sessionId: number, code: number, reason: string): void {
    for (const connection of this.all())
      if (connection.actor.sessionId === sessionId) this.expel(connection, code, reason);
    this.#deps.store.dropActor(sessionId);
  }
}
