/**
 * The browser sockets of one customer (or of one provider-side user), by the WebSocket Hibernation API.
 *
 * It speaks Phoenix Channels to each socket (domain/live/socket-channels.ts), holds one subscription
 * per topic at its MetricChannel however many sockets listen, and hands every event on. Sockets carry
 * their identity in an attachment, joins and actors are in SQLite: a hibernation or a loss of memory
 * loses nothing. The heartbeat of our own client is answered by the runtime, without waking the hub.
 *
 * Access that is taken away ends within 5 s: use cases tell the hub (HubControlPort), and values are not
 * handed out on an answer of D1 older than 4 s (hub/access-watch.ts). Without traffic nothing runs but an
 * alarm a minute, which a hub sleeps between (docs/decisions/024).
 *
 * A reader that does not keep up gets the newest values only, and is closed when it stays behind
 * (domain/live/reader-flow.ts).
 */
import { DurableObject } from "cloudflare:workers";
import type { Actor } from "#app/domain/access/types.ts";
import { MAX_SOCKETS_AN_OWNER } from "#app/domain/live/limits.ts";
import {
  CLOSE,
  decodeFrame,
  HEARTBEAT_ANSWER,
  HEARTBEAT_REQUEST,
} from "#app/domain/live/phoenix.ts";
import { OwnerBudgets } from "#app/domain/live/owner-budget.ts";
import { maskAlarmFrame } from "#app/domain/live/alarm-events.ts";
import { ALARMS_PREFIX, type HubFeedPort } from "#app/domain/live/ports.ts";
import { nowMs, type LiveEnv } from "#app/platform/env.ts";
import { errorText, log } from "#app/platform/log.ts";
import { AccessCache } from "./hub/access-cache.ts";
import { AccessWatch } from "./hub/access-watch.ts";
import { SendBatcher } from "./hub/send-batcher.ts";
import { HubStore } from "./hub/hub-store.ts";
import { Joining } from "./hub/joining.ts";
import { listMetricNames, MetricNames } from "./hub/metric-names.ts";
import { recheck } from "./hub/recheck.ts";
import {
  newSocketId,
  sendEvents,
  takeProof,
  tellOutdated,
  type Attachment,
  type Connection,
} from "./hub/connection.ts";
import { Connections } from "./hub/connections.ts";
import { Subscriptions } from "./hub/subscriptions.ts";
import { TopicTable } from "./hub/topic-table.ts";

/** Set by the live Worker on a request that it makes itself; nothing of the client's request comes here. */
export const LISTENER_HEADER = "x-helios-listener";
export type Listener = {
  actor: Actor;
  demoOrder: number | null;
  packs: boolean;
  /** The subprotocol that the answer names; null: none was asked for. */
  protocol: string | null;
};

/** A look after somebody came: what was taken away between the door and here. */
const SETTLE_MS = 4_000;
/** Between two looks a hub without traffic sleeps. */
const UPKEEP_MS = 60_000;
/** Topics without an event for this long are subscribed again, which heals a channel that lost us. */
const QUIET_MS = 60_000;
const QUIET_PER_CHECK = 64;
const MAX_SOCKETS = 10_000;
/** Between so many sends others get their turn: a sampler's answer does not wait for a thousand sockets. */
const SENDS_AT_ONCE = 64;

/**
 * After so many messages of sockets all else gets its turn, new requests too: workerd hands on what has arrived on a socket
 * without looking at anything else.
 */
const MESSAGES_A_TURN = 64;

const turn = (): Promise<void> => scheduler.wait(0);

