import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KEEP_ALIVE_MS, MAX_EVENTS, openFeed, takeSamples } from "./metric-feed.ts";
import type { LiveSample } from "./ports.ts";

const at = (timeMs: number, value: number | string, adFlag: boolean | null = null): LiveSample => ({
  timeMs,
  value,
  adFlag,
});
/** Later than every sample that says nothing else. */
const NOW_MS = 1_000_000;
const values = (samples: LiveSample[], feed = openFeed(null, 0)) =>
  takeSamples(feed, samples, NOW_MS).events.map(({ sample }) => sample.value);

describe("a metric's feed", () => {
  it("sends what changed, and the unchanged every 5 s of sample time", () => {
    expect(values([at(0, 1), at(1_000, 1), at(2_000, 2), at(3_000, 2), at(4_000, 1)])).toEqual([
      1, 2, 1,
    ]);
    const times = takeSamples(
      openFeed(null, 0),
      Array.from({ length: 12 }, (_, second) => at(second * 1_000, 7)),
      NOW_MS,
    ).events.map(({ sample }) => sample.timeMs);
    expect(times).toEqual([0, KEEP_ALIVE_MS, 2 * KEEP_ALIVE_MS]);
  });

  it("sends a changed flag though the value is the same", () => {
    expect(values([at(0, 1, false), at(1, 1, true)])).toEqual([1, 1]);
  });

  it("never goes back in time, however it is fed", () => {
    expect(values([at(100, 9), at(50, 8)], openFeed(at(80, 1), 3))).toEqual([9]);
    expect(values([at(80, 1)], openFeed(at(80, 1), 3))).toEqual([]);
    const sample = fc.record({
      timeMs: fc.integer({ min: 0, max: 50_000 }),
      value: fc.integer({ min: 0, max: 3 }),
      adFlag: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(fc.array(sample, { maxLength: 20 }), { maxLength: 20 }), (batches) => {
        let feed = openFeed(null, 10);
        let [lastSeq, lastTime] = [10, -1];
        for (const batch of batches) {
          const taken = takeSamples(feed, batch, NOW_MS);
          feed = taken.feed;
          for (const { seq, sample: sent } of taken.events) {
            expect(seq).toBe(lastSeq + 1);
            expect(sent.timeMs).toBeGreaterThanOrEqual(lastTime);
            [lastSeq, lastTime] = [seq, sent.timeMs];
          }
        }
        const all = batches.flat();
        const newest = Math.max(-1, ...all.map(({ timeMs }) => timeMs));
        expect(feed.latest).toEqual(all.findLast(({ timeMs }) => timeMs === newest) ?? null);
      }),
    );
  });

  it("sends another value of the newest's time, whether that was sent or not", () => {
    expect(values([at(80, 2)], openFeed(at(80, 1), 3))).toEqual([2]);
    expect(values([at(0, 1), at(1_000, 1), at(1_000, 2), at(1_000, 2), at(1_000, 1)])).toEqual([
      1, 2, 1,
    ]);
  });

  it("keeps a value up to 5 s ahead, and gives up one from the future when the clock went back", () => {
    const ahead = takeSamples(openFeed(null, 0), [at(NOW_MS + 5_000, 1)], NOW_MS).feed;
    expect(takeSamples(ahead, [at(NOW_MS, 2)], NOW_MS).events).toEqual([]);
    const hourAgo = NOW_MS - 3_600_000;
    const back = takeSamples(ahead, [at(hourAgo, 2), at(hourAgo + 1_000, 3)], hourAgo);
    expect(back.events.map(({ seq, sample }) => [seq, sample.value])).toEqual([
      [2, 2],
      [3, 3],
    ]);
    expect(takeSamples(back.feed, [at(hourAgo, 9)], hourAgo).events).toEqual([]);
  });

  it("gives the newest of a flood, and a jump in the numbers that tells it", () => {
    const flood = Array.from({ length: MAX_EVENTS + 50 }, (_, index) => at(index, index));
    const { events, feed } = takeSamples(openFeed(null, 10), flood, NOW_MS);
    expect(events).toHaveLength(MAX_EVENTS);
    expect(events[0]).toMatchObject({ seq: 12, sample: { value: 50 } });
    expect(feed.seq).toBe(11 + MAX_EVENTS);
    expect(takeSamples(feed, [at(10_000, 1)], NOW_MS).events[0]!.seq).toBe(feed.seq + 1);
  });
});
