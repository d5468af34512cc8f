/**
 * Live sampling: a scan each second, a batch each ten. The machines' batches are spread over the
 * ten seconds, so the fleet does not post at once.
 */
import { pause } from "./back-off.ts";
import type { MachineSampler } from "./machine-sampler.ts";
import { Outage } from "./outage.ts";
import { hasRoom } from "./disk-room.ts";
import { enforceBounds } from "./outbox.ts";
import { wholeSeconds } from "./phases.ts";
import { reportTypes } from "./report-types.ts";
import { SCAN_MS } from "./scan.ts";
import { Sender } from "./sender.ts";

export type LiveInput = {
  samplers: readonly MachineSampler[];
  origin: string;
  batchMs: number;
  bounds: { maxBytes: number; maxAgeMs: number };
  nowMs: () => number;
  say: (line: string) => void;
  /** A span that live sampling has slept through: history fills it. */
  onGap: (sampler: MachineSampler, fromMs: number, toMs: number) => void;
};

/** A longer pause (a restart, a computer asleep) is filled by history, at its coarser scan. */
const MAX_CATCH_UP_MS = 10 * 60_000;
/** A clock set back by more than this: sampling begins anew there instead of waiting for it. */
const CLOCK_BACK_MS = 60_000;

/** Until the signal ends it; then the seconds up to now are still written to the outboxes. */
export async function runLive(input: LiveInput, signal: AbortSignal): Promise<void> {
  const { samplers, batchMs, say } = input;
  const outage = new Outage(say, () =>
    samplers.reduce((sum, { outbox }) => sum + outbox.buffered, 0),
  );
  const loops = samplers.map((sampler, index) => {
    const { samplerKey, make } = sampler.machine;
    void reportTypes({ origin: input.origin, samplerKey, make, signal });
    const sender = new Sender({
      outbox: sampler.outbox,
      origin: input.origin,
      samplerKey,
      name: sampler.name,
      say,
      outage,
    });
    return sampleAndSend(
      input,
      sampler,
      sender,
      Math.round((index * batchMs) / samplers.length),
      signal,
    );
  });
  await Promise.all(loops);
}

async function sampleAndSend(
  input: LiveInput,
  sampler: MachineSampler,
  sender: Sender,
  offsetMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { batchMs, nowMs } = input;
  const sending = sender.run(signal);
  sender.nudge();
  while (!signal.aborted) {
    const now = nowMs();
    const boundary = Math.floor((now - offsetMs) / batchMs) * batchMs + batchMs + offsetMs;
    // Never sleep past a second, so that a clock that jumps is noticed.
    if (boundary - now > 1_000) await pause(1_000, signal);
    else {
      await pause(Math.max(1, boundary - now), signal);
      if (nowMs() >= boundary && sampleUntil(input, sampler, wholeSeconds(boundary)))
        sender.nudge();
    }
    // A clock that jumped over the boundary, or the span since the last run.
    const last = sampler.sampledUntilMs ?? now;
    if (nowMs() - last > batchMs * 2 && sampleUntil(input, sampler, wholeSeconds(nowMs())))
      sender.nudge();
  }
  sampleUntil(input, sampler, wholeSeconds(nowMs()));
  await sending;
}

function sampleUntil(
  { samplers, bounds, nowMs, say, onGap }: LiveInput,
  sampler: MachineSampler,
  untilMs: number,
): boolean {
  const last = sampler.sampledUntilMs ?? untilMs;
  // What is not written down now is scanned when there is room.
  if (!hasRoom(sampler.dir)) return false;
  try {
    if (untilMs - last > MAX_CATCH_UP_MS) {
      onGap(sampler, last, untilMs);
      sampler.startAt(untilMs - SCAN_MS);
    } else if (last > untilMs + CLOCK_BACK_MS) sampler.startAt(untilMs - SCAN_MS);
    const isNew = sampler.sample(untilMs);
    const dropped = enforceBounds(
      samplers.map(({ outbox }) => outbox),
      { ...bounds, nowMs: nowMs() },
    );
    if (dropped > 0) say(`the buffer is full: ${dropped} of the oldest samples dropped`);
    return isNew;
  } catch (error) {
    say(
      `${sampler.name}: cannot write its outbox: ${error instanceof Error ? error.message : String(error)}`,
    );
    return false;
  }
}
