/**
 * What the sockets of a hub ask for, carried out: joins are decided (access, the channel's newest
 * sample), answered in order, and kept; leaves end what nobody listens to any more.
 */
import { demoValue } from "#app/domain/live/demo-values.ts";
import type { ChannelState } from "#app/domain/live/ports.ts";
import type { Effect, Join, JoinOutcome } from "#app/domain/live/socket-channels.ts";
import { parseTelemetryTopic, toTelemetryData } from "#app/domain/live/telemetry.ts";
import { errorText, log } from "#app/platform/log.ts";
import type { AccessBook } from "./access-book.ts";
import type { AccessWatch } from "./access-watch.ts";
import type { HubStore } from "./hub-store.ts";
import { answer, type Session } from "./session.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { TopicTable } from "./topic-table.ts";

/** A join that takes longer is answered as unavailable; answers behind it wait. */
const JOIN_TIMEOUT_MS = 5_000;

const UNAVAILABLE: JoinOutcome = { status: "error", reason: "unavailable" };

export type JoiningDeps = {
  store: HubStore;
  access: AccessBook;
  watch: AccessWatch;
  subscriptions: Subscriptions;
  topics: TopicTable<Session>;
  isOpen: (session: Session) => boolean;
  sendEvents: (session: Session, topic: string, frames: readonly string[]) => void;
  waitUntil: (work: Promise<unknown>) => void;
};

export class Joining {
  readonly #deps: JoiningDeps;

  constructor(deps: JoiningDeps) {
    this.#deps = deps;
  }

  carryOut(session: Session, effects: Effect[]): void {
    const { store, topics, waitUntil } = this.#deps;
    for (const effect of effects) {
      if (effect.type === "left") {
        store.removeJoin(session.id, effect.topic);
        this.leave(session, effect.topic);
      } else {
        if (!isDemo(session, effect.join.metric))
          topics.begin(effect.join.topic, session, Date.now());
        waitUntil(this.#join(session, effect.join));
      }
    }
  }

  /** Sends what may be sent, and opens the channels whose answer has left. */
  flush(session: Session): void {
    const { store, topics, sendEvents } = this.#deps;
    for (const { text, joined, refused } of session.channels.drain()) {
      answer(session, text);
      if (refused !== undefined) this.leave(session, refused);
      if (joined === undefined) continue;
      store.addJoin(session.id, joined.topic, joined.joinRef);
      if (isDemo(session, metricOf(joined.topic))) continue;
      sendEvents(
        session,
        joined.topic,
        topics.joined(joined.topic, session, joined.seq, Date.now()),
      );
    }
  }

  /** Takes up a join from before a hibernation. */
  restore(
    session: Session,
    topic: string,
    joinRef: Parameters<Session["channels"]["restore"]>[1],
  ): void {
    session.channels.restore(topic, joinRef);
    if (!isDemo(session, metricOf(topic))) this.#deps.topics.joined(topic, session, 0, Date.now());
  }

  leave(session: Session, topic: string): void {
    const { topics, subscriptions, waitUntil } = this.#deps;
    session.flow.forget(topic);
    const since = topics.since(topic);
    if (since === undefined || !topics.left(topic, session)) return;
    waitUntil(subscriptions.end(topic, since));
  }

  /** The socket is gone. */
  leaveAll(session: Session): void {
    for (const topic of session.channels.topics()) this.leave(session, topic);
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
      for (const session of this.#deps.topics.listeners(topic)) {
        this.carryOut(session, session.channels.fail(topic));
        this.flush(session);
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

  async #join(session: Session, join: Join): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<JoinOutcome>((resolve) => {
      timer = setTimeout(() => resolve(UNAVAILABLE), JOIN_TIMEOUT_MS);
    });
    const outcome = await Promise.race([this.#decide(session, join), late]);
    clearTimeout(timer);
    session.channels.finishJoin(join.ticket, outcome);
    if (this.#deps.isOpen(session)) this.flush(session);
  }

  async #decide(session: Session, { topic, deviceId, metric }: Join): Promise<JoinOutcome> {
    const { access, watch } = this.#deps;
    try {
      const checked = watch.beforeTraffic();
      if (checked !== null) await checked;
      if (!(await access.maySee(session.actor, deviceId, Date.now())))
        return { status: "error", reason: "unauthorized" };
      const sample = demoValue(session.demoOrder, metric);
      if (sample !== undefined) {
        const data =
          sample === null
            ? null
            : toTelemetryData(metric, { timeMs: Date.now(), value: sample, adFlag: null });
        return { status: "ok", payload: { data, seq: 0 } };
      }
      const { latest, seq } = await this.subscribe(topic);
      return { status: "ok", payload: { data: latest && toTelemetryData(metric, latest), seq } };
    } catch (error) {
      log({ event: "live_failed", where: "join", error: errorText(error) });
      return UNAVAILABLE;
    }
  }
}

/** A channel that serves a sample: its real one is never subscribed to for this socket. */
const isDemo = (session: Session, metric: string): boolean =>
  demoValue(session.demoOrder, metric) !== undefined;

const metricOf = (topic: string): string => parseTelemetryTopic(topic)!.metric;
