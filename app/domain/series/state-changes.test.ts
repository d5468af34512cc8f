import { describe, expect, it } from "vitest";
import { StateChanges } from "./state-changes.ts";
import { HOUR_MS, type Column } from "./types.ts";

const states = (samples: [number, number][]): Column => ({
  kind: "number",
  times: Float64Array.from(samples, ([at]) => at),
  values: Float64Array.from(samples, ([, code]) => code),
});
const RANGE = { startMs: 100, endMs: 10 * HOUR_MS };

describe("state changes", () => {
  it("begin with the state held at the start and tell every change once", () => {
    const changes = new StateChanges(RANGE);
    changes.add(
      states([
        [50, 1],
        [150, 3],
        [160, 3],
        [170, 4],
        [10 * HOUR_MS, 0],
      ]),
    );
    expect(changes.changes({ timeMs: 20, value: 3 })).toEqual([
      { timeMs: 100, code: 3 },
      { timeMs: 170, code: 4 },
    ]);
  });

  it("let a sample at the very start stand for itself", () => {
    const changes = new StateChanges(RANGE);
    changes.add(
      states([
        [100, 2],
        [120, 4],
      ]),
    );
    expect(changes.changes({ timeMs: 20, value: 3 })).toEqual([
      { timeMs: 100, code: 2 },
      { timeMs: 120, code: 4 },
    ]);
  });

  it("begin with the first sample where nothing was known", () => {
    const changes = new StateChanges(RANGE);
    changes.add(states([[500, 2]]));
    expect(changes.changes(null)).toEqual([{ timeMs: 500, code: 2 }]);
    expect(new StateChanges(RANGE).changes(null)).toEqual([]);
  });

  it("see the hours that another column fills, in any order", () => {
    const changes = new StateChanges(RANGE);
    changes.add(
      states([
        [HOUR_MS + 1, 3],
        [HOUR_MS + 2, 3],
        [3 * HOUR_MS + 1, 3],
      ]),
    );
    changes.add(states([[2 * HOUR_MS + 1, 0]]));
    expect(changes.changes(null)).toEqual([
      { timeMs: HOUR_MS + 1, code: 3 },
      { timeMs: 2 * HOUR_MS + 1, code: 0 },
      { timeMs: 3 * HOUR_MS + 1, code: 3 },
    ]);
  });

  it("take words for codes and anything else for unknown", () => {
    const changes = new StateChanges(RANGE);
    changes.add({ kind: "text", times: Float64Array.of(200, 300, 400), values: ["running", "dancing", "6"] });
    expect(changes.changes({ timeMs: 1, value: "off" })).toEqual([
      { timeMs: 100, code: 0 },
      { timeMs: 200, code: 3 },
      { timeMs: 300, code: -1 },
      { timeMs: 400, code: 6 },
    ]);
  });
});
