import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { LiveSeries, type Gap, type ReadGap } from "./live-series.ts";
import { mergePoints, type SeriesPoint } from "./series-points.ts";

const point = (timeMs: number, value: number | null = timeMs): SeriesPoint => ({ timeMs, value });
const sample = (timeMs: number) => ({ timeMs, value: timeMs, adFlag: null });
const joined = (timeMs: number) => ({ type: "joined", sample: sample(timeMs), seq: 0 }) as const;
const event = (timeMs: number, missed = false) =>
  ({ type: "event", sample: sample(timeMs), seq: 0, missed }) as const;

function open(
  initial: SeriesPoint[],
  read: (gap: Gap) => SeriesPoint[] | null = () => [],
  windowMs = 10_000,
) {
  let now = 1_000;
  const gaps: [number, number][] = [];
  const readGap: ReadGap = async (gap) => {
    gaps.push([gap.afterMs, gap.beforeMs]);
    return read(gap);
  };
  const series = new LiveSeries(
    { readGap, now: () => now, schedule: (run) => run() },
    { deviceId: 1, metric: "speed", initial, windowMs },
  );
  return {
    series,
    gaps,
    times: () => series.points().map(({ timeMs }) => timeMs),
    at: (ms: number) => (now = ms),
  };
}

describe("a series", () => {
  it("goes on from its history and fills what lies between", async () => {
    const { series, gaps, times } = open([point(100), point(200)], () => [point(250), point(270)]);
    series.receive(joined(300));
    series.receive(event(400));
    expect(times()).toEqual([100, 200, 300, 400]);
    await vi.waitFor(() => expect(times()).toEqual([100, 200, 250, 270, 300, 400]));
    expect(gaps).toEqual([[200, 300]]);
  });

  it("fills a jump in seq and a rejoin, and repeats no point that the answer has too", async () => {
    const stored = Array.from({ length: 100 }, (_, index) => point(index * 10));
    const { series, gaps, times } = open(stored.slice(0, 10), ({ afterMs, beforeMs }) =>
      stored.filter(({ timeMs }) => timeMs >= afterMs && timeMs <= beforeMs),
    );
    series.receive(event(200, true));
    series.receive(event(210));
    series.receive(joined(500));
    series.receive(event(510));
    await vi.waitFor(() =>
      expect(times()).toEqual(stored.slice(0, 52).map(({ timeMs }) => timeMs)),
    );
    expect(gaps).toEqual([
      [90, 200],
      [210, 500],
    ]);
  });

  it("asks for the whole window when it has no history", () => {
    const { series, gaps } = open([], undefined, 400);
    series.receive(joined(990));
    expect(gaps).toEqual([[600, 990]]);
  });

  it("asks again after the next rejoin for a gap that could not be read", async () => {
    let isAway = true;
    const { series, gaps, times } = open([point(100)], ({ afterMs }) =>
      isAway ? null : [point(afterMs + 10)],
    );
    series.receive(event(200, true));
    await vi.waitFor(() => expect(gaps).toHaveLength(1));
    isAway = false;
    series.receive(event(300));
    expect(gaps).toHaveLength(1);
    series.receive(joined(300));
    await vi.waitFor(() => expect(times()).toEqual([100, 110, 200, 300]));
    series.receive(joined(300));
    expect(gaps).toEqual([
      [100, 200],
      [100, 200],
    ]);
  });

  it("does not go back for a late sample, and asks for nothing when nothing is missing", () => {
    const { series, gaps, times } = open([point(200)]);
    series.receive(joined(200));
    series.receive(event(150));
    series.receive({ type: "refused", reason: "closed" });
    expect(times()).toEqual([200]);
    expect(gaps).toEqual([]);
  });

  it("gives up points from the future when the clock went back, and goes on from before them", () => {
    const { series, times, at } = open(
      [point(100), point(9_000), point(20_000)],
      undefined,
      50_000,
    );
    at(20_000);
    series.receive(event(20_500));
    at(2_000);
    series.receive(event(2_100));
    series.receive(event(2_200));
    expect(times()).toEqual([100, 2_100, 2_200]);
  });

  it("keeps gaps, and forgets what left the window", () => {
    const { series, at } = open([point(100), point(200, null), point(300)], undefined, 1_000);
    at(1_250);
    series.receive(event(1_240));
    expect(series.points()).toEqual([point(300), point(1_240)]);
    expect(open([point(100), point(200, null)]).series.points()).toEqual([
      point(100),
      point(200, null),
    ]);
  });
});

describe("merging points", () => {
  const points = fc.array(
    fc.record({ timeMs: fc.integer({ min: 0, max: 60 }), value: fc.integer() }),
    { maxLength: 30 },
  );

  it("sorts them and keeps one for each time, the one added last", () => {
    fc.assert(
      fc.property(fc.array(points, { maxLength: 6 }), (batches) => {
        const merged = batches.reduce<readonly SeriesPoint[]>(
          (sum, batch) => mergePoints(sum, batch),
          [],
        );
        const expected = new Map(batches.flat().map(({ timeMs, value }) => [timeMs, value]));
        expect(merged.map(({ timeMs }) => timeMs)).toEqual(
          [...expected.keys()].sort((a, b) => a - b),
        );
        for (const { timeMs, value } of merged) expect(value).toBe(expected.get(timeMs));
      }),
    );
  });
});