export class SocketHub extends DurableObject<LiveEnv> implements HubFeedPort {
  readonly #name: string;
  readonly #store: HubStore;
  readonly #access: AccessCache;
  readonly #watch: AccessWatch;
  readonly #subscriptions: Subscriptions;
  readonly #topics = new TopicTable<Connection>();
  readonly #owners = new OwnerBudgets();
  readonly #connections: Connections;
  readonly #joining: Joining;
  #taken = 0;
  readonly #sendBatcher = new SendBatcher({
    turn,
    sendsAtOnce: SENDS_AT_ONCE,
  });

  constructor(ctx: DurableObjectState, env: LiveEnv) {
    super(ctx, env);
    this.#name = ctx.id.name!;
    this.#store = new HubStore(ctx.storage);
    this.#access = new AccessCache(env.DB);
    this.#connections = new Connections({
      hub: this.#name,
      store: this.#store,
      owners: this.#owners,
      answeredAtMs: ({ ws }) => ctx.getWebSocketAutoResponseTimestamp(ws)?.getTime() ?? 0,
      onClosed: (connection) => this.#joining.leaveAll(connection),
      onClockSet: () => ctx.waitUntil(this.#alarmBy(Date.now() + SETTLE_MS)),
    });
    this.#watch = new AccessWatch({
      check: () => this.#recheck(),
      now: () => Date.now(),
      onError: (error) =>
        log({ event: "live_failed", where: "hub check", error: errorText(error) }),
    });
    this.#subscriptions = new Subscriptions(env.METRIC_CHANNEL, this.#name, turn);
    this.#joining = new Joining({
      store: this.#store,
      access: this.#access,
      watch: this.#watch,
      metrics: new MetricNames({
        list: listMetricNames(env.DB, env.RECORDER),
        now: () => Date.now(),
        pause: (ms) => scheduler.wait(ms),
      }),
      subscriptions: this.#subscriptions,
      topics: this.#topics,
      isOpen: (connection) => this.#connections.byId(connection.id) !== undefined,
      enforceBounds: (connection) => this.#enforceBounds(connection),
      sendEvents: (connection, topic, frames) => this.#sendEvents(connection, topic, frames),
      waitUntil: (work) => this.ctx.waitUntil(work),
      turn,
    });
    ctx.setWebSocketAutoResponse(
      new WebSocketRequestResponsePair(HEARTBEAT_REQUEST, HEARTBEAT_ANSWER),
    );
    this.#wake();
  }

  override async fetch(request: Request): Promise<Response> {
    const listener = JSON.parse(request.headers.get(LISTENER_HEADER) ?? "null") as Listener | null;
    if (listener === null) return new Response(null, { status: 403 });
    if (this.#connections.size >= MAX_SOCKETS)
      return new Response(null, { status: 503, headers: { "retry-after": "30" } });
    const { actor, demoOrder, packs, protocol } = listener;
    // From here to the accepted socket nothing waits: of sockets that come together none passes unseen.
    if (this.#connections.hasEnded(actor.sessionId)) return new Response(null, { status: 403 });
    if (!this.#connections.admit(actor, Date.now()))
      return Response.json(
        { error: "limit", message: `One user opens ${MAX_SOCKETS_AN_OWNER} sockets at most.` },
        { status: 429, headers: { "retry-after": "30" } },
      );
    const { 0: client, 1: server } = new WebSocketPair();
    const attachment: Attachment = {
      id: newSocketId(),
      sessionId: actor.sessionId,
      demoOrder,
      packs,
    };
    this.ctx.acceptWebSocket(server);
    server.serializeAttachment(attachment);
    this.#store.saveActor(actor);
    this.#connections.open(server, attachment, actor);
    await this.#alarmBy(Date.now() + SETTLE_MS);
    const headers: HeadersInit = protocol === null ? {} : { "sec-websocket-protocol": protocol };
    return new Response(null, { status: 101, webSocket: client, headers });
  }

  override webSocketMessage(ws: WebSocket, data: string | ArrayBuffer): void {
    // Nothing but a closed gate keeps workerd from the next message that has arrived.
    if (++this.#taken % MESSAGES_A_TURN === 0) void this.ctx.blockConcurrencyWhile(turn);
    const connection = this.#connections.of(ws);
    if (connection === undefined) ws.close(CLOSE.goingAway, "connect again");
    else this.#take(connection, data);
  }

  #take(connection: Connection, data: string | ArrayBuffer): void {
    const now = Date.now();
    connection.heardAtMs = now;
    if (!connection.messages.take(now) || !connection.owner.takeMessage(now))
      return this.#connections.expel(connection, CLOSE.policy, "too many messages");
    const decoded = decodeFrame(data);
    if (!decoded.ok) return this.#connections.expel(connection, decoded.code, decoded.reason);
    if (takeProof(connection, decoded.frame)) return;
    // Awake anyway: a hub that was not told of a change finds it out now.
    void this.#watch.beforeTraffic();
    this.#joining.carryOut(
      connection,
      connection.channels.receive(decoded.frame, connection.heardAtMs),
    );
    this.#joining.flush(connection);
    this.#enforceBounds(connection);
  }

  #enforceBounds(connection: Connection): void {
    const { breach } = connection.channels;
    if (breach !== null) this.#connections.expel(connection, CLOSE.policy, breach);
  }

  override webSocketClose(ws: WebSocket, code: number, reason: string): void {
    const connection = this.#connections.of(ws);
    if (connection !== undefined) this.#connections.close(connection, code, reason);
  }

  override webSocketError(ws: WebSocket): void {
    const connection = this.#connections.of(ws);
    if (connection !== undefined)
      this.#connections.close(connection, CLOSE.goingAway, "connection lost");
  }

  async deliver(topic: string, firstSeq: number, frames: string[]): Promise<"ok" | "gone"> {
    const due = this.#topics.deliver(topic, { firstSeq, frames }, Date.now());
    if (due === null) return "gone";
    const checked = this.#watch.beforeTraffic();
    if (checked !== null) await checked;
    let sent = 0;
    for (const [connection, unknown] of due) {
      if (this.#sendEvents(connection, topic, unknown) === "sent") sent += unknown.length;
      if (sent < SENDS_AT_ONCE) continue;
      sent = 0;
      await scheduler.wait(0);
    }
    return "ok";
  }

  async endSession(sessionId: number): Promise<void> {
    this.#connections.noteEnd(sessionId, Date.now());
    this.#connections.end(sessionId);
  }

  async recheckAccess(isSeen = false): Promise<void> {
    if (this.#connections.size === 0) return;
    const before = new Map(
      this.#connections.all().map((connection) => [connection, connection.outdated]),
    );
    await this.#watch.changed();
    if (!isSeen) return;
    // Who lost something was told just now; once is enough.
    for (const connection of this.#connections.all())
      if (connection.outdated === (before.get(connection) ?? 0)) tellOutdated(connection);
  }

  override async alarm(): Promise<void> {
    if (this.#connections.size > 0) await this.#watch.changed();
    this.#owners.sweep(Date.now());
    if (this.#connections.size === 0) return this.#store.clear();
    const quiet = this.#topics.takeQuiet(Date.now() - QUIET_MS, Date.now(), QUIET_PER_CHECK);
    await Promise.all(quiet.map((topic) => this.#joining.renew(topic)));
    const ends = this.#access.nextEndMs;
    const untilEnd = ends === null ? UPKEEP_MS : Math.max(1, ends - nowMs(this.env) + 1);
    await this.#alarmBy(Date.now() + Math.min(UPKEEP_MS, untilEnd));
  }

  async #alarmBy(timeMs: number): Promise<void> {
    const set = await this.ctx.storage.getAlarm();
    if (set === null || set > timeMs) await this.ctx.storage.setAlarm(timeMs);
  }

  /** Takes up what was before a hibernation; joins of sockets that are gone are undone. */
  #wake(): void {
    this.#connections.wake(this.ctx.getWebSockets());
    const abandoned = new Set<string>();
    for (const { socketId, topic, joinRef } of this.#store.joins()) {
      const connection = this.#connections.byId(socketId);
      if (connection !== undefined) this.#joining.restore(connection, topic, joinRef);
      else {
        this.#store.removeJoin(socketId, topic);
        abandoned.add(topic);
      }
    }
    for (const topic of abandoned) {
      if (this.#topics.since(topic) === undefined)
        this.ctx.waitUntil(this.#subscriptions.end(topic, Date.now()));
    }
    if (this.#connections.size > 0)
      log({ event: "hub_woke", hub: this.#name, sockets: this.#connections.size });
  }

  #sendEvents(
    connection: Connection,
    topic: string,
    frames: readonly string[],
  ): "sent" | "gathered" {
    const isMasked = connection.demoOrder !== null && topic.startsWith(ALARMS_PREFIX);
    const shown = isMasked ? frames.map(maskAlarmFrame) : frames;
    const end = sendEvents(connection, topic, shown, Date.now(), this.#sendBatcher.windowMs);
    if (end === "gathered") this.#sendBatcher.add(connection.out);
    return end;
  }

  #recheck(): Promise<void> {
    return recheck({
      hub: this.#name,
      connections: this.#connections,
      store: this.#store,
      access: this.#access,
      topics: this.#topics,
      joining: this.#joining,
      now: () => nowMs(this.env),
    });
  }
}
