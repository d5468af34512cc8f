/**
 * Which samples of a metric become events, and their numbers. Pure; MetricChannel holds one.
 *
 * A value is sent when it (or its flag) changes, and an unchanged one again after KEEP_ALIVE_MS of
 * sample time, which proves that it is fresh (DESIGN §3). Nothing older than the newest sample is
 * ever sent; another value of its time is: somebody sent it anew. `seq` grows by one per event. A sampler that hands in hours of stored samples does not
 * flood the screens: the newest MAX_EVENTS go out, and one number is skipped, by which a client sees
 * that something is missing and reads it from telemetry_timeseries.
 */
import type { LiveSample } from "./ports.ts";

export const KEEP_ALIVE_MS = 5_000;
export const MAX_EVENTS = 120;
/** Numbers reserved by one write: a loss of memory skips what was left of them, and never repeats one. */
export const SEQ_BLOCK = 1_000;

/** A live value is at most this far ahead of Helios' clock: the 5 s of CONTRACT §5, and a second between machines. */
export const MAX_LIVE_AHEAD_MS = 6_000;

export type MetricEvent = { seq: number; sample: LiveSample };

export type MetricFeed = {
  /** The newest sample, sent or not. */
  latest: LiveSample | null;
  /** The newest sample that was sent. */
  sent: LiveSample | null;
  /** The number of the last event. */
  seq: number;
};

export const openFeed = (latest: LiveSample | null, seq: number): MetricFeed => ({
  latest,
  sent: null,
  seq,
});

/**
 * Takes new samples (ascending in time) into the feed and answers the events they make. A value that lies further
 * in the future than a live one may came before the clock went back: it yields to the next sample.
 */
export function takeSamples(
  feed: MetricFeed,
  samples: readonly LiveSample[],
  nowMs: number,
): { feed: MetricFeed; events: MetricEvent[] } {
  const isAhead = (sample: LiveSample | null) =>
    sample !== null && sample.timeMs > nowMs + MAX_LIVE_AHEAD_MS;
  let [latest, sent] = isAhead(feed.latest) ? [null, null] : [feed.latest, feed.sent];
  const due: LiveSample[] = [];
  for (const sample of samples) {
    if (latest !== null && sample.timeMs < latest.timeMs) continue;
    if (latest?.timeMs === sample.timeMs && !differs(latest, sample)) continue;
    latest = sample;
    if (sent !== null && !differs(sent, sample) && sample.timeMs - sent.timeMs < KEEP_ALIVE_MS)
      continue;
    due.push(sample);
    sent = sample;
  }
  const skipped = due.length > MAX_EVENTS ? 1 : 0;
  const first = feed.seq + 1 + skipped;
  const events = due.slice(-MAX_EVENTS).map((sample, index) => ({ seq: first + index, sample }));
  return { feed: { latest, sent, seq: events.at(-1)?.seq ?? feed.seq }, events };
}

const differs = (a: LiveSample, b: LiveSample): boolean =>
  a.value !== b.value || a.adFlag !== b.adFlag;
