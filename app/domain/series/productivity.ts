import type { SeriesPoint } from "./types.ts";

export const PRODUCTIVITY = "operating_productivity";
export const SHEETS_PER_HOUR = "sheets_per_hour";

/** operating_productivity of a machine that does not send it: its sheets per hour over its target; may pass 1. */
export const toProductivity = (sheetsPerHour: number, target: number): number =>
  sheetsPerHour / target;

export function toProductivityPoint(point: SeriesPoint, target: number): SeriesPoint {
  const scaled = (value: number | null): number | null =>
    value === null ? null : toProductivity(value, target);
  const { value, min, max } = point;
  return {
    ...point,
    value: typeof value === "string" ? null : scaled(value),
    min: scaled(min),
    max: scaled(max),
  };
}
