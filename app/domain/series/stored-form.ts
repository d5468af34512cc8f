/** The values of a batch in the form in which they are stored. */
import { toStateCode } from "#app/domain/metrics/states.ts";
import type { DecodedColumn } from "./batch.ts";
import type { Kind, SampleValue } from "./types.ts";

/** Of each row at most one of the two columns has a value. */
export const bothKinds = (numbers: DecodedColumn, texts: DecodedColumn): DecodedColumn => ({
  ...numbers,
  isText: true,
  valueAt: (row) => numbers.valueAt(row) ?? texts.valueAt(row),
});

export const toStateOrNull = (value: SampleValue | null): number | null =>
  value === null ? null : toStateCode(value);

/** The form a value is stored in; null when it does not fit its metric. */
export function toStored(metric: string, kind: Kind, value: SampleValue): SampleValue | null {
  if (metric === "machine_state") return toStateCode(value);
  if (kind === "text") return String(value).toWellFormed();
  return typeof value === "number" ? value : null;
}
