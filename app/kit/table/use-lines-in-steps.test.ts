import { expect, it } from "vitest";
import { LINES_A_STEP, planStep } from "./use-lines-in-steps.ts";

const linesOf = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, n) => ({ id: String(from + n) }));
const idsOf = (lines: readonly { id: string }[]) => new Set(lines.map(({ id }) => id));

it("draws the first of many new lines, and the rest step by step", () => {
  const lines = linesOf(0, 50);
  let standing = new Set<string>();
  const counts: number[] = [];
  for (;;) {
    const drawn = planStep(lines, standing);
    counts.push(drawn.length);
    standing = idsOf(drawn);
    if (drawn === lines) break;
  }
  expect(counts).toEqual([LINES_A_STEP, 2 * LINES_A_STEP, 3 * LINES_A_STEP, 50]);
});

it("leaves lines that stand already where they are, and drops those that are gone at once", () => {
  const standing = idsOf(linesOf(40, 90));
  expect(planStep(linesOf(40, 45), standing)).toHaveLength(5);
  expect(planStep(linesOf(0, 50), standing)).toEqual([
    ...linesOf(0, LINES_A_STEP),
    ...linesOf(40, 50),
  ]);
});
