/**
 * The browser sockets of one customer (or of one provider-side user), by the WebSocket Hibernation API.
 *
 * It speaks Phoenix Channels to each socket (domain/live/socket-channels.ts), holds one subscription
 * per topic at its MetricChannel however many sockets listen, and hands every event on. Sockets carry
 * their identity in an attachment, joins and actors are in SQLite: a hibernation or a loss of memory
 * loses nothing. The heartbeat of our own client is answered by the runtime.
 *
 * Every CHECK_MS an alarm asks D1 once whether the sessions live and still see their machines, because
 * access that is taken away must end within 5 s. That keeps a hub awake while sockets are open; it
 * costs one round trip and one row written each time, and nothing once the last socket has gone.
 *
 * workerd tells nobody how much a socket has not yet taken (no bufferedAmount), so a reader that
 * stalls is bounded by time: one that has not spoken for SILENCE_MS is closed.
 */
import { DurableObject } from "cloudflare:workers";
import type { Actor } from "../../app/domain/access/types.ts";
import { CLOSE, decodeFrame, HEARTBEAT_ANSWER, HEARTBEAT_REQUEST } from "../../app/domain/live/phoenix.ts";
import { hubName, type ChannelState, type HubFeedPort } from "../../app/domain/live/ports.ts";
import type { Effect, Join, JoinOutcome } from "../../app/domain/live/socket-channels.ts";
import { parseTelemetryTopic, toTelemetryData } from "../../app/domain/live/telemetry.ts";
import { nowMs, type LiveEnv } from "../env.ts";
import { errorText, log } from "../log.ts";
import { AccessBook } from "./hub/access-book.ts";
import { HubStore } from "./hub/hub-store.ts";
import { closeSocket, newSocketId, openSession, send, type Attachment, type Session } from "./hub/session.ts";
import { Subscriptions } from "./hub/subscriptions.ts";
import { TopicTable } from "./hub/topic-table.ts";

/** Set by the live Worker on a request that it makes itself; nothing of the client's request comes here. */
export const ACTOR_HEADER = "x-helios-actor";

const CHECK_MS = 4_000;
/** phoenix.js and our client speak every 30 s; a hidden tab may be held back to once a minute. */
const SILENCE_MS = 90_000;
/** A join that takes longer is answered as unavailable; answers behind it wait. */
const JOIN_TIMEOUT_MS = 5_000;
/** Topics without an event for this long are subscribed again, which heals a channel that lost us. */
const QUIET_MS = 60_000;
const QUIET_PER_CHECK = 64;
const MAX_SOCKETS = 10_000;
/** Between so many sends others get their turn: a sampler's answer does not wait for a thousand sockets. */
const SENDS_AT_ONCE = 64;

const UNAVAILABLE: JoinOutcome = { status: "error", reason: "unavailable" };

export class SocketHub extends DurableObject<LiveEnv> implements HubFeedPort {
  readonly #name: string;
  readonly #store: HubStore;
  readonly #access: AccessBook;
  readonly #subscriptions: Subscriptions;
  readonly #topics = new TopicTable<Session>();
  readonly #sessions = new Map<number, Session>();

  constructor(ctx: DurableObjectState, env: LiveEnv) {
    super(ctx, env);
    this.#name = ctx.id.name!;
    this.#store = new HubStore(ctx.storage);
    this.#access = new AccessBook(env.DB);
    this.#subscriptions = new Subscriptions(env.METRIC_CHANNEL, this.#name);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(HEARTBEAT_REQUEST, HEARTBEAT_ANSWER));
    this.#wake();
  }

  override async fetch(request: Request): Promise<Response> {
    const actor = JSON.parse(request.headers.get(ACTOR_HEADER) ?? "null") as Actor | null;
    if (actor === null) return new Response(null, { status: 403 });
    if (this.#sessions.size >= MAX_SOCKETS) return new Response(null, { status: 503, headers: { "retry-after": "30" } });
    const { 0: client, 1: server } = new WebSocketPair();
    const id = newSocketId();
    this.ctx.acceptWebSocket(server);
    server.serializeAttachment({ id, sessionId: actor.sessionId } satisfies Attachment);
    this.#store.saveActor(actor);
    this.#sessions.set(id, openSession(id, server, actor, Date.now()));
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + CHECK_MS);
    return new Response(null, { status: 101, webSocket: client });
  }

  override webSocketMessage(ws: WebSocket, data: string | ArrayBuffer): void {
    const session = this.#sessionOf(ws);
    if (session === undefined) return ws.close(CLOSE.goingAway, "connect again");
    session.heardAtMs = Date.now();
    const decoded = decodeFrame(data);
    if (!decoded.ok) return this.#expel(session, decoded.code, decoded.reason);
    this.#carryOut(session, session.channels.receive(decoded.frame, session.heardAtMs));
    if (session.channels.isOverrun) return this.#expel(session, CLOSE.policy, "too many requests at once");
    this.#flush(session);
  }

  override webSocketClose(ws: WebSocket, code: number, reason: string): void {
    const session = this.#sessionOf(ws);
    if (session !== undefined) this.#close(session, code, reason);
  }

  override webSocketError(ws: WebSocket): void {
    const session = this.#sessionOf(ws);
    if (session !== undefined) this.#close(session, CLOSE.goingAway, "connection lost");
  }

  async deliver(topic: string, firstSeq: number, frames: string[]): Promise<"ok" | "gone"> {
    const due = this.#topics.deliver(topic, { firstSeq, frames }, Date.now());
    if (due === null) return "gone";
    let sent = 0;
    for (const [session, unknown] of due) {
      for (const frame of unknown) send(session, frame);
      sent += unknown.length;
      if (sent < SENDS_AT_ONCE) continue;
      sent = 0;
      await scheduler.wait(0);
    }
    return "ok";
  }

