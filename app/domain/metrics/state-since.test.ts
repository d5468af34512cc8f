import { expect, test } from "vitest";
import { stateSince } from "./state-since.ts";

test("a state is as old as its change, or older than what was read", () => {
  expect(stateSince([], 100)).toBeNull();
  expect(stateSince([{ timeMs: 100, code: 3 }], 100)).toEqual({
    code: 3,
    sinceMs: 100,
    isOlder: true,
  });
  expect(
    stateSince(
      [
        { timeMs: 100, code: 3 },
        { timeMs: 170, code: 0 },
      ],
      100,
    ),
  ).toEqual({ code: 0, sinceMs: 170, isOlder: false });
  const silent = { timeMs: 190, code: -1, isSilent: true } as const;
  expect(stateSince([{ timeMs: 170, code: 0 }, silent], 100)).toEqual({
    ...{ code: 0, sinceMs: 170, isOlder: false },
  });
  expect(stateSince([silent], 190)).toBeNull();
});
