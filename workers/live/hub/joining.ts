/**
 * What the sockets of a hub ask for, carried out: joins are decided (access, whether the machine has the metric,
 * the channel's newest sample), answered in order, and kept; leaves end what nobody listens to any more. Each
 * owner's joins are worked off a few at a time, so that those of others and the values pass between them.
 */
import { maskAlarm } from "#app/domain/live/alarm-events.ts";
import { demoValue } from "#app/domain/live/demo-values.ts";
import { JOINS_A_TURN, JOINS_AT_ONCE, OWNER_JOINS_AT_ONCE } from "#app/domain/live/limits.ts";
import type { ChannelState } from "#app/domain/live/ports.ts";
import type { Effect, Join, JoinOutcome } from "#app/domain/live/socket-channels.ts";
import { parseTopic, toTelemetryData } from "#app/domain/live/telemetry.ts";
import { errorText, log } from "#app/platform/log.ts";
import type { AccessCache } from "./access-cache.ts";
import type { AccessWatch } from "./access-watch.ts";
import { FairQueue } from "./fair-queue.ts";
import type { HubStore } from "./hub-store.ts";
import type { MetricNames } from "./metric-names.ts";
import { answer, type Connection } from "./connection.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { TopicTable } from "./topic-table.ts";

/** A join that takes longer (by up to a second less) is answered as unavailable; answers behind it wait. */
const JOIN_TIMEOUT_MS = 6_000;

const UNAVAILABLE: JoinOutcome = { status: "error", reason: "unavailable" };
const UNAUTHORIZED: JoinOutcome = { status: "error", reason: "unauthorized" };
const UNKNOWN: JoinOutcome = { status: "error", reason: "unknown metric" };

/** When the joins that began in one second are given up. */
type Deadline = {
  second: number;
  late: Promise<JoinOutcome>;
  timer: ReturnType<typeof setTimeout>;
  waiting: number;
};

export type JoiningDeps = {
  store: HubStore;
  access: AccessCache;
  watch: AccessWatch;
  metrics: MetricNames;
  subscriptions: Subscriptions;
  topics: TopicTable<Connection>;
  isOpen: (connection: Connection) => boolean;
  /** Closes it when it asked for too much and all else was answered. */
  enforceBounds: (connection: Connection) => void;
  sendEvents: (connection: Connection, topic: string, frames: readonly string[]) => void;
  waitUntil: (work: Promise<unknown>) => void;
  /** Lets others have theirs. */
  turn: () => Promise<void>;
};

export class Joining {
  readonly #deps: JoiningDeps;
  readonly #queue: FairQueue;
  #deadline: Deadline | null = null;

