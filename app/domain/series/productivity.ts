import type { RollupColumn } from "./rollup.ts";
import type { Column } from "./types.ts";

export const PRODUCTIVITY = "operating_productivity";
export const SHEETS_PER_HOUR = "sheets_per_hour";

/** Sheets per hour over the machine's target, for a machine that does not send operating_productivity; may pass 1. */
export function toProductivity(sheetsPerHour: Column, targetSheetsPerHour: number): Column {
  const { kind, times, values } = sheetsPerHour;
  if (kind === "text") return { kind: "number", times: new Float64Array(0), values: new Float64Array(0) };
  return { kind, times, values: values.map((value) => value / targetSheetsPerHour) };
}

/** The same of hours rolled up: everything but the count scales. */
export function toProductivityRollups({ hours, rows }: RollupColumn, targetSheetsPerHour: number): RollupColumn {
  const scaled = rows.map((row) => ({
    ...row,
    sum: row.sum / targetSheetsPerHour,
    sumLow: row.sumLow / targetSheetsPerHour,
    min: row.min / targetSheetsPerHour,
    max: row.max / targetSheetsPerHour,
    last: row.last / targetSheetsPerHour,
  }));
  return { hours, rows: scaled };
}
