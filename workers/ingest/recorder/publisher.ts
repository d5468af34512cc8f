/**
 * Hands new samples of watched metrics to their channels, after the sampler has its answer, in time order
 * per metric. A channel that nobody listens to any more is no longer fed.
 */
import { telemetryTopic, type ChannelPort } from "#app/domain/live/ports.ts";
import type { Sample } from "#app/domain/series/types.ts";
import type { Namespace } from "#app/platform/env.ts";
import { errorText, log } from "#app/platform/log.ts";

export class Publisher {
  readonly #machineId: () => number;
  readonly #channels: Namespace<ChannelPort>;
  readonly #idle: (metric: string) => void;
  readonly #queues = new Map<string, Promise<void>>();
  /** When each metric was last asked for, counted: an "idle" that crossed a new listener's request is old news. */
  readonly #asked = new Map<string, number>();

  constructor(
    machineId: () => number,
    channels: Namespace<ChannelPort>,
    idle: (metric: string) => void,
  ) {
    this.#machineId = machineId;
    this.#channels = channels;
    this.#idle = idle;
  }

  noteWatch(metric: string): void {
    this.#asked.set(metric, (this.#asked.get(metric) ?? 0) + 1);
  }

  publish(fresh: ReadonlyMap<string, readonly Sample[]>): void {
    for (const [metric, samples] of fresh) {
      const done = (this.#queues.get(metric) ?? Promise.resolve()).then(() =>
        this.#send(metric, samples),
      );
      this.#queues.set(metric, done);
      void done.then(() => {
        if (this.#queues.get(metric) === done) this.#queues.delete(metric);
      });
    }
  }

  async #send(metric: string, samples: readonly Sample[]): Promise<void> {
    const asked = this.#asked.get(metric);
    const deviceId = this.#machineId();
    try {
      const channel = this.#channels.getByName(telemetryTopic(deviceId, metric));
      const answer = await channel.publish(
        samples.map((sample) => ({ ...sample, adFlag: sample.adFlag ?? null })),
      );
      if (answer === "idle" && this.#asked.get(metric) === asked) this.#idle(metric);
    } catch (error) {
      log({ event: "publish_failed", deviceId, metric, error: errorText(error) });
    }
  }
}