  constructor(deps: JoiningDeps) {
    this.#deps = deps;
    this.#queue = new FairQueue({
      most: JOINS_AT_ONCE,
      mostAnOwner: OWNER_JOINS_AT_ONCE,
      aTurn: JOINS_A_TURN,
      turn: deps.turn,
    });
  }

  carryOut(connection: Connection, effects: Effect[]): void {
    const { store, waitUntil } = this.#deps;
    for (const effect of effects) {
      if (effect.type === "left") {
        store.removeJoin(connection.id, effect.topic);
        this.leave(connection, effect.topic);
      } else {
        waitUntil(this.#join(connection, effect.join));
      }
    }
  }

  /** Sends what may be sent, and opens the channels whose answer has left. */
  flush(connection: Connection): void {
    const { store, topics, sendEvents } = this.#deps;
    for (const { text, joined, refused } of connection.channels.drain()) {
      answer(connection, text);
      if (refused !== undefined) this.leave(connection, refused);
      if (joined === undefined) continue;
      store.addJoin(connection.id, joined.topic, joined.joinRef);
      if (isDemo(connection, metricOf(joined.topic))) continue;
      sendEvents(
        connection,
        joined.topic,
        topics.joined(joined.topic, connection, joined.seq, Date.now()),
      );
    }
  }

  /** Takes up a join from before a hibernation. */
  restore(
    connection: Connection,
    topic: string,
    joinRef: Parameters<Connection["channels"]["restore"]>[1],
  ): void {
    connection.channels.restore(topic, joinRef);
    if (!isDemo(connection, metricOf(topic)))
      this.#deps.topics.joined(topic, connection, 0, Date.now());
  }

  leave(connection: Connection, topic: string): void {
    const { topics, subscriptions, waitUntil } = this.#deps;
    connection.flow.forget(topic);
    const since = topics.since(topic);
    if (since === undefined || !topics.left(topic, connection)) return;
    waitUntil(subscriptions.end(topic, since));
  }

  /** The socket is gone. */
  leaveAll(connection: Connection): void {
    for (const topic of connection.channels.topics()) this.leave(connection, topic);
  }

  /**
   * Subscribes again to a topic that was quiet, which heals a channel that lost us. When that fails its sockets
   * are told that their channel broke: they join again, ever more slowly. Never throws.
   */
  async renew(topic: string): Promise<void> {
    try {
      await this.subscribe(topic);
    } catch (error) {
      log({ event: "live_failed", where: "renew", error: errorText(error) });
      for (const connection of this.#deps.topics.listeners(topic)) {
        this.carryOut(connection, connection.channels.fail(topic));
        this.flush(connection);
      }
    }
  }

  /** The hub's subscription to the topic, begun or renewed. */
  async subscribe(topic: string): Promise<ChannelState> {
    const { subscriptions, topics } = this.#deps;
    const state = await subscriptions.begin(topic, topics.since(topic) ?? Date.now());
    topics.renumber(topic, state.seq);
    return state;
  }

  async #join(connection: Connection, join: Join): Promise<void> {
    const refusal = await this.#withinTime(this.#refusalOf(connection, join));
    await this.#queue.add(connection.owner.key, async () => {
      // It was left while it waited, or the socket is gone.
      const outcome = connection.channels.isWanted(join.ticket)
        ? (refusal ?? (await this.#withinTime(this.#open(connection, join))))
        : UNAVAILABLE;
      connection.channels.finishJoin(join.ticket, outcome);
      if (!this.#deps.isOpen(connection)) return;
      this.flush(connection);
      this.#deps.enforceBounds(connection);
    });
  }

  /** Why the socket may not join; null when it may. */
  async #refusalOf(connection: Connection, join: Join): Promise<JoinOutcome | null> {
    const { deviceId, metric, kind } = join;
    const { access, watch, metrics } = this.#deps;
    const checked = watch.beforeTraffic();
    if (checked !== null) await checked;
    if (!(await access.maySee(connection.actor, deviceId, Date.now()))) return UNAUTHORIZED;
    const exists =
      kind !== "metric" || isDemo(connection, metric) || (await metrics.has(deviceId, metric));
    return exists ? null : UNKNOWN;
  }

  /** Never throws. Answers `unavailable` when `work` takes too long. */
  async #withinTime<T>(work: Promise<T>): Promise<T | JoinOutcome> {
    const deadline = this.#openDeadline();
    deadline.waiting += 1;
    try {
      return await Promise.race([work, deadline.late]);
    } catch (error) {
      log({ event: "live_failed", where: "join", error: errorText(error) });
      return UNAVAILABLE;
    } finally {
      deadline.waiting -= 1;
      if (deadline.waiting === 0) {
        clearTimeout(deadline.timer);
        if (this.#deadline === deadline) this.#deadline = null;
      }
    }
  }

  /** One timer for all joins of a second: workerd gives an object 10,000, and its sockets join more. */
  #openDeadline(): Deadline {
    const second = Math.floor(Date.now() / 1_000);
    if (this.#deadline?.second === second) return this.#deadline;
    const { promise: late, resolve } = Promise.withResolvers<JoinOutcome>();
    const timer = setTimeout(() => resolve(UNAVAILABLE), JOIN_TIMEOUT_MS);
    this.#deadline = { second, late, timer, waiting: 0 };
    return this.#deadline;
  }

  async #open(connection: Connection, { topic, deviceId, metric }: Join): Promise<JoinOutcome> {
    const { access, topics } = this.#deps;
    // It may have waited for its turn.
    if (!(await access.maySee(connection.actor, deviceId, Date.now()))) return UNAUTHORIZED;
    const sample = demoValue(connection.demoOrder, metric);
    if (sample !== undefined) {
      const data =
        sample === null
          ? null
          : toTelemetryData(metric, { timeMs: Date.now(), value: sample, adFlag: null });
      return { status: "ok", payload: { data, seq: 0 } };
    }
    if (!this.#deps.isOpen(connection)) return UNAVAILABLE;
    topics.begin(topic, connection, Date.now());
    const { latest, seq, alarms } = await this.subscribe(topic);
    if (alarms !== undefined) {
      const data = connection.demoOrder === null ? alarms : alarms.map(maskAlarm);
      return { status: "ok", payload: { data, seq } };
    }
    return { status: "ok", payload: { data: latest && toTelemetryData(metric, latest), seq } };
  }
}

/** A channel that serves a sample: its real one is never subscribed to for this socket. */
const isDemo = (connection: Connection, metric: string): boolean =>
  demoValue(connection.demoOrder, metric) !== undefined;

const metricOf = (topic: string): string => parseTopic(topic)!.metric;
