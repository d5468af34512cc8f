/** The command line of `npm run export`. */
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { parseOrigin } from "#scripts/import/options.ts";
import { isTimeZone, TimeReader } from "#scripts/import/times.ts";
import { UserFault } from "#scripts/import/user-fault.ts";

export const USAGE =
  "npm run export -- --device ID|SERIAL --metrics a,b|all|--metric NAME … --from ISO --to ISO --out FILE.csv|FILE.parquet --token hat_…|SESSION [--origin http://localhost:4000] [--time-zone America/Chicago] [--float]";

export type ExportOptions = {
  device: string;
  /** null: all that the machine has. */
  metrics: string[] | null;
  startMs: number;
  endMs: number;
  out: string;
  format: "csv" | "parquet";
  token: string;
  origin: string;
  zone: string | null;
  /** Parquet: every number a DOUBLE, counters too. */
  isFloat: boolean;
};

export function parseExportArgs(args: string[]): ExportOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      device: text,
      metrics: text,
      metric: { type: "string", multiple: true },
      float: { type: "boolean" },
      from: text,
      to: text,
      out: text,
      token: text,
      origin: text,
      "time-zone": text,
    },
  });
  const {
    device,
    metrics = "",
    metric = [],
    from,
    to,
    out,
    token,
    "time-zone": zone = null,
  } = values;
  if (!device || (!metrics && metric.length === 0) || !from || !to || !out || !token)
    throw new UserFault(`Usage: ${USAGE}`);
  const format = /\.(csv|parquet)$/i.exec(out)?.[1]?.toLowerCase() as "csv" | "parquet" | undefined;
  if (!format) throw new UserFault(`--out takes a name that ends in .csv or .parquet, not ${out}.`);
  if (!existsSync(dirname(out)) || !statSync(dirname(out)).isDirectory())
    throw new UserFault(`There is no folder ${dirname(out)}.`);
  if (zone !== null && !isTimeZone(zone))
    throw new UserFault(`"${zone}" is no time zone; use a name like America/Chicago or UTC.`);
  const [startMs, endMs] = [parseMoment("--from", from, zone), parseMoment("--to", to, zone)];
  if (endMs <= startMs) throw new UserFault("--to must be later than --from.");
  // A name of --metric may hold commas.
  const names = [
    ...new Set([...metric, ...metrics.split(",").map((name) => name.trim())].filter(Boolean)),
  ];
  return {
    device,
    metrics: metrics.trim() === "all" ? null : names,
    startMs,
    endMs,
    out,
    format,
    token,
    origin: parseOrigin(values.origin ?? "http://localhost:4000"),
    zone,
    isFloat: values.float ?? false,
  };
}

/** Local in --time-zone where it has no offset, else UTC. */
function parseMoment(option: string, text: string, zone: string | null): number {
  const time = new TimeReader(zone ?? "UTC").read(text, null);
  if ("fault" in time) throw new UserFault(`${option} takes an ISO 8601 time, not "${text}".`);
  return time.timeMs;
}
