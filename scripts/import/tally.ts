/** What became of the file's samples so far, kept with the state of an import. Plain data, so that it is saved as it is. */
export type Rejected = {
  tag: string;
  reason: string;
  count: number;
  /** The first of them. */ example: string;
};
export type Tally = {
  rows: number;
  samples: number;
  accepted: number;
  duplicate: number;
  rejected: Rejected[];
  /** Rejections of more kinds than are listed. */
  othersRejected: number;
  firstMs: number | null;
  lastMs: number | null;
  ambiguous: { count: number; example: string };
};

const MAX_KINDS = 500;

export const newTally = (): Tally => ({
  rows: 0,
  samples: 0,
  accepted: 0,
  duplicate: 0,
  rejected: [],
  othersRejected: 0,
  firstMs: null,
  lastMs: null,
  ambiguous: { count: 0, example: "" },
});

export function reject(
  tally: Tally,
  tag: string,
  reason: string,
  count: number,
  example: () => string,
): void {
  const known = tally.rejected.find((each) => each.tag === tag && each.reason === reason);
  if (known) known.count += count;
  else if (tally.rejected.length < MAX_KINDS)
    tally.rejected.push({ tag, reason, count, example: example() });
  else tally.othersRejected += count;
}

const WHY: Record<string, string> = {
  unmapped: "the sampler takes only mapped tags, and this is none",
  future: "more than 5 minutes ahead of Helios' clock",
  too_old: "before the time that Helios keeps",
  bad_value: "no value of this metric",
  too_many_metrics: "the machine has as many unmapped metrics as it may; map or forget some",
  bad_time: "no time that can be read (ISO 8601, or an epoch in s, ms, µs or ns)",
  no_zone: "a time without a zone; say --time-zone",
  no_such_time: "no such local time: the clocks went forward over it",
  bad_row: "not as many columns as the header",
  bad_metric: "no name of a metric",
  refused: "Helios refused the batch",
};

const count = (value: number): string => value.toLocaleString("en-US");
const iso = (ms: number): string => new Date(ms).toISOString();

/** The lines printed at the end. */
export function describeTally(tally: Tally, isDryRun: boolean): string[] {
  const {
    rows,
    samples,
    accepted,
    duplicate,
    rejected,
    othersRejected,
    firstMs,
    lastMs,
    ambiguous,
  } = tally;
  const sum = rejected.reduce((total, each) => total + each.count, othersRejected);
  const span = firstMs === null || lastMs === null ? "" : `, ${iso(firstMs)} to ${iso(lastMs)}`;
  const lines = [`${count(rows)} rows, ${count(samples)} samples${span}`];
  lines.push(
    isDryRun
      ? `nothing sent (dry run); rejected already here: ${count(sum)}`
      : `accepted ${count(accepted)}, duplicate ${count(duplicate)}, rejected ${count(sum)}`,
  );
  for (const { tag, reason, count: times, example } of [...rejected].sort(
    (a, b) => b.count - a.count,
  )) {
    lines.push(
      `  ${count(times)} × ${reason}${tag === "" ? "" : ` of ${tag}`}: ${WHY[reason] ?? "rejected by Helios"}; first: ${example}`,
    );
  }
  if (othersRejected > 0) lines.push(`  ${count(othersRejected)} × of other tags`);
  if (ambiguous.count > 0) {
    lines.push(
      `  ${count(ambiguous.count)} local times come twice because the clocks went back; taken as the first of both, or the second where the file's order says so; first: ${ambiguous.example}`,
    );
  }
  return lines;
}

/** What a part of the file adds to what came before it. */
export function addTally(total: Tally, part: Tally): void {
  total.rows += part.rows;
  total.samples += part.samples;
  total.accepted += part.accepted;
  total.duplicate += part.duplicate;
  for (const { tag, reason, count: times, example } of part.rejected)
    reject(total, tag, reason, times, () => example);
  total.othersRejected += part.othersRejected;
  if (part.firstMs !== null) total.firstMs = Math.min(total.firstMs ?? Infinity, part.firstMs);
  if (part.lastMs !== null) total.lastMs = Math.max(total.lastMs ?? -Infinity, part.lastMs);
  if (total.ambiguous.count === 0) total.ambiguous.example = part.ambiguous.example;
  total.ambiguous.count += part.ambiguous.count;
}
