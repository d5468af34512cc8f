/** What line protocol says, once it is read. */

/** Of a write's times; `m` and `h` are InfluxDB 1.x's alone. */
export type Precision = "ns" | "us" | "ms" | "s" | "m" | "h";
export type FieldValue = number | boolean | string;

/** Measurement and tag set; equal texts share one object. */
export type Series = { measurement: string; tags: readonly { key: string; value: string }[] };

/** `names` is shared between lines of the same fields in the same order. No name comes twice. */
export type Line = {
  series: Series;
  names: readonly string[];
  values: FieldValue[];
  timeMs: number;
  line: number;
};
export type LineFault = { line: number; reason: string };
export type ParsedLines = {
  lines: Line[];
  faults: LineFault[];
  /** Reading stopped: there are more than `maxSamples` field values, or more than as many lines. */
  overflow: boolean;
};
