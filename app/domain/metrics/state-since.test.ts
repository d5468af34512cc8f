import { expect, test } from "vitest";
import { betterSince, sinceOfTurn, stateSince, type StateSince } from "./state-since.ts";
import { HOUR_MS } from "#app/domain/durations.ts";

const silent = { timeMs: 190, code: -1, isSilent: true } as const;

test("a state is as old as its change, or older than what was read", () => {
  expect(stateSince([], 100)).toBeNull();
  expect(stateSince([{ timeMs: 100, code: 3 }], 100)).toEqual({
    ...{ code: 3, sinceMs: 100, isOlder: true, isUnheard: false },
  });
  const changed = [
    { timeMs: 100, code: 3 },
    { timeMs: 170, code: 0 },
  ];
  const since = { code: 0, sinceMs: 170, isOlder: false, isUnheard: false };
  expect(stateSince(changed, 100)).toEqual(since);
  expect(stateSince([...changed, silent], 100)).toEqual(since);
  expect(stateSince([silent], 190)).toBeNull();
});

test("a state that is the first of a machine, or of one that was silent, may have begun earlier", () => {
  const first = { timeMs: 250, code: 0 };
  const unheard = { code: 0, sinceMs: 250, isOlder: false, isUnheard: true };
  expect(stateSince([first], 100)).toEqual(unheard);
  expect(stateSince([{ timeMs: 100, code: 0 }, silent, first], 100)).toEqual(unheard);
});

test("a live change tells when a state began, unless nothing was heard for long before it", () => {
  const change = (timeMs: number) =>
    sinceOfTurn({ value: "off", turn: { from: { value: "running", timeMs: 0 }, timeMs } });
  expect(change(1_000)).toEqual({
    ...{ code: 0, sinceMs: 1_000, isOlder: false, isUnheard: false, afterMs: 0 },
  });
  expect(change(HOUR_MS)).toMatchObject({ isUnheard: true });
  expect(
    sinceOfTurn({ value: 0, turn: { from: { value: "off", timeMs: 0 }, timeMs: 1_000 } }),
    "the same state",
  ).toBeNull();
  expect(sinceOfTurn({ value: 0 }), "a first one").toBeNull();
});

const since = (sinceMs: number, changed: Partial<StateSince> = {}): StateSince => ({
  ...{ code: 0, sinceMs, isOlder: false, isUnheard: false },
  ...changed,
});
const [early, late] = [since(100), since(200)];
const lateUnheard = since(200, { isUnheard: true });
test.each<[string, StateSince | undefined, StateSince | null, StateSince | null]>([
  ["what was read, where nothing was held", undefined, early, early],
  ["what was held, where nothing was read", early, null, early],
  ["a change that came live since the reading", late, since(100, { code: 4 }), late],
  ["what was read of a later state", since(100, { code: 4 }), late, late],
  ["a return to the same state since the reading", late, early, late],
  [
    "a return to it that was heard after the reading",
    since(200, { afterMs: 190 }),
    early,
    since(200, { afterMs: 190 }),
  ],
  ["a change that fell between two live samples", since(200, { afterMs: 50 }), early, early],
  [
    "the earlier beginning that was read, where nobody heard the held one",
    lateUnheard,
    early,
    early,
  ],
  ["a beginning known exactly, not that it is older", early, since(150, { isOlder: true }), early],
])("the better of two is %s", (_, held, read, better) => {
  expect(betterSince(held, read)).toEqual(better);
});
