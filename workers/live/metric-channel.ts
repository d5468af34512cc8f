/**
 * One metric of one machine, on its way to the screens; named by its topic. A topic of changes and one of alarms
 * (ports.ts) have one too: nothing is watched for them, the Worker that wrote says when there is an event.
 *
 * It knows the hubs that listen, the newest sample and the number of the last event
 * (domain/live/metric-feed.ts decides which samples become events). Its first subscriber makes it ask
 * the recorder to watch the metric; EVICT_MS after the last one left it tells the recorder to stop and
 * deletes everything: a metric that nobody looks at costs nothing.
 *
 * Hubs and reserved numbers are in SQLite; the newest sample is not, because the recorder has it. After
 * a loss of memory seq goes on above what was reserved: it may jump, it never repeats.
 */
import { isRecent } from "#app/domain/is-recent.ts";
import { DurableObject } from "cloudflare:workers";
import { encodeAlarm, type AlarmEvent } from "#app/domain/live/alarm-events.ts";
import {
  openFeed,
  takeSamples,
  type MetricEvent,
  type MetricFeed,
} from "#app/domain/live/metric-feed.ts";
import type { ChannelFeedPort, ChannelState, LiveSample } from "#app/domain/live/ports.ts";
import {
  encodeTelemetry,
  parseTopic,
  toTelemetryData,
  type Topic,
} from "#app/domain/live/telemetry.ts";
import { recorderName, type RecorderPort } from "#app/domain/series/recorder-port.ts";
import { nowMs, type LiveEnv, type Stub } from "#app/platform/env.ts";
import { errorText, log } from "#app/platform/log.ts";
import { AlarmBook, listLiveAlarms } from "./channel/alarm-book.ts";
import { ChannelStore } from "./channel/channel-store.ts";
import { HubQueue } from "./channel/hub-queue.ts";

/** Between 5 and 10 s (CONTRACT §5), the alarm's own delay included. */
const EVICT_MS = 6_000;
/** A subscriber that comes when nothing was heard for this long makes the channel ask the recorder again. */
const REWATCH_MS = 30_000;

export class MetricChannel extends DurableObject<LiveEnv> implements ChannelFeedPort {
  readonly #topic: string;
  readonly #metric: string;
  readonly #deviceId: number;
  readonly #kind: Topic["kind"];
  readonly #store: ChannelStore;
  readonly #alarms: AlarmBook | null;
  readonly #hubs = new Map<string, HubQueue>();
  #feed: MetricFeed;
  #reserved: number;
  /** When the recorder last showed that it knows us; null: it may not. */
  #heardAtMs: number | null = null;
  /** When it is to be deleted, by its alarm; Infinity: not. */
  #evictAtMs = Infinity;
  #watching: Promise<void> | null = null;
  #unwatching: Promise<void> | null = null;

