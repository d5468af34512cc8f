/** The command line of `npm run import`. */
import { existsSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { parseMapping } from "./layout.ts";
import { isTimeZone } from "./times.ts";
import { UserFault } from "./user-fault.ts";

export const USAGE =
  "npm run import -- --device ID|SERIAL --key hsk_… --csv FILE|--parquet FILE [--origin http://localhost:4000] [--time-column time] [--time-zone America/Chicago] [--map column=metric,…] [--text metric,…] [--state FILE] [--dry-run]";

export type ImportOptions = {
  device: string;
  key: string | null;
  origin: string;
  file: string;
  format: "csv" | "parquet";
  timeColumn: string;
  zone: string | null;
  mapText: string;
  mapping: Map<string, string>;
  asText: Set<string>;
  statePath: string;
  isDryRun: boolean;
};

export function parseImportArgs(args: string[]): ImportOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      device: text,
      key: text,
      origin: text,
      csv: text,
      parquet: text,
      "time-column": text,
      "time-zone": text,
      map: text,
      text,
      state: text,
      "dry-run": { type: "boolean" },
    },
  });
  const { device, csv, parquet, key, "time-zone": zone = null } = values;
  const isDryRun = values["dry-run"] ?? false;
  const file = csv ?? parquet;
  if (!device || !file || (csv && parquet)) throw new UserFault(`Usage: ${USAGE}`);
  if (!key && !isDryRun)
    throw new UserFault(
      "--key is missing: a sampler key (hsk_…) of the machine, told when a sampler is made on its samplers tab.",
    );
  if (zone !== null && !isTimeZone(zone))
    throw new UserFault(`"${zone}" is no time zone; use a name like America/Chicago or UTC.`);
  if (!existsSync(file)) throw new UserFault(`There is no file ${file}.`);
  if (!statSync(file).isFile()) throw new UserFault(`${file} is no file.`);
  return {
    device,
    key: key ?? null,
    origin: parseOrigin(values.origin ?? "http://localhost:4000"),
    file,
    format: csv ? "csv" : "parquet",
    timeColumn: values["time-column"] ?? "time",
    zone,
    mapText: values.map ?? "",
    mapping: parseMapping(values.map),
    asText: new Set(
      (values.text ?? "")
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean),
    ),
    statePath: values.state ?? `${file}.import-state.json`,
    isDryRun,
  };
}

export function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UserFault(`--origin takes an address like http://localhost:4000, not "${text}".`);
  return url.origin;
}
