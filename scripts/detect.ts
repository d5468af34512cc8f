/**
 * `npm run detect`: the product's own anomaly detection over a file, with its defaults. Writes time, value, lower, upper,
 * flag and score per row; with --why also abnormal and why, in words. docs/detection.md tells what they mean.
 */
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { judgeSeries } from "./detect/judge-series.ts";
import { readSeries } from "./detect/read-series.ts";
import { writeFlags } from "./detect/write-flags.ts";
import { runProgram, UserFault } from "./import/user-fault.ts";

const USAGE = "npm run detect -- --csv IN.csv --out FLAGS.csv [--why en|es] [--unit mm/s]";

async function main(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values: given } = parseArgs({
    args,
    options: { csv: text, out: text, why: text, unit: text },
  });
  const { csv, out, why: language, unit } = given;
  if (!csv || !out) throw new UserFault(`Usage: ${USAGE}`);
  if (language !== undefined && language !== "en" && language !== "es")
    throw new UserFault("--why takes en or es.");
  if (resolve(csv) === resolve(out)) throw new UserFault("--out must be another file than --csv.");
  if (!existsSync(dirname(out)) || !statSync(dirname(out)).isDirectory())
    throw new UserFault(`There is no folder ${dirname(out)}.`);

  const series = await readSeries(csv);
  const { rows, flags } = await writeFlags(series, judgeSeries(series), out, { language, unit });
  const missing = series.missing > 0 ? `, ${series.missing} without a value` : "";
  console.log(`${rows} rows${missing}; ${flags} flagged. Written to ${out}.`);
}

await runProgram(main);
