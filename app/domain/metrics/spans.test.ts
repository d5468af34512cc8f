import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { percentText, stateShares, stripSpans, toStateSpans, wholePercents } from "./spans.ts";

describe("the state strip", () => {
  it("covers its window: unknown until the first state, then each until the next", () => {
    expect(
      toStateSpans(
        [
          { timeMs: 20, code: 3 },
          { timeMs: 50, code: 0 },
        ],
        0,
        100,
      ),
    ).toEqual([
      { state: "unknown", startMs: 0, endMs: 20 },
      { state: "running", startMs: 20, endMs: 50 },
      { state: "off", startMs: 50, endMs: 100 },
    ]);
  });

  it("begins with the state that held before the window and ignores what comes after", () => {
    expect(
      toStateSpans(
        [
          { timeMs: -500, code: 4 },
          { timeMs: 100, code: 0 },
        ],
        0,
        100,
      ),
    ).toEqual([{ state: "running_and_feeding", startMs: 0, endMs: 100 }]);
  });

  it("joins repeats and shows what is no state as unknown", () => {
    expect(
      toStateSpans(
        [
          { timeMs: 0, code: 2 },
          { timeMs: 10, code: 2 },
          { timeMs: 20, code: 99 },
        ],
        0,
        30,
      ),
    ).toEqual([
      { state: "ready", startMs: 0, endMs: 20 },
      { state: "unknown", startMs: 20, endMs: 30 },
    ]);
    expect(toStateSpans([], 0, 0)).toEqual([]);
  });

  it("adds up shares, largest first", () => {
    const spans = toStateSpans(
      [
        { timeMs: 0, code: 0 },
        { timeMs: 10, code: 4 },
        { timeMs: 70, code: 0 },
      ],
      0,
      100,
    );
    expect(stateShares(spans)).toEqual([
      { state: "running_and_feeding", share: 0.6 },
      { state: "off", share: 0.4 },
    ]);
    expect(stateShares([])).toEqual([]);
  });

  it("ends with the state of now, for as long as it holds", () => {
    const window = { startMs: 0, endMs: 60 * MINUTE_MS };
    const read = [{ timeMs: 0, code: 3 }];
    const spansWith = (value: number | null, minute: number) =>
      stripSpans(read, { value, timeMs: minute * MINUTE_MS }, window).map(
        ({ state, startMs, endMs }) => [state, startMs / MINUTE_MS, endMs / MINUTE_MS],
      );
    expect(spansWith(3, 50)).toEqual([["running", 0, 60]]);
    expect(spansWith(0, 50)).toEqual([
      ["running", 0, 50],
      ["off", 50, 60],
    ]);
    expect(spansWith(3, 30)).toEqual([
      ["running", 0, 45],
      ["unknown", 45, 60],
    ]);
    expect(spansWith(null, 30)).toEqual([["running", 0, 60]]);
    expect(stripSpans(read, { value: 1, timeMs: -1 }, window)).toHaveLength(1);
  });
});

describe("whole percents of shares", () => {
  it("add up to 100, the largest remainders first", () => {
    expect(wholePercents([0.905, 0.065, 0.03])).toEqual([91, 6, 3]);
    expect(wholePercents([0.9049, 0.0655, 0.0296])).toEqual([90, 7, 3]);
    expect(wholePercents([1 / 3, 1 / 3, 1 / 3]).sort()).toEqual([33, 33, 34]);
  });

  it("leave what is below one to words, and the others at 100", () => {
    expect(wholePercents([0.984, 0.009, 0.007])).toEqual([99, 0, 0]);
    expect(wholePercents([])).toEqual([]);
  });

  it("are told as less than one and more than 99 where others stand beside them", () => {
    const told = (shares: number[]) => {
      const percents = wholePercents(shares);
      return percents.map((_, index) => percentText(percents, index, (percent) => `${percent}%`));
    };
    expect(told([0.996, 0.003, 0.001])).toEqual(["> 99%", "< 1%", "< 1%"]);
    expect(told([0.98, 0.02])).toEqual(["98%", "2%"]);
    expect(told([1])).toEqual(["100%"]);
  });
});
