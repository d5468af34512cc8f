/** Mappings as a CSV file: the columns stay as they are, so that a file of last year comes back in. */
import { csvLine } from "#app/domain/formats/csv.ts";
import { MAX_MAPPINGS_PER_MACHINE } from "#app/domain/limits.ts";
import type { ManyMappings, MappingJson } from "./schemas.ts";

export const MAPPING_COLUMNS = [
  "machine_key",
  "human_key",
  "type",
  "primary_section",
  "uts_anomaly_detection_enabled",
  "threshold_anomaly_detection_enabled",
  "threshold_lower_bound_percentile",
  "threshold_upper_bound_percentile",
] as const;
type Column = (typeof MAPPING_COLUMNS)[number];
export type CsvRow = NonNullable<ManyMappings["mappings"]>[number];
/** `line`: of the file, from 1. */
export type CsvFault =
  | { code: "no_columns"; line: number; value: string }
  | { code: "unreadable" | "yes_or_no" | "number" | "limit"; line: number; value: string };
export type ReadCsv = { rows: CsvRow[]; faults: CsvFault[] };

/** What one request of /v1 may hold, with room for its other fields. */
export const MAX_CSV_BYTES = 900_000;

export function mappingsToCsv(
  mappings: readonly MappingJson[],
  typeName: (id: number) => string | null,
): string {
  return (
    csvLine(MAPPING_COLUMNS) +
    mappings
      .map((mapping) =>
        csvLine(
          MAPPING_COLUMNS.map((column) =>
            column === "type"
              ? mapping.telemetry_type_id && typeName(mapping.telemetry_type_id)
              : mapping[column],
          ),
        ),
      )
      .join("")
  );
}

/** Columns may come in any order; machine_key and human_key must be there, others may not. An empty cell is none. */
export async function readMappingCsv(text: string): Promise<ReadCsv> {
  const { parse } = await import("csv-parse/browser/esm/sync");
  let lines: string[][];
  try {
    lines = parse(text, {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: [",", ";", "\t"],
      to: MAX_MAPPINGS_PER_MACHINE + 2,
    });
  } catch (error) {
    const line = error instanceof Error && "lines" in error ? Number(error.lines) : 1;
    return { rows: [], faults: [{ code: "unreadable", line, value: "" }] };
  }
  const [head = [], ...body] = lines;
  const columns = head.map((name) => name.trim().toLowerCase());
  const missing = (["machine_key", "human_key"] as const).filter((name) => !columns.includes(name));
  if (missing.length > 0)
    return { rows: [], faults: [{ code: "no_columns", line: 1, value: missing.join(", ") }] };
  if (body.length > MAX_MAPPINGS_PER_MACHINE)
    return {
      rows: [],
      faults: [{ code: "limit", line: 1, value: String(MAX_MAPPINGS_PER_MACHINE) }],
    };
  const faults: CsvFault[] = [];
  const rows = body.map((cells, index) => {
    const row: Record<string, unknown> = { machine_key: "", human_key: "" };
    for (const column of MAPPING_COLUMNS) {
      const at = columns.indexOf(column);
      if (at === -1) continue;
      const cell = plain(cells[at] ?? "");
      const value = readCell(column, cell);
      if (value === FAULTY)
        faults.push({
          code: column.endsWith("_enabled") ? "yes_or_no" : "number",
          line: index + 2,
          value: cell.slice(0, 40),
        });
      else if (value !== undefined) row[column] = value;
    }
    return row as CsvRow;
  });
  return { rows, faults };
}

/** The apostrophe that our own files put before what a spreadsheet would run. */
const plain = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, "").trim();

const FAULTY = Symbol("faulty");
const YES = new Set(["true", "1", "yes", "on", "sí", "si"]);
const NO = new Set(["false", "0", "no", "off"]);

function readCell(column: Column, cell: string): unknown {
  if (column === "machine_key" || column === "human_key") return cell;
  if (column === "type" || column === "primary_section") return cell === "" ? null : cell;
  if (column.endsWith("_enabled")) {
    if (cell === "") return undefined;
    const word = cell.toLowerCase();
    return YES.has(word) ? true : NO.has(word) ? false : FAULTY;
  }
  if (cell === "") return null;
  const number = Number(cell);
  return Number.isFinite(number) ? number : FAULTY;
}
