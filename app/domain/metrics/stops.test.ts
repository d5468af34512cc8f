import { describe, expect, it } from "vitest";
import { planStops } from "./stops.ts";
import { toStateSpans } from "./spans.ts";

const S = 1_000;
/** Off 0, not ready 1, ready 2, running 3, feeding 4, -1 unknown; times in seconds. */
const spans = (changes: [second: number, code: number][], endSecond: number) =>
  toStateSpans(
    changes.map(([second, code]) => ({ timeMs: second * S, code })),
    0,
    endSecond * S,
  );

describe("stops", () => {
  it("are what lies between running, whatever states they go through, named by the longest", () => {
    expect(
      planStops(
        spans(
          [
            [0, 4],
            [100, 2],
            [130, 1],
            [400, 3],
          ],
          1_000,
        ),
      ),
    ).toEqual({
      stops: [
        {
          ...{ startMs: 100 * S, endMs: 400 * S, state: "not_ready" },
          ...{ isOpen: false, isOlder: false, isUnheard: false },
        },
      ],
      micro: { count: 0, totalMs: 0 },
      young: null,
    });
  });

  it("that are shorter than the limit are counted", () => {
    const found = planStops(
      spans(
        [
          [0, 4],
          [100, 2],
          [189, 4],
          [300, 2],
          [390, 4],
        ],
        1_000,
      ),
    );
    expect(found.stops.map(({ startMs }) => startMs / S)).toEqual([300]);
    expect(found.micro).toEqual({ count: 1, totalMs: 89 * S });
  });

  it("that last are neither listed nor counted before they are as long as the limit", () => {
    const after = (seconds: number) =>
      planStops(
        spans(
          [
            [0, 4],
            [900, 0],
          ],
          900 + seconds,
        ),
      );
    expect(after(89)).toMatchObject({
      ...{ stops: [], micro: { count: 0, totalMs: 0 } },
      young: { startMs: 900 * S, endMs: 989 * S, isOpen: true },
    });
    expect(after(90)).toMatchObject({ stops: [{ startMs: 900 * S, isOpen: true }], young: null });
    // Nobody knows how long this one has lasted.
    expect(planStops(spans([[950, 0]], 1_000))).toMatchObject({ stops: [{}], young: null });
  });

  it("are not where nothing is known, and beside it nobody knows how long they were", () => {
    expect(
      planStops(
        spans(
          [
            [100, 2],
            [200, -1],
            [900, 4],
          ],
          1_000,
        ),
      ).stops,
    ).toMatchObject([
      {
        ...{ startMs: 100 * S, endMs: 200 * S, state: "ready" },
        ...{ isOpen: false, isOlder: true, isUnheard: true },
      },
    ]);
    const short = planStops(
      spans(
        [
          [0, 4],
          [100, 2],
          [110, -1],
          [900, 2],
          [910, 4],
        ],
        1_000,
      ),
    );
    expect(short.stops).toMatchObject([
      { startMs: 900 * S, isOlder: true, isUnheard: false },
      { startMs: 100 * S, isOlder: false, isUnheard: true },
    ]);
    expect(short.micro.count).toBe(0);
    expect(planStops([])).toEqual({ stops: [], micro: { count: 0, totalMs: 0 }, young: null });
  });
});
