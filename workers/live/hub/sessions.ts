/** The open sockets of a hub: taken up again after a hibernation, found by their attachment, closed once. */
import type { Actor } from "#app/domain/access/types.ts";
import { CLOSE } from "#app/domain/live/phoenix.ts";
import { log } from "#app/platform/log.ts";
import type { HubStore } from "./hub-store.ts";
import { closeSocket, openSession, type Attachment, type Session } from "./session.ts";

export type SessionsDeps = {
  hub: string;
  store: HubStore;
  /** What else ends with a socket. */
  onClosed: (session: Session) => void;
};

export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #open = new Map<number, Session>();

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#open.size;
  }

  all(): Session[] {
    return [...this.#open.values()];
  }

  byId(id: number): Session | undefined {
    return this.#open.get(id);
  }

  /** undefined: it was closed from here. */
  of(ws: WebSocket): Session | undefined {
    return this.#open.get((ws.deserializeAttachment() as Attachment).id);
  }

  open(ws: WebSocket, attachment: Attachment, actor: Actor): void {
    const onStuck = (session: Session) => this.expel(session, CLOSE.tooSlow, "too slow");
    this.#open.set(
      attachment.id,
      openSession(ws, attachment, { actor, nowMs: Date.now(), onStuck }),
    );
  }

  /** Takes up the sockets that outlived the hub's memory. */
  wake(sockets: readonly WebSocket[]): void {
    const actors = this.#deps.store.actors();
    for (const ws of sockets) {
      const attachment = ws.deserializeAttachment() as Attachment;
      const actor = actors.get(attachment.sessionId);
      if (actor !== undefined) this.open(ws, attachment, actor);
    }
  }

  expel(session: Session, code: number, reason: string): void {
    log({ event: "socket_closed", hub: this.#deps.hub, code, reason });
    this.close(session, code, reason);
  }

  close(session: Session, code: number, reason: string): void {
    if (!this.#open.delete(session.id)) return;
    closeSocket(session, code, reason);
    this.#deps.store.removeSocket(session.id);
    this.#deps.onClosed(session);
  }

  /** Closes every socket of a session (or token, or display) that ended. */
  end(sessionId: number): void {
    for (const session of this.all()) {
      if (session.actor.sessionId === sessionId)
        this.expel(session, CLOSE.sessionEnded, "session ended");
    }
    this.#deps.store.dropActor(sessionId);
  }
}
