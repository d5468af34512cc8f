/**
 * The files of the demo's machines, one of each kind of report and each format, as they were when the clock showed this (of the
 * day on which the clocks of New York went back). They are golden files (tests/golden/reports): HELIOS_GOLDEN=write makes
 * them anew, after which somebody has to look at them. Each is read by csv-parse, DuckDB and LibreOffice, and holds the same rows.
 */
import { DuckDBInstance } from "@duckdb/node-api";
import { parse } from "csv-parse/sync";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { DEMO_MACHINES } from "#app/db/seed/machines.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/durations.ts";
import type { ReportFile } from "#app/features/reports/files/report-file.server.ts";
import { FORMATS, type ReportFormat } from "#app/features/reports/files/report-table.ts";
import { makeEventReport } from "#app/features/reports/make-event-report.server.ts";
import { makeMaintenanceReport } from "#app/features/reports/make-maintenance-report.server.ts";
import { makeMeasuresReport } from "#app/features/reports/make-measures-report.server.ts";
import { glossary } from "#app/locales/en/glossary.ts";
import { pastUntil } from "#scripts/runner/demo-past.ts";
import { MachineModel } from "#simulator/machine-model.ts";
import { HISTORY_GRID, scanSpan } from "#simulator/scan.ts";
import { recorderBench } from "#workers/ingest/recorder/testing/recorder-bench.ts";
import { openTestDb } from "./factories/db.ts";
import { seedTestDemo } from "./factories/demo.ts";
import { createUser } from "./factories/people.ts";
import { bytesOf, contentOf, shown } from "./factories/reports.ts";

const GOLDEN = fileURLToPath(new URL("golden/reports", import.meta.url));
const NOW = Date.UTC(2026, 10, 1, 18);
const FROM = NOW - DAY_MS;
/** Numbers, a state, texts, a switch, and one that Helios does not know by name. */
const METRICS = [
  ...["machine_speed", "machine_running", "machine_state", "sheet_count", "bearing_temp_1_f"],
  ...["jam_detected", "kiwiplan_order_number", "print_1_status", "signal_dbm"],
];
/** By the kind: whose it is. A plant whose clocks change, and one whose people write Spanish. */
const MACHINES = { measures: 1, maintenances: 4, events: 7 };
type Kind = keyof typeof MACHINES;
const KINDS = Object.keys(MACHINES) as Kind[];

const db = openTestDb();
let make: Record<Kind, (format: ReportFormat) => Promise<ReportFile | null>>;

beforeAll(async () => {
  let keys = 0;
  await seedTestDemo(db(), {
    now: NOW,
    makeKey: () => `hsk_${String(++keys).padStart(43, "0")}`,
    pastOf: pastUntil(NOW),
  });
  const { actor } = await createUser(db(), { role: "superuser" });
  const bench = recorderBench(FROM);
  const model = new MachineModel(DEMO_MACHINES.find(({ id }) => id === MACHINES.measures) as never);
  for (let at = FROM; at < NOW; at += HOUR_MS) {
    bench.advance(HOUR_MS);
    const { frames } = scanSpan(model, at, at + HOUR_MS, HISTORY_GRID);
    await bench.post(
      frames.map(({ times, tags }) => ({
        times,
        tags: Object.fromEntries(Object.entries(tags).filter(([tag]) => METRICS.includes(tag))),
      })),
    );
    await bench.settle();
  }
  const deps = { db: db(), actor, now: NOW, waitUntil: () => {} };
  const recorder = () => ({ metrics: () => Promise.resolve(bench.recorder().metrics()) });
  make = {
    measures: (format) =>
      makeMeasuresReport(
        { ...deps, series: bench.reader, recorder },
        {
          ...{ device: String(MACHINES.measures), metrics: METRICS, format, hasMark: true },
          ...{ startMs: FROM, endMs: NOW, granularity: "hour", units: glossary.units },
        },
      ),
    maintenances: (format) =>
      makeMaintenanceReport(deps, {
        ...{ device: String(MACHINES.maintenances), format, hasMark: true, shown },
      }),
    events: (format) =>
      makeEventReport(deps, {
        ...{ device: String(MACHINES.events), format, hasMark: true, shown },
        ...{ startMs: NOW - 30 * DAY_MS, endMs: NOW },
      }),
  };
});

const made = new Map<string, Buffer>();
const nameOf = async (kind: Kind, format: ReportFormat): Promise<string> => {
  const file = await make[kind](format);
  if (file === null) throw new Error(`the demo has no ${kind}`);
  if (!made.has(file.name)) made.set(file.name, await bytesOf(file));
  return file.name;
};

type Table = { header: string[]; rows: string[][] };
const tableOf = (bytes: Buffer): Table => {
  const [header = [], ...rows] = parse(bytes, { bom: true }) as string[][];
  return { header, rows };
};
const golden = (name: string): Buffer => readFileSync(join(GOLDEN, name));
const goldenTable = (name: string): Table => tableOf(golden(`${name.split(".")[0]}.csv`));

const IS_TIME = /^\d{4}-\d\d-\d\dT[\d:]+[+-]\d\d:\d\d$/;
const IS_NUMBER = /^-?\d+(\.\d+)?$/;
/** A workbook knows no zones: what is shown of a time of the CSV. */
const localTime = (cell: string): string =>
  IS_TIME.test(cell) ? cell.slice(0, 19).replace("T", " ") : cell;
