/** Ranges of time as callers of /v1 write them. */
import type { z } from "zod";
import { DAY_MS } from "#app/domain/durations.ts";
import { problemText, type Problem } from "#app/domain/problems.ts";
import { MAX_RANGE_MS } from "#app/domain/series/max-range.ts";

/** What is wrong with a range, by field; the same words for every pair of names. */
export function checkRange(
  range: { from: number; to: number; fields: [from: string, to: string] },
  context: z.RefinementCtx,
): void {
  const issue = (problem: Problem | string) =>
    context.addIssue({
      code: "custom",
      path: [range.fields[1]],
      message: typeof problem === "string" ? problem : problemText(problem),
    });
  if (range.to <= range.from) issue({ code: "later_than", field: range.fields[0] });
  else if (range.to - range.from > MAX_RANGE_MS)
    issue(`must be at most ${MAX_RANGE_MS / DAY_MS} days after ${range.fields[0]}`);
}
export const timeRange = (
  value: { start_time: number; end_time: number },
  context: z.RefinementCtx,
) =>
  checkRange(
    { from: value.start_time, to: value.end_time, fields: ["start_time", "end_time"] },
    context,
  );
