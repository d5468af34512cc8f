import { useEffect, useRef, useState } from "react";
import { afterFrame } from "./after-frame.ts";

/** New lines of a step: as many as a desk shows of a table. A step is little work, also on a slow machine. */
export const LINES_A_STEP = 16;

type Line = { id: string };

/** Those that stand in the table already, and the first of the others. */
export function planStep<Of extends Line>(
  lines: readonly Of[],
  standing: ReadonlySet<string>,
): readonly Of[] {
  let room = LINES_A_STEP;
  const next = lines.filter(({ id }) => standing.has(id) || room-- > 0);
  return next.length === lines.length ? lines : next;
}

/**
 * What to draw of a table's lines: all that a page comes with, and later, when a filter, another order or a turned page brings
 * many new ones, those in sight first and the rest in steps, between which the page answers to keys and presses.
 */
export function useLinesInSteps<Of extends Line>(lines: readonly Of[]): readonly Of[] {
  const standing = useRef<ReadonlySet<string> | null>(null);
  const [, step] = useState(0);
  const drawn = standing.current === null ? lines : planStep(lines, standing.current);
  useEffect(() => {
    standing.current = new Set(drawn.map(({ id }) => id));
    if (drawn === lines) return;
    return afterFrame(() => step((count) => count + 1));
  });
  return drawn;
}
