import type { SampleValue } from "./types.ts";

/** What each step of a range is worth: doubles, NaN where nothing held; where texts are among them, null in its place. */
export type StepValues = Float64Array | readonly (SampleValue | null)[];

export function stepValue(values: StepValues | undefined, step: number): SampleValue | null {
  const value = values?.[step] ?? null;
  return Number.isNaN(value) ? null : value;
}
