import { describe, expect, it } from "vitest";
import {
  goOn,
  growthOf,
  isRosterOfNow,
  plan,
  rowsOf,
  sharersOf,
  startRound,
  toSlides,
} from "./wall-rounds.ts";

describe("who stands on which slide of the wall", () => {
  it("keeps its slides until a machine of them is taken off the wall, or one comes to an empty wall", () => {
    const [one, two, three] = [{ id: 1 }, { id: 2 }, { id: 3 }];
    const slides = [[one, two]];
    expect(isRosterOfNow(slides, { machines: [one, two, three], shown: 3 })).toBe(true);
    // Switched off: its row says so until the show moves.
    expect(isRosterOfNow(slides, { machines: [one, two], shown: 1 })).toBe(true);
    expect(isRosterOfNow(slides, { machines: [one, three], shown: 2 })).toBe(false);
    expect(isRosterOfNow(slides, { machines: [], shown: 0 })).toBe(false);
    expect(isRosterOfNow([], { machines: [one], shown: 0 })).toBe(true);
    expect(isRosterOfNow([], { machines: [one], shown: 1 })).toBe(false);
  });

  const roster = (ids: number[], ...troubled: number[]) => ({
    machines: ids.map((id) => ({ id })),
    troubled: new Set(troubled),
  });
  const idsAt = ({ slides, at }: ReturnType<typeof startRound<{ id: number }>>) =>
    slides[at]?.map(({ id }) => id);

  it("shows each machine once in a round however their order changes, first those that need a person", () => {
    const first = startRound(roster([1, 2, 3, 4, 5, 6], 1, 2, 3));
    expect(idsAt(first)).toEqual([1, 2, 3]);
    // The third one is well again: the fourth is in its place, and has not been seen.
    const second = goOn(first, roster([1, 2, 4, 5, 6, 3], 1, 2));
    expect(idsAt(second)).toEqual([1, 2, 4]);
    const third = goOn(second, roster([1, 2, 6, 3, 4, 5], 1, 2, 6));
    expect(idsAt(third)).toEqual([1, 2, 6]);
    // One that was seen well is shown anew once it is not; who lost its place at the top was seen.
    const fourth = goOn(third, roster([1, 6, 4, 2, 3, 5], 1, 6, 4));
    expect(idsAt(fourth)).toEqual([1, 6, 4]);
    const last = goOn(fourth, roster([1, 6, 4, 2, 3, 5], 1, 6, 4));
    expect(idsAt(last)).toEqual([1, 6, 5]);
    const over = goOn(last, roster([1, 6, 4, 2, 3, 5], 1, 6, 4));
    expect(over.slides).toHaveLength(last.at + 1);
    expect(idsAt(over)).toBeUndefined();
  });

  it("gives its own turn to one that still needs a person, and has lost its place on every slide", () => {
    const second = goOn(
      startRound(roster([1, 2, 3, 4, 5, 6], 1, 2)),
      roster([1, 2, 3, 4, 5, 6], 1, 2),
    );
    expect(idsAt(second)).toEqual([1, 2, 4]);
    const now = roster([6, 1, 2, 3, 4, 5], 6, 1, 2);
    const third = goOn(second, now);
    expect(idsAt(third)).toEqual([6, 1, 2]);
    const last = goOn(third, now);
    expect(idsAt(last)).toEqual([6, 1, 5]);
    expect(idsAt(goOn(last, now))).toBeUndefined();
  });

  it("makes a slide anew without what was taken off the wall, and the ones before without it too", () => {
    const second = goOn(startRound(roster([1, 2, 3, 4, 5, 6])), roster([1, 2, 3, 4, 5, 6]));
    expect(idsAt(second)).toEqual([4, 5, 6]);
    const { slides } = plan(second, roster([1, 2, 5, 6]));
    expect(slides.map((slide) => slide.map(({ id }) => id))).toEqual([
      [1, 2],
      [5, 6],
    ]);
  });

  it("is one slide, over and over, where all have room on it", () => {
    const only = startRound(roster([1, 2]));
    expect(goOn(only, roster([1, 2])).slides).toHaveLength(1);
    expect(startRound(roster([])).slides).toEqual([]);
    expect(goOn(startRound(roster([])), roster([1])).slides).toHaveLength(1);
  });

  it("shows machines three at a time", () => {
    const machines = [1, 2, 3, 4, 5];
    expect([0, 1, 3].map((count) => toSlides(machines.slice(0, count), 0))).toEqual([
      [],
      [[1]],
      [[1, 2, 3]],
    ]);
    expect(toSlides(machines, 0)).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it("spreads machines evenly over its slides, each on one", () => {
    const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
    const sizes = (count: number) => toSlides(upTo(count), 0).map(({ length }) => length);
    expect([4, 6, 7, 8, 10].map((count) => sizes(count).join())).toEqual([
      ...["2,2", "3,3", "3,2,2", "3,3,2", "3,3,2,2"],
    ]);
    for (let count = 1; count < 30; count++)
      expect(toSlides(upTo(count), 0).flat()).toEqual(upTo(count));
    expect(toSlides([1, 2, 3, 4, 5, 6], 1)).toEqual([
      [1, 2, 3],
      [1, 4, 5],
      [1, 6],
    ]);
    // All but the first were shown.
    expect(toSlides([1, 2, 3, 4], 0, (machine) => machine === 1)).toEqual([[1]]);
  });

  it("keeps machines that need a person on every slide, and shows every other one", () => {
    expect(toSlides([1, 2, 3, 4, 5], 1)).toEqual([
      [1, 2, 3],
      [1, 4, 5],
    ]);
    expect(toSlides([1, 2, 3, 4, 5], 4)).toEqual([
      [1, 2, 3],
      [1, 2, 4],
      [1, 2, 5],
    ]);
    expect(toSlides([1, 2, 3], 3)).toEqual([[1, 2, 3]]);
  });

  it("lets two that need a person share a row where the round of the others takes more than three minutes", () => {
    const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
    const sharers = (slides: number[][]) => {
      const round = slides.map((slide) => slide.map((id) => ({ id })));
      return round.map((slide) => sharersOf(slide, round));
    };
    const eight = toSlides(upTo(8), 3);
    expect(eight.length).toBe(6);
    expect(sharers(eight)).toEqual(Array(6).fill(0));
    expect(sharers(toSlides(upTo(9), 3))).toEqual(Array(4).fill(2));

    const thirteen = toSlides(upTo(13), 2);
    expect(thirteen).toEqual([
      [1, 2, 3, 4],
      [1, 2, 5, 6],
      [1, 2, 7, 8],
      [1, 2, 9, 10],
      [1, 2, 11, 12],
      [1, 2, 13],
    ]);
    // On the last one as on the others; others than these two have the rows of their own slide.
    expect(sharers(thirteen)).toEqual(Array(6).fill(2));
    expect(sharers([...thirteen, [1, 14, 15]]).at(-1)).toBe(0);
    expect(toSlides(upTo(40), 2).length).toBe(19);
    // One alone leaves the others two rows as it is.
    expect(toSlides(upTo(40), 1)[0]).toEqual([1, 2, 3]);
  });

  it("gives all slides of a round the same rows, as many as its fullest one has", () => {
    expect(rowsOf([])).toBe(3);
    expect([[[1]], [[1], [2]], [[1, 2], [3]]].map(rowsOf)).toEqual([1, 1, 2]);
    expect(
      [
        [
          [1, 2, 3],
          [4, 5],
        ],
        [[1, 2, 3, 4]],
      ].map(rowsOf),
    ).toEqual([3, 3]);
  });
});

describe("a slide with a machine less than another of its round", () => {
  const of = (...slides: number[][]) => slides.map((ids) => ids.map((id) => ({ id })));
  it("has the wall's height: each of its rows alike, or the last one alone where those above it stand on every slide", () => {
    const growths = (...slides: number[][]) =>
      of(...slides).map((slide, _, round) => growthOf(slide, round));
    expect(growths([1, 2, 3], [4, 5])).toEqual([null, "alike"]);
    expect(growths([1, 2, 3], [1, 4])).toEqual([null, "last"]);
    expect(growths([1, 2, 3, 4], [1, 2, 5])).toEqual([null, "last"]);
    expect(growths([1, 2], [3, 4])).toEqual([null, null]);
    expect(growths([1, 2])).toEqual([null]);
    expect(growthOf([], of([1, 2, 3]))).toBeNull();
  });
});