  constructor(ctx: DurableObjectState, env: LiveEnv) {
    super(ctx, env);
    const parsed = parseTopic(ctx.id.name ?? "");
    if (parsed === null)
      throw new Error(`a channel is named by its topic, not ${JSON.stringify(ctx.id.name)}`);
    this.#topic = ctx.id.name!;
    this.#metric = parsed.metric;
    this.#deviceId = parsed.deviceId;
    this.#kind = parsed.kind;
    this.#store = new ChannelStore(ctx.storage);
    this.#alarms =
      parsed.kind === "alarms"
        ? new AlarmBook(
            this.#store,
            () => listLiveAlarms(env.DB, parsed.deviceId),
            (events) => this.#sendAlarms(events),
          )
        : null;
    for (const [name, since] of this.#store.hubs())
      this.#hubs.set(name, this.#queueTo(name, since));
    this.#reserved = this.#store.reserved();
    this.#feed = openFeed(null, this.#reserved);
  }

  async subscribe(hub: string, since: number): Promise<ChannelState> {
    const wasEmpty = this.#hubs.size === 0;
    const known = this.#hubs.get(hub);
    if (known === undefined || known.since < since) {
      this.#store.saveHub(hub, since);
      if (known === undefined) this.#hubs.set(hub, this.#queueTo(hub, since));
      else known.since = since;
    }
    if (wasEmpty) {
      this.#evictAtMs = Infinity;
      await this.ctx.storage.deleteAlarm();
    }
    if (this.#alarms !== null) {
      await this.#alarms.read();
      return { latest: null, seq: this.#feed.seq, alarms: this.#alarms.told };
    }
    if (this.#heardAtMs === null || !isRecent(this.#heardAtMs, Date.now(), REWATCH_MS)) {
      this.#watching ??= this.#watch().finally(() => (this.#watching = null));
      await this.#watching;
    }
    return { latest: this.#feed.latest, seq: this.#feed.seq };
  }

  async unsubscribe(hub: string, since: number): Promise<void> {
    const known = this.#hubs.get(hub);
    if (known !== undefined && known.since <= since) await this.#forget(hub);
  }

  async publish(samples: LiveSample[]): Promise<"ok" | "idle"> {
    if (this.#hubs.size === 0 && this.#heardAtMs === null) return "idle";
    this.#heardAtMs = Date.now();
    // An alarm waits for the hour to come again by which the clock was set back.
    if (this.#evictAtMs < Infinity && this.#evictAtMs > Date.now() + EVICT_MS) await this.#evict();
    this.#take(samples);
    return "ok";
  }

  async changed(): Promise<void> {
    if (this.#kind === "metric" || this.#hubs.size === 0) return;
    if (this.#alarms !== null) return this.#alarms.read();
    // Two changes of one millisecond are two events.
    const timeMs = Math.max(nowMs(this.env), (this.#feed.latest?.timeMs ?? 0) + 1);
    this.#take([{ timeMs, value: timeMs, adFlag: null }]);
  }

  override async alarm(): Promise<void> {
    this.#evictAtMs = Infinity;
    if (this.#hubs.size > 0) return;
    this.#heardAtMs = null;
    this.#unwatching = this.#unwatch().finally(() => (this.#unwatching = null));
    await this.#unwatching;
    // Somebody came while the recorder was told; they ask it to watch again.
    if (this.#hubs.size > 0) return;
    this.#feed = openFeed(null, 0);
    this.#reserved = 0;
    this.#alarms?.forget();
    await this.#store.clear();
    log({ event: "channel_evicted", topic: this.#topic });
  }

  #take(samples: readonly LiveSample[]): void {
    const { feed, events } = takeSamples(this.#feed, samples, nowMs(this.env));
    this.#feed = feed;
    if (events.length > 0 && this.#hubs.size > 0) this.#send(events);
  }

  #send(events: MetricEvent[]): void {
    this.#deliver(
      events[0]!.seq,
      events.map((event) =>
        encodeTelemetry(this.#topic, toTelemetryData(this.#metric, event.sample), event.seq),
      ),
    );
  }

  #sendAlarms(events: AlarmEvent[]): void {
    const firstSeq = this.#feed.seq + 1;
    this.#feed = { ...this.#feed, seq: this.#feed.seq + events.length };
    this.#deliver(
      firstSeq,
      events.map((event, index) => encodeAlarm(this.#topic, event, firstSeq + index)),
    );
  }

  #deliver(firstSeq: number, frames: string[]): void {
    const seq = firstSeq + frames.length - 1;
    if (seq > this.#reserved) this.#reserved = this.#store.reserve(seq);
    const batch = { firstSeq, frames };
    for (const [name, queue] of this.#hubs) {
      queue.push(batch);
      this.ctx.waitUntil(this.#run(name, queue));
    }
  }

  async #run(name: string, queue: HubQueue): Promise<void> {
    const end = await queue.run((error) =>
      log({ event: "live_failed", where: "deliver", error: errorText(error) }),
    );
    if (end === "lost" && this.#hubs.get(name) === queue) await this.#forget(name);
  }

  #queueTo(name: string, since: number): HubQueue {
    return new HubQueue(since, async (firstSeq, frames) =>
      this.env.SOCKET_HUB.getByName(name).deliver(this.#topic, firstSeq, frames),
    );
  }

  async #forget(hub: string): Promise<void> {
    this.#hubs.delete(hub);
    this.#store.removeHub(hub);
    if (this.#hubs.size === 0) await this.#evict();
  }

  async #evict(): Promise<void> {
    this.#evictAtMs = Date.now() + EVICT_MS;
    await this.ctx.storage.setAlarm(this.#evictAtMs);
  }

  async #watch(): Promise<void> {
    await this.#unwatching;
    if (this.#kind !== "metric") {
      this.#heardAtMs = Date.now();
      return;
    }
    const isNew = this.#heardAtMs === null;
    const newest = await this.#recorder().watch(this.#metric);
    this.#heardAtMs = Date.now();
    if (newest === null) return;
    const sample: LiveSample = {
      timeMs: newest.timeMs,
      value: newest.value,
      adFlag: newest.adFlag ?? null,
    };
    // The first subscribers learn it from the answer; those who waited for a recorder that forgot us get it as an event.
    if (!isNew) this.#take([sample]);
    else if (this.#feed.latest === null || this.#feed.latest.timeMs < sample.timeMs)
      this.#feed = { ...this.#feed, latest: sample, sent: sample };
  }

  async #unwatch(): Promise<void> {
    if (this.#kind !== "metric") return;
    try {
      await this.#recorder().unwatch(this.#metric);
    } catch (error) {
      // It stops by itself when we answer "idle" to the next publish.
      log({ event: "live_failed", where: "unwatch", error: errorText(error) });
    }
  }

  #recorder(): Stub<RecorderPort> {
    return this.env.RECORDER.getByName(recorderName(this.#deviceId));
  }
}
