/** A hub's one subscription per topic at the MetricChannels. */
import type { ChannelFeedPort, ChannelState } from "#app/domain/live/ports.ts";
import type { Namespace } from "#app/platform/env.ts";
import { errorText, log } from "#app/platform/log.ts";
import { FairQueue } from "./fair-queue.ts";

/** Channels that are told of an end at the same time: a page that closes leaves 2,000. */
const ENDS_AT_ONCE = 8;

export class Subscriptions {
  readonly #channels: Namespace<ChannelFeedPort>;
  readonly #hub: string;
  readonly #running = new Map<string, Promise<ChannelState>>();
  readonly #ends: FairQueue;

  /** `turn`: lets others have theirs. */
  constructor(channels: Namespace<ChannelFeedPort>, hub: string, turn: () => Promise<void>) {
    this.#channels = channels;
    this.#hub = hub;
    this.#ends = new FairQueue({
      most: ENDS_AT_ONCE,
      mostAnOwner: ENDS_AT_ONCE,
      aTurn: ENDS_AT_ONCE,
      turn,
    });
  }

  /** Joins that come together share one call. */
  begin(topic: string, since: number): Promise<ChannelState> {
    const running = this.#running.get(topic);
    if (running !== undefined) return running;
    const call = this.#subscribe(topic, since).finally(() => this.#running.delete(topic));
    this.#running.set(topic, call);
    return call;
  }

  async #subscribe(topic: string, since: number): Promise<ChannelState> {
    return this.#channels.getByName(topic).subscribe(this.#hub, since);
  }

  /** Never throws: a channel that was not told finds out by the answer "gone". */
  end(topic: string, since: number): Promise<void> {
    return this.#ends.add("", () => this.#unsubscribe(topic, since));
  }

  async #unsubscribe(topic: string, since: number): Promise<void> {
    try {
      await this.#channels.getByName(topic).unsubscribe(this.#hub, since);
    } catch (error) {
      log({ event: "live_failed", where: "unsubscribe", error: errorText(error) });
    }
  }
}
