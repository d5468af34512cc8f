/** A row per sample: time, value, lower, upper, flag, score; with a language also abnormal and why, in words. */
import { once } from "node:events";
import { createWriteStream, renameSync, rmSync } from "node:fs";
import { finished } from "node:stream/promises";
import type { Verdict } from "#app/domain/detection/uts-detector.ts";
import { whyInWords } from "#app/domain/detection/why.ts";
import { START } from "#scripts/import/source.ts";
import type { Series } from "./read-series.ts";

export type WordsOptions = { language?: "en" | "es" | undefined; unit?: string | undefined };

/** Writes beside `out` and moves it there when it is whole. Times stand as in the file that was read. */
export async function writeFlags(
  series: Series,
  verdicts: readonly (Verdict | null)[],
  out: string,
  options: WordsOptions,
): Promise<{ rows: number; flags: number }> {
  const part = `${out}.part`;
  const file = createWriteStream(part);
  const header = ["time", "value", "lower", "upper", "flag", "score"];
  let row = 0;
  try {
    file.write(`${[...header, ...(options.language ? ["abnormal", "why"] : [])].join(",")}\n`);
    for await (const { fields } of series.source.rows(START)) {
      const time = String(fields[series.columns.time] ?? "").trim();
      const cells = cellsOf(series, row, time, verdicts[row] ?? null, options);
      if (!file.write(`${cells.map(quoted).join(",")}\n`)) await once(file, "drain");
      row++;
    }
    file.end();
    await finished(file);
    renameSync(part, out);
  } catch (error) {
    file.destroy();
    rmSync(part, { force: true });
    throw error;
  }
  return { rows: row, flags: verdicts.filter((verdict) => verdict?.flag).length };
}

function cellsOf(
  series: Series,
  row: number,
  time: string,
  verdict: Verdict | null,
  { language, unit }: WordsOptions,
): (string | number)[] {
  const value = series.values[row]!;
  const cells: (string | number)[] = [
    time,
    Number.isNaN(value) ? "" : value,
    verdict?.lower ?? "",
    verdict?.upper ?? "",
    Number(verdict?.flag ?? false),
    Number((verdict?.score ?? 0).toFixed(3)),
  ];
  if (!language) return cells;
  const context = {
    language,
    atMs: series.timesMs[row]!,
    timeZone: "UTC",
    unit,
    state: series.states ? series.stateNames[series.states[row]!] : undefined,
  };
  const words = verdict?.why ? whyInWords(verdict.why, context) : "";
  return [...cells, Number(verdict?.abnormal ?? false), words];
}

const quoted = (cell: string | number): string | number =>
  typeof cell === "string" && /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
