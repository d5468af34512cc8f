/**
 * `npm run detect`: the product's own anomaly detection over a file, with its defaults. Writes time, value, lower, upper,
 * flag and score per row; with --why also abnormal and why, in words. docs/detection.md tells what they mean.
 */
import { once } from "node:events";
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";
import { whyInWords } from "#app/domain/detection/why.ts";
import { judgeSeries } from "./detect/judge-series.ts";
import { readSeries } from "./detect/read-series.ts";
import { START } from "./import/source.ts";
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
  const verdicts = judgeSeries(series);
  const part = `${out}.part`;
  const file = createWriteStream(part);
  const header = ["time", "value", "lower", "upper", "flag", "score"];
  let row = 0;
  let flags = 0;
  try {
    file.write(`${[...header, ...(language ? ["abnormal", "why"] : [])].join(",")}\n`);
    for await (const { fields } of series.source.rows(START)) {
      const verdict = verdicts[row]!;
      const time = String(fields[series.columns.time] ?? "").trim();
      const value = series.values[row]!;
      if (verdict?.flag) flags++;
      const cells: (string | number)[] = [
        time,
        Number.isNaN(value) ? "" : value,
        verdict?.lower ?? "",
        verdict?.upper ?? "",
        Number(verdict?.flag ?? false),
        Number((verdict?.score ?? 0).toFixed(3)),
      ];
      if (language) {
        const state = series.states && series.stateNames[series.states[row]!];
        const words =
          verdict?.why &&
          whyInWords(verdict.why, {
            language,
            atMs: series.timesMs[row]!,
            timeZone: "UTC",
            unit,
            state: state ?? undefined,
          });
        cells.push(Number(verdict?.abnormal ?? false), words ?? "");
      }
      if (!file.write(`${cells.map(quoted).join(",")}\n`)) await once(file, "drain");
      row++;
    }
    file.end();
    await finished(file);
    renameSync(part, out);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  const missing = series.missing > 0 ? `, ${series.missing} without a value` : "";
  console.log(`${row} rows${missing}; ${flags} flagged. Written to ${out}.`);
}

const quoted = (cell: string | number): string | number =>
  typeof cell === "string" && /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

await runProgram(main);
