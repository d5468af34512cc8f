/**
 * Sends one machine's outbox, oldest first, one POST at a time. A backlog goes in POSTs of many
 * batches; one that Helios refuses is tried again batch by batch, so that only the guilty is dropped.
 */
import { backOffMs, pause, UNAUTHORIZED_MS } from "./back-off.ts";
import type { Outage } from "./outage.ts";
import type { Outbox, Taken } from "./outbox.ts";
import { postBatch } from "./post.ts";

export type SenderInput = {
  outbox: Outbox;
  origin: string;
  samplerKey: string;
  name: string;
  say: (line: string) => void;
  /** The fleet's. */
  outage: Outage;
  timeoutMs?: number;
  unauthorizedMs?: number;
};

const MERGE = 64;

export class Sender {
  private readonly input: SenderInput;
  private wake: (() => void) | null = null;
  private most = MERGE;
  private attempt = 0;
  private trouble: string | null = null;
  private readonly rejectionsSaid = new Set<string>();

  constructor(input: SenderInput) {
    this.input = input;
  }

  /** Something was appended. */
  nudge(): void {
    this.wake?.();
    this.wake = null;
  }

  /** Until the signal ends it. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", () => this.nudge());
    while (!signal.aborted) {
      const taken = this.input.outbox.take(this.most);
      if (taken === null) await new Promise<void>((resolve) => (this.wake = resolve));
      else await pause(await this.sendSafely(taken, signal), signal);
    }
  }

  private async sendSafely(taken: Taken, signal: AbortSignal): Promise<number> {
    try {
      return await this.send(taken, signal);
    } catch (error) {
      if (!signal.aborted) this.sayTrouble(String(error));
      return UNAUTHORIZED_MS;
    }
  }

  /** Answers how long to wait before the next POST. */
  private async send(taken: Taken, signal: AbortSignal): Promise<number> {
    const { outbox, origin, samplerKey, name, say, outage, timeoutMs, unauthorizedMs } = this.input;
    const outcome = await postBatch({
      origin,
      samplerKey,
      body: toBody(taken, outbox),
      signal,
      timeoutMs,
    }).finally(() => outbox.release());
    switch (outcome.status) {
      case "stored":
        this.sayRejections(outcome.rejected);
        this.trouble = null;
        this.attempt = 0;
        outbox.settle(taken);
        outage.end();
        if (outbox.isEmpty) this.most = MERGE;
        return 0;
      case "busy":
        outage.begin(outcome.reason);
        return backOffMs(this.attempt++, outcome.retryAfterMs, Math.random());
      case "unauthorized":
        this.sayTrouble("its sampler key is refused (401)");
        return unauthorizedMs ?? UNAUTHORIZED_MS;
      case "refused":
        if (taken.batches.length > 1) {
          this.most = 1;
          return 0;
        }
        outbox.settle(taken);
        outbox.countDropped(taken.batches[0]!.samples);
        say(
          `${name}: batch ${taken.batches[0]!.id} dropped, HTTP ${outcome.code}: ${outcome.reason}`,
        );
        return 0;
    }
  }

  /** Once, not at every repeat. */
  private sayTrouble(reason: string): void {
    if (this.trouble !== reason) this.input.say(`${this.input.name}: its samples wait: ${reason}`);
    this.trouble = reason;
  }

  private sayRejections(rejected: readonly { tag: string; reason: string; count: number }[]): void {
    for (const { tag, reason, count } of rejected) {
      if (this.rejectionsSaid.size >= 100 || this.rejectionsSaid.has(`${tag} ${reason}`)) continue;
      this.rejectionsSaid.add(`${tag} ${reason}`);
      this.input.say(`${this.input.name}: ${count} samples of ${tag} rejected as ${reason}`);
    }
  }
}

function toBody({ batches }: Taken, outbox: Outbox): string {
  const frames = batches.map((batch) => batch.frames.slice(1, -1)).join(",");
  const waiting = outbox.buffered - batches.reduce((sum, batch) => sum + batch.samples, 0);
  return `{"batch_id":${JSON.stringify(batches.at(-1)!.id)},"frames":[${frames}],"buffered":${waiting},"dropped":${outbox.dropped}}`;
}
