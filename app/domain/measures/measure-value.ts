/** How a measure's value reads (spec 000 §3 value types). */
import { toStateCode } from "#app/domain/metrics/states.ts";
import type { SampleValue } from "#app/domain/series/types.ts";
import { MAX_PRECISION, type Encoding, type MeasureType } from "./types.ts";

export type ValueFormats = {
  number: (value: number, decimals: number) => string;
  /** Hours and minutes of seconds. */
  duration: (seconds: number) => string;
};
type Readable = { humanKey: string; type: MeasureType; precision: number; encoding: Encoding };

/** Nothing was reported (spec 001 §2). */
export const UNREPORTED = "--";

/** Text of a measure that is counted or measured is shown as it was sent, and so is a value without a word. */
export function valueText(
  { humanKey, type, precision, encoding }: Readable,
  value: SampleValue | null,
  formats: ValueFormats,
): string {
  if (value === null) return UNREPORTED;
  if (type === "encoded") return wordOf(humanKey, encoding, value) ?? asSent(value);
  if (typeof value === "string") return value;
  switch (type) {
    case "seconds":
      return formats.duration(value);
    case "percentage":
      return formats.number(value * scaleOf(humanKey), precision);
    case "float":
      return formats.number(value, precision);
    case "passthrough":
      return asSent(value);
  }
}

/** The unit that stands after a value; "" for none. Words and durations carry it in themselves. */
export const unitText = (type: MeasureType, units: string): string =>
  type === "percentage" ? units || "%" : type === "seconds" || type === "encoded" ? "" : units;

/** A fraction that may pass 1 (CONTRACT §4), read as percent. */
const scaleOf = (humanKey: string): number => (humanKey === "operating_productivity" ? 100 : 1);

function wordOf(humanKey: string, encoding: Encoding, value: SampleValue): string | undefined {
  const asked = humanKey === "machine_state" ? toStateCode(value) : value;
  return encoding.find(
    ({ from }) =>
      from === String(asked) ||
      (typeof asked === "number" && isNumber(from) && Number(from) === asked),
  )?.to;
}
const isNumber = (text: string): boolean => text.trim() !== "" && Number.isFinite(Number(text));

/** A number without the noise of binary fractions, ungrouped: it may be a code. */
const asSent = (value: SampleValue): string =>
  typeof value === "string" ? value : String(Number(value.toFixed(MAX_PRECISION)));
