/**
 * `npm run export`: every raw sample of a machine's metrics in a range, through /v1, as CSV (a page at a time, of any
 * length) or as one Parquet file (made in memory, so of a bounded number of samples).
 */
import { once } from "node:events";
import { createWriteStream, renameSync, rmSync, writeFileSync } from "node:fs";
import { finished } from "node:stream/promises";
import type { Column, Columns } from "#app/domain/series/types.ts";
import { writeSegment } from "#app/storage/segment-write.ts";
import { get } from "./export/api.ts";
import { doublesOf } from "./export/column-types.ts";
import { parseExportArgs, type ExportOptions } from "./export/options.ts";
import { readPages, type Ask, type Page, type Point, type Sample } from "./export/read-samples.ts";
import { headerLine, isoTimes, toLines } from "./export/rows.ts";
import { ProgressLine } from "./import/progress-line.ts";
import { runProgram, UserFault } from "./import/user-fault.ts";

/** About 1 GB while the columns are encoded. */
const MAX_PARQUET_SAMPLES = 20_000_000;

type Written = { rows: number; samples: number };

async function main(args: string[]): Promise<void> {
  const options = parseExportArgs(args);
  const { origin, token, device, startMs, endMs, out } = options;
  const path = `/v1/devices/${encodeURIComponent(device)}`;
  const { data: machine } = await get<{
    data: { id: number; serial_number: string; facility_timezone: string | null };
  }>(origin, token, path);
  const { data: known } = await get<{ data: string[] }>(origin, token, `${path}/tags`);
  const unknown = (options.metrics ?? []).filter((metric) => !known.includes(metric));
  if (unknown.length > 0)
    throw new UserFault(
      `${machine.serial_number} has no ${unknown.join(", ")}; it has ${known.slice(0, 30).join(", ") || "nothing yet"}.`,
    );
  const metrics = options.metrics ?? known;
  if (metrics.length === 0) throw new UserFault(`${machine.serial_number} has no metrics yet.`);

  const line = new ProgressLine();
  const ask: Ask = async (names, fromMs, toMs, datapoints) => {
    const query = new URLSearchParams({
      device_id: String(machine.id),
      start_time: iso(fromMs),
      end_time: iso(toMs),
      datapoints: String(datapoints),
    });
    for (const name of names) query.append("metrics[]", name);
    return (
      await get<{ data: Record<string, Point[]> }>(
        origin,
        token,
        `/v1/telemetry_timeseries?${query}`,
      )
    ).data;
  };
  async function* pages(): AsyncGenerator<Page> {
    for await (const page of readPages(ask, metrics, startMs, endMs)) {
      yield page;
      line.show(() => `${(((page.endMs - startMs) / (endMs - startMs)) * 100).toFixed(1)} %`);
    }
  }
  const zone = options.zone ?? machine.facility_timezone ?? "UTC";
  const partial = `${out}.partial`;
  try {
    const written =
      options.format === "csv"
        ? await writeCsv(partial, metrics, pages(), zone)
        : await writeParquet(partial, pages(), options.isFloat);
    renameSync(partial, out);
    line.end();
    console.log(describe(options, written, machine.serial_number, metrics.length));
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    line.end();
  }
}

async function writeCsv(
  path: string,
  metrics: readonly string[],
  pages: AsyncGenerator<Page>,
  zone: string,
): Promise<Written> {
  const written = { rows: 0, samples: 0 };
  const file = createWriteStream(path);
  const done = finished(file);
  // A full disk shows in the next write; until then it is nobody's.
  done.catch(() => {});
  const toIso = isoTimes(zone);
  file.write(headerLine(metrics));
  for await (const { samples } of pages) {
    for (const list of samples.values()) written.samples += list.length;
    for (const text of toLines(metrics, samples, toIso)) {
      written.rows += 1;
      if (!file.write(text)) await Promise.race([once(file, "drain"), done]);
    }
  }
  file.end();
  await done;
  return written;
}

async function writeParquet(
  path: string,
  pages: AsyncGenerator<Page>,
  isFloat: boolean,
): Promise<Written> {
  const all = new Map<string, Sample[][]>();
  let samples = 0;
  for await (const page of pages) {
    for (const [metric, list] of page.samples) {
      samples += list.length;
      const lists = all.get(metric);
      if (lists) lists.push(list);
      else all.set(metric, [list]);
    }
    if (samples > MAX_PARQUET_SAMPLES)
      throw new UserFault(
        `More than ${MAX_PARQUET_SAMPLES.toLocaleString("en-US")} samples do not fit one Parquet file; take a shorter range, or CSV.`,
      );
  }
  if (samples === 0)
    throw new UserFault("There is no sample in the range, and a Parquet file needs one.");
  const columns: Columns = Object.fromEntries(
    [...all].map(([metric, lists]) => [metric, toColumn(lists)]),
  );
  const { bytes, rows } = writeSegment(columns, doublesOf(Object.keys(columns), isFloat));
  writeFileSync(path, bytes);
  return { rows, samples };
}

function toColumn(lists: readonly Sample[][]): Column {
  const all = lists.flat();
  const times = Float64Array.from(all, ({ timeMs }) => timeMs);
  if (all.some(({ value }) => typeof value === "string"))
    return { kind: "text", times, values: all.map(({ value }) => String(value)) };
  return { kind: "number", times, values: Float64Array.from(all, ({ value }) => value as number) };
}

const iso = (ms: number): string => new Date(ms).toISOString();

function describe(
  { out, startMs, endMs }: ExportOptions,
  { rows, samples }: Written,
  machine: string,
  metrics: number,
): string {
  const count = (value: number): string => value.toLocaleString("en-US");
  return `${out}: ${count(rows)} rows, ${count(samples)} samples of ${count(metrics)} metrics of ${machine}, ${iso(startMs)} to ${iso(endMs)}`;
}

await runProgram(main);