  async endSession(sessionId: number): Promise<void> {
    for (const session of this.#sessions.values()) {
      if (session.actor.sessionId === sessionId) this.#expel(session, CLOSE.sessionEnded, "session ended");
    }
    this.#store.dropActor(sessionId);
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    for (const session of this.#sessions.values()) {
      const answeredAtMs = this.ctx.getWebSocketAutoResponseTimestamp(session.ws)?.getTime() ?? 0;
      if (now - Math.max(session.heardAtMs, answeredAtMs) > SILENCE_MS) this.#expel(session, CLOSE.silent, "no heartbeat");
    }
    if (this.#sessions.size === 0) return this.#store.clear();
    await this.ctx.storage.setAlarm(now + CHECK_MS);
    try {
      await this.#recheck();
      const quiet = this.#topics.takeQuiet(now - QUIET_MS, now, QUIET_PER_CHECK);
      await Promise.all(quiet.map((topic) => this.#subscribe(topic)));
    } catch (error) {
      log({ event: "live_failed", where: "hub check", error: errorText(error) });
    }
  }

  /** Takes up what was before a hibernation; joins of sockets that are gone are undone. */
  #wake(): void {
    const now = Date.now();
    const actors = this.#store.actors();
    for (const ws of this.ctx.getWebSockets()) {
      const { id, sessionId } = ws.deserializeAttachment() as Attachment;
      const actor = actors.get(sessionId);
      if (actor !== undefined) this.#sessions.set(id, openSession(id, ws, actor, now));
    }
    const abandoned = new Set<string>();
    for (const { socketId, topic, joinRef } of this.#store.joins()) {
      const session = this.#sessions.get(socketId);
      if (session === undefined) {
        this.#store.removeJoin(socketId, topic);
        abandoned.add(topic);
      } else {
        session.channels.restore(topic, joinRef);
        this.#topics.joined(topic, session, 0, now);
      }
    }
    for (const topic of abandoned) {
      if (this.#topics.since(topic) === undefined) this.ctx.waitUntil(this.#subscriptions.end(topic, now));
    }
  }

  #sessionOf(ws: WebSocket): Session | undefined {
    return this.#sessions.get((ws.deserializeAttachment() as Attachment).id);
  }

  #carryOut(session: Session, effects: Effect[]): void {
    for (const effect of effects) {
      if (effect.type === "left") {
        this.#store.removeJoin(session.id, effect.topic);
        this.#leave(session, effect.topic);
      } else {
        this.#topics.begin(effect.join.topic, session, Date.now());
        this.ctx.waitUntil(this.#join(session, effect.join));
      }
    }
  }

  async #join(session: Session, join: Join): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<JoinOutcome>((resolve) => {
      timer = setTimeout(() => resolve(UNAVAILABLE), JOIN_TIMEOUT_MS);
    });
    const outcome = await Promise.race([this.#decide(session, join), late]);
    clearTimeout(timer);
    session.channels.finishJoin(join.ticket, outcome);
    if (this.#sessions.has(session.id)) this.#flush(session);
  }

  async #decide(session: Session, { topic, deviceId, metric }: Join): Promise<JoinOutcome> {
    try {
      if (!(await this.#access.maySee(session.actor, deviceId, Date.now()))) return { status: "error", reason: "unauthorized" };
      const { latest, seq } = await this.#subscribe(topic);
      return { status: "ok", payload: { data: latest && toTelemetryData(metric, latest), seq } };
    } catch (error) {
      log({ event: "live_failed", where: "join", error: errorText(error) });
      return UNAVAILABLE;
    }
  }

  async #subscribe(topic: string): Promise<ChannelState> {
    const state = await this.#subscriptions.begin(topic, this.#topics.since(topic) ?? Date.now());
    this.#topics.renumber(topic, state.seq);
    return state;
  }

  #flush(session: Session): void {
    for (const { text, joined, refused } of session.channels.drain()) {
      send(session, text);
      if (refused !== undefined) this.#leave(session, refused);
      if (joined === undefined) continue;
      this.#store.addJoin(session.id, joined.topic, joined.joinRef);
      for (const frame of this.#topics.joined(joined.topic, session, joined.seq, Date.now())) send(session, frame);
    }
  }

  #leave(session: Session, topic: string): void {
    const since = this.#topics.since(topic);
    if (since === undefined || !this.#topics.left(topic, session)) return;
    this.ctx.waitUntil(this.#subscriptions.end(topic, since));
  }

  #expel(session: Session, code: number, reason: string): void {
    log({ event: "socket_closed", hub: this.#name, code, reason });
    this.#close(session, code, reason);
  }

  #close(session: Session, code: number, reason: string): void {
    if (!this.#sessions.delete(session.id)) return;
    closeSocket(session, code, reason);
    this.#store.removeSocket(session.id);
    for (const topic of session.channels.topics()) this.#leave(session, topic);
  }

  /** Ends the sessions that ended and the channels of machines that are no longer theirs. */
  async #recheck(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    const verdicts = await this.#access.recheck(
      sessions.map(({ actor, channels }) => ({ actor, topics: channels.topics() })),
      (topic) => parseTelemetryTopic(topic)!.deviceId,
      nowMs(this.env),
    );
    for (const [index, verdict] of verdicts.entries()) {
      const session = sessions[index]!;
      if (verdict === "unchanged") continue;
      if (verdict === "ended" || hubName(verdict.actor) !== this.#name) {
        await this.endSession(session.actor.sessionId);
        continue;
      }
      session.actor = verdict.actor;
      this.#store.saveActor(verdict.actor);
      for (const topic of verdict.lost) this.#carryOut(session, session.channels.close(topic));
      this.#flush(session);
    }
  }
}
