/** Mappings as a CSV file: the columns stay as they are, so that a file of last year comes back in. */
import { csvLine, withoutApostrophes } from "#app/domain/formats/csv.ts";
import { decodeText } from "#app/domain/formats/decode-text.ts";
import { MAX_MAPPINGS_PER_MACHINE } from "#app/domain/limits.ts";
import { MAX_MACHINE_KEY_LENGTH } from "#app/domain/samplers/machine-key.ts";
import { MAX_HUMAN_KEY_LENGTH } from "#app/domain/samplers/mapping-rules.ts";
import type { ManyMappings, MappingJson } from "./schemas.ts";

const MAX_TYPE_LENGTH = 128;
const MAX_SECTION_LENGTH = 64;

/** Columns, and how many characters a cell of each may have. */
const LONGEST = {
  machine_key: MAX_MACHINE_KEY_LENGTH,
  human_key: MAX_HUMAN_KEY_LENGTH,
  type: MAX_TYPE_LENGTH,
  primary_section: MAX_SECTION_LENGTH,
  uts_anomaly_detection_enabled: 40,
  threshold_anomaly_detection_enabled: 40,
  threshold_lower_bound_percentile: 40,
  threshold_upper_bound_percentile: 40,
};
type Column = keyof typeof LONGEST;
export const MAPPING_COLUMNS = Object.keys(LONGEST) as Column[];
export type CsvRow = NonNullable<ManyMappings["mappings"]>[number];
/** `line`: of the file, from 1. */
export type CsvFault =
  | { code: "no_columns"; line: number; value: string }
  | {
      code:
        | "unread"
        | "unreached"
        | "unreadable"
        | "yes_or_no"
        | "number"
        | "limit"
        | "too_big"
        | "too_long";
      line: number;
      value: string;
    };
export type ReadCsv = { rows: CsvRow[]; faults: CsvFault[] };

/** With room for the longest keys of as many mappings as a machine may have. */
const MAX_CSV_BYTES = 3_000_000;

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

/**
 * Columns may come in any order; machine_key and human_key must be there, others may not. An empty cell is none; that of a
 * percentile only where the row switches the threshold off, else it is left out, so that a new mapping gets the defaults.
 */
export async function readMappingCsv(file: Blob): Promise<ReadCsv> {
  const refuse = (fault: CsvFault): ReadCsv => ({ rows: [], faults: [fault] });
  if (file.size > MAX_CSV_BYTES)
    return refuse({ code: "too_big", line: 1, value: String(MAX_CSV_BYTES / 1_000_000) });
  const reader = await import("./read-csv.ts").catch(() => null);
  if (reader === null) return refuse({ code: "unreached", line: 1, value: "" });
  // Gone since it was chosen, or kept by a service that can't be reached now.
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) return refuse({ code: "unread", line: 1, value: "" });
  const text = decodeText(bytes);
  const table = reader.readCsv(text, MAX_MAPPINGS_PER_MACHINE + 1);
  if ("unreadableAt" in table)
    return refuse({ code: "unreadable", line: table.unreadableAt, value: "" });
  const { columns, lines } = table;
  const missing = (["machine_key", "human_key"] as const).filter((name) => !columns.includes(name));
  if (missing.length > 0) return refuse({ code: "no_columns", line: 1, value: missing.join(", ") });
  if (lines.length > MAX_MAPPINGS_PER_MACHINE)
    return refuse({ code: "limit", line: 1, value: String(MAX_MAPPINGS_PER_MACHINE) });
  const faults: CsvFault[] = [];
  const rows = lines.map(({ line, cells }) => {
    const row: Record<string, unknown> = { machine_key: "", human_key: "" };
    for (const column of MAPPING_COLUMNS) {
      const at = columns.indexOf(column);
      if (at === -1) continue;
      const cell = plain(cells[at] ?? "");
      const value = readCell(column, cell);
      const code =
        cell.length > LONGEST[column]
          ? "too_long"
          : value !== FAULTY
            ? null
            : column.endsWith("_enabled")
              ? "yes_or_no"
              : "number";
      if (code !== null) faults.push({ code, line, value: cell.slice(0, 40) });
      else if (value !== undefined) row[column] = value;
    }
    if (row["threshold_anomaly_detection_enabled"] !== false)
      for (const percentile of PERCENTILES) if (row[percentile] === null) delete row[percentile];
    return row as CsvRow;
  });
  return { rows, faults };
}

/** The apostrophes that our own files put before what a spreadsheet would run. */
const plain = (cell: string): string => withoutApostrophes(cell).trim();

const PERCENTILES = [
  "threshold_lower_bound_percentile",
  "threshold_upper_bound_percentile",
] as const;
const FAULTY = Symbol("faulty");
/** Spreadsheets write the words of their own language. */
const YES = new Set(["true", "1", "yes", "on", "sí", "si", "verdadero"]);
const NO = new Set(["false", "0", "no", "off", "falso"]);

function readCell(column: Column, cell: string): unknown {
  if (column === "machine_key" || column === "human_key") return cell;
  if (column === "type" || column === "primary_section") return cell === "" ? null : cell;
  if (column.endsWith("_enabled")) {
    if (cell === "") return undefined;
    const word = cell.toLowerCase();
    return YES.has(word) ? true : NO.has(word) ? false : FAULTY;
  }
  if (cell === "") return null;
  const number = Number(cell.replace(/^(\d+),(\d+)$/, "$1.$2"));
  return Number.isFinite(number) ? number : FAULTY;
}
