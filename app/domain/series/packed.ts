/**
 * A past on its way to a page, as text: a fleet's dashboard carries some thousands of steps, and as arrays of numbers they
 * were five times the bytes and each an entry that the page's data format writes and reads singly.
 */
import type { Grid, GridBucket } from "./grid.ts";
import type { StateChange } from "./state-changes.ts";

/**
 * `rows`: each step ends with `;`, and is empty where nothing held; in a step `mean,min,max,heldMs,turnedMs`, rounded.
 * What stands at the end and says nothing new is left out: no turnedMs, the whole step held, all values the mean.
 */
export type PackedGrid = { startMs: number; stepMs: number; untilMs?: number; rows: string };

/** `isSpeed`: with how long it turned. */
export function packGrid(
  { buckets, ...window }: Grid,
  decimals = 0,
  { isSpeed = false } = {},
): PackedGrid {
  const round = (value: number, digits = decimals): number =>
    Math.round(value * 10 ** digits) / 10 ** digits;
  const { stepMs } = window;
  const rows = buckets.map((bucket) => {
    if (bucket === null) return "";
    const { mean, min, max, heldMs, turnedMs } = bucket;
    if (!isSpeed || turnedMs === undefined)
      return packStep([round(mean), round(min), round(max), heldMs], stepMs);
    // How fast it turned is the mean by the share of the step in which it did: rounded, it would be another speed.
    const digits = decimals + Math.ceil(Math.log10(heldMs / turnedMs));
    return packStep([round(mean, digits), round(min), round(max), heldMs, turnedMs], stepMs);
  });
  return { ...window, rows: rows.map((row) => `${row};`).join("") };
}

type Step = [mean: number, min: number, max: number, heldMs: number, turnedMs?: number];

function packStep(step: Step, stepMs: number): string {
  const [mean, min, max, heldMs, turnedMs] = step;
  if (turnedMs !== undefined || heldMs !== stepMs) return step.join(",");
  return (min === mean && max === mean ? [mean] : [mean, min, max]).join(",");
}

export function unpackGrid({ rows, ...window }: PackedGrid): Grid {
  const steps = rows.split(";").slice(0, -1);
  return { ...window, buckets: steps.map((step) => unpackStep(step, window.stepMs)) };
}

function unpackStep(row: string, stepMs: number): GridBucket | null {
  if (row === "") return null;
  const [mean = NaN, min = mean, max = mean, heldMs = stepMs, turnedMs] = row
    .split(",")
    .map(Number);
  return { mean, min, max, heldMs, ...(turnedMs !== undefined && { turnedMs }) };
}

/** Changes of state, ascending: each the time since the one before in ms, its code, and `s` where it is a silence. */
export type PackedChanges = string;

export function packChanges(changes: readonly StateChange[]): PackedChanges {
  return changes
    .map(
      ({ timeMs, code, isSilent }, index) =>
        `${timeMs - (changes[index - 1]?.timeMs ?? 0)},${code}${isSilent ? ",s" : ""}`,
    )
    .join(";");
}

export function unpackChanges(packed: PackedChanges): StateChange[] {
  if (packed === "") return [];
  let timeMs = 0;
  return packed.split(";").map((change) => {
    const [sinceMs, code, silent] = change.split(",");
    timeMs += Number(sinceMs);
    return { timeMs, code: Number(code), ...(silent !== undefined && { isSilent: true }) };
  });
}