/** `0:16` of a CSV is a duration to a spreadsheet, which writes it as a time of day. */
const inMinutes = (cell: string): string => {
  const [, hours, minutes, half] = /^(\d+):(\d\d):00 ([AP])M$/.exec(cell) ?? [];
  return half === undefined ? cell : `${(Number(hours) % 12) + (half === "P" ? 12 : 0)}:${minutes}`;
};
/** LibreOffice writes 15 digits of a number: the wanted one, where both are the same to so many. */
const sameNumber = (cell: string, wanted = ""): string => {
  if (!IS_NUMBER.test(cell) || !IS_NUMBER.test(wanted)) return cell;
  const isSame = Math.abs(Number(cell) - Number(wanted)) <= Math.abs(Number(wanted)) * 1e-14;
  return isSame ? wanted : cell;
};

describe.each(KINDS)("the demo's report of %s", (kind) => {
  it.each(FORMATS)("is the golden file: %s", async (format) => {
    const name = await nameOf(kind, format);
    const bytes = made.get(name) as Buffer;
    if (process.env["HELIOS_GOLDEN"] === "write") writeFileSync(join(GOLDEN, name), bytes);
    expect(contentOf(name, bytes)).toEqual(contentOf(name, golden(name)));
  });

  it("as CSV is in DuckDB what it is in csv-parse, each time with its offset", async () => {
    const name = await nameOf(kind, "csv");
    const { header, rows } = goldenTable(name);
    expect(rows.length).toBeGreaterThan(5);
    const texts = await query(name, "select * from read_csv($file, all_varchar = true)");
    expect(texts.map((row) => row.map((cell) => cell ?? ""))).toEqual(rows);
    const types = await query(name, "select column_name, column_type from (describe $file)");
    const timed = header.filter((_, at) => rows.some((row) => IS_TIME.test(row[at] ?? "")));
    expect(timed.length).toBeGreaterThan(0);
    for (const column of timed)
      expect(types.find(([of]) => of === column)).toEqual([column, "TIMESTAMP WITH TIME ZONE"]);
  });

  it("as Parquet holds in DuckDB the rows of the CSV to the last digit", async () => {
    const name = await nameOf(kind, "parquet");
    const { header, rows } = goldenTable(name);
    const types = await query(name, "select column_name, column_type from (describe $file)");
    // Units are in the headers of a CSV, in a Parquet in its notes.
    expect(types.map(([column]) => column)).toEqual(header.map((name) => name.split(" (")[0]));
    const columns = types.map(([column, type]) =>
      type?.startsWith("TIMESTAMP") ? `epoch_ms("${column}")::double` : `"${column}"`,
    );
    const found = await query(name, `select ${columns.join(", ")} from $file`);
    const wanted = rows.map((row) =>
      row.map((cell, at) => {
        if (cell === "") return null;
        if (types[at]?.[1] === "VARCHAR") return cell;
        return IS_TIME.test(cell) ? Date.parse(cell) : Number(cell);
      }),
    );
    expect(found).toEqual(wanted);
  });
});

/** Rows of a golden file as DuckDB reads it. */
async function query(name: string, select: string): Promise<(string | null)[][]> {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  try {
    const path = `'${join(GOLDEN, name)}'`;
    const result = await connection.runAndReadAll(select.replaceAll("$file", path));
    return result.getRowsJson() as (string | null)[][];
  } finally {
    connection.closeSync();
  }
}

it("the hour that New York repeats is there twice, and no hour is missed", () => {
  const { rows } = goldenTable("helios-report.csv");
  const times = rows.map(([time = ""]) => time);
  expect(times.map((time) => Date.parse(time))).toEqual(
    Array.from({ length: DAY_MS / HOUR_MS }, (_, hour) => FROM + hour * HOUR_MS),
  );
  expect(times.slice(10, 14)).toEqual([
    ...["2026-11-01T00:00:00-04:00", "2026-11-01T01:00:00-04:00"],
    ...["2026-11-01T01:00:00-05:00", "2026-11-01T02:00:00-05:00"],
  ]);
});

const office = ["soffice", "libreoffice"].find(
  (name) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0,
);
const inOffice = `LibreOffice opens them, and has the rows of the CSV${office ? "" : " (left out: it is not installed here)"}`;

it.runIf(office)(inOffice, () => {
  const folder = mkdtempSync(join(tmpdir(), "helios-office-"));
  /** UTF-8, commas, quotes: to read a CSV, and to write what was read, numbers as they are and not as they show. */
  const utf8 = "44,34,76,1";
  const convert = (ending: string, more: string[]): ((name: string) => Table) => {
    const names = readdirSync(GOLDEN).filter((name) => name.endsWith(`.${ending}`));
    const out = join(folder, ending);
    execFileSync(
      office as string,
      [
        ...["--headless", `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`],
        ...[...more, "--convert-to", `csv:Text - txt - csv (StarCalc):${utf8},,0,false,false`],
        ...["--outdir", out, ...names.map((name) => join(GOLDEN, name))],
      ],
      { stdio: "ignore" },
    );
    return (name) => tableOf(readFileSync(join(out, `${name}.csv`)));
  };
  try {
    const fromCsv = convert("csv", [`--infilter=CSV:${utf8}`]);
    const fromWorkbook = convert("xlsx", []);
    for (const name of ["helios-report", "HeliosMaintenanceReport", "HeliosEventReport"]) {
      const { header, rows } = goldenTable(`${name}.csv`);
      const shownRows = rows.map((row) => row.map(localTime));
      const like = (wanted: string[][], { rows: found }: Table) =>
        found.map((row, at) =>
          row.map((cell, column) => sameNumber(inMinutes(cell), wanted[at]?.[column])),
        );
      const [csv, workbook] = [fromCsv(name), fromWorkbook(name)];
      expect([csv.header, workbook.header]).toEqual([header, header]);
      expect(like(rows, csv), `${name}.csv`).toEqual(rows);
      expect(like(shownRows, workbook), `${name}.xlsx`).toEqual(shownRows);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
