import { expect, it } from "vitest";
import { STRIP_MS } from "./fleet-types.ts";
import { spansUntil } from "./state-spans.ts";

const END = STRIP_MS + 1_000;
const changes = [{ timeMs: 1_000, code: 4 }];

it("goes on with the state of now where that came after what was read", () => {
  expect(spansUntil(changes, { value: 1, timeMs: END - 5_000 }, END)).toEqual([
    { state: "running_and_feeding", startMs: 1_000, endMs: END - 5_000 },
    { state: "not_ready", startMs: END - 5_000, endMs: END },
  ]);
});

it.each([
  ["the same state", { value: 4, timeMs: END - 5_000 }],
  ["an older reading", { value: 1, timeMs: 500 }],
  ["no reading", { value: null, timeMs: null }],
])("adds nothing for %s", (_name, state) => {
  expect(spansUntil(changes, state, END)).toEqual([
    { state: "running_and_feeding", startMs: 1_000, endMs: END },
  ]);
});
