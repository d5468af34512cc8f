/** Posts a batch until it is stored, as a sampler would (CONTRACT §3): what is busy is asked again, what is too large is cut in two. */
import { backOffMs, pause } from "#simulator/back-off.ts";
import { postBatch } from "#simulator/post.ts";
import type { Batch } from "./batch-builder.ts";
import { reject, type Tally } from "./tally.ts";
import { UserFault } from "./user-fault.ts";

export type SendTarget = {
  origin: string;
  samplerKey: string;
  signal: AbortSignal;
  /** Why it waits, once per reason; null when it goes on. */
  onWait: (reason: string | null) => void;
  giveUpAfterMs?: number;
};

const GIVE_UP_MS = 10 * 60_000;

/** Adds to the tally what became of the batch's samples. Throws a UserFault when Helios will not take them, or the signal's reason. */
export async function sendBatch(
  target: SendTarget,
  id: string,
  batch: Batch,
  tally: Tally,
): Promise<void> {
  const { origin, samplerKey, signal, onWait, giveUpAfterMs = GIVE_UP_MS } = target;
  const body = JSON.stringify({ batch_id: id, frames: batch.frames(), buffered: 0, dropped: 0 });
  const startedAt = Date.now();
  for (let attempt = 0; ; attempt++) {
    const outcome = await postBatch({ origin, samplerKey, body, signal });
    switch (outcome.status) {
      case "stored":
        onWait(null);
        tally.accepted += outcome.accepted;
        tally.duplicate += outcome.duplicate;
        for (const { tag, reason, count } of outcome.rejected)
          reject(tally, tag, reason, count, () => describeExample(batch, tag, reason));
        return;
      case "busy":
        if (Date.now() - startedAt > giveUpAfterMs)
          throw new UserFault(
            `Helios at ${origin} does not take samples (${outcome.reason}); what was sent so far is stored. Run the same command later to go on.`,
          );
        onWait(outcome.reason);
        await pause(backOffMs(attempt, outcome.retryAfterMs, Math.random()), signal);
        signal.throwIfAborted();
        continue;
      case "unauthorized":
        throw new UserFault(
          `Helios at ${origin} refuses the sampler key (401); take it from the machine's samplers tab, or rotate it there.`,
        );
      case "refused": {
        const halves = outcome.code === 413 ? batch.halves() : null;
        if (!halves)
          throw new UserFault(
            `Helios refuses a batch with HTTP ${outcome.code}: ${outcome.reason}`,
          );
        await sendBatch(target, `${id}a`, halves[0], tally);
        return sendBatch(target, `${id}b`, halves[1], tally);
      }
    }
  }
}

function describeExample(batch: Batch, tag: string, reason: string): string {
  const example = batch.exampleOf(tag, reason, Date.now());
  return example
    ? `line ${example.line}: ${new Date(example.timeMs).toISOString()} ${String(example.value).slice(0, 60)}`
    : "unknown";
}
