/**
 * `npm run import`: a machine's history from a customer's old system, through the same ingest as live samples. Wide
 * files (time and one column per metric) and long ones (time, metric, value), CSV or Parquet, of any size.
 *
 * What was stored stays when it is interrupted, and the same command goes on from there.
 */
import { statSync } from "node:fs";
import { basename } from "node:path";
import { openCsv } from "./import/csv-source.ts";
import { importFile } from "./import/import-file.ts";
import { planLayout } from "./import/layout.ts";
import { parseImportArgs, type ImportOptions } from "./import/options.ts";
import { openParquet } from "./import/parquet-source.ts";
import { ProgressLine } from "./import/progress-line.ts";
import { requireSampler } from "./import/sampler-config.ts";
import { sendBatch } from "./import/send-batch.ts";
import { ImportState } from "./import/state.ts";
import { describeTally, type Tally } from "./import/tally.ts";
import { runProgram, UserFault } from "./import/user-fault.ts";

async function main(args: string[]): Promise<void> {
  const options = parseImportArgs(args);
  const { file, origin, key, isDryRun, zone, asText, mapping } = options;
  const { size, mtimeMs } = statSync(file);
  const source =
    options.format === "csv"
      ? await openCsv(file, size)
      : await openParquet(file, options.timeColumn);
  const layout = planLayout(source.header, options);
  const facts = key === null ? null : await requireSampler(origin, key, options.device);
  console.log(
    `${basename(file)}: ${layout.kind === "wide" ? `${layout.metrics.length} metrics side by side` : "a metric and a value per row"}${facts ? `, to ${facts.device.serial_number} by its sampler "${facts.sampler.name}"` : ""}${isDryRun ? " (dry run)" : ""}`,
  );

  const state = new ImportState(options.statePath, fingerprintOf(options, size, mtimeMs));
  const from = isDryRun ? null : state.load();
  if (from)
    console.log(
      `going on after line ${from.position.line.toLocaleString("en-US")} (${state.path})`,
    );
  const stop = new AbortController();
  const interrupt = () =>
    stop.abort(
      new UserFault(`Interrupted; what was sent is stored. Run the same command to go on.`),
    );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupt);

  const line = new ProgressLine();
  const startedAt = Date.now();
  const storedBefore = from ? from.tally.accepted + from.tally.duplicate : 0;
  const waits = new Set<string>();
  const onWait = (reason: string | null): void => {
    if (reason === null) return waits.clear();
    if (!waits.has(reason)) line.say(`Helios is busy or away (${reason}); trying again`);
    waits.add(reason);
  };
  const tally = await importFile({
    source,
    reader: { layout, zone, asText, mapping },
    from,
    signal: stop.signal,
    send:
      key === null || isDryRun
        ? null
        : (id, batch, part) =>
            sendBatch({ origin, samplerKey: key, signal: stop.signal, onWait }, id, batch, part),
    save: (progress) => {
      if (!isDryRun) state.save(progress);
      line.show(() => {
        const perSecond =
          (progress.tally.accepted + progress.tally.duplicate - storedBefore) /
          Math.max(0.001, (Date.now() - startedAt) / 1000);
        return describeProgress(
          progress.position.offset / Math.max(1, source.total),
          progress.tally,
          perSecond,
        );
      });
    },
  }).finally(() => line.end());
  for (const text of describeTally(tally, isDryRun)) console.log(text);
  if (!isDryRun) state.remove();
}

function fingerprintOf(
  { file, device, origin, timeColumn, zone, mapText, asText }: ImportOptions,
  size: number,
  mtimeMs: number,
) {
  return {
    file: basename(file),
    size,
    "time of change": mtimeMs,
    device,
    origin,
    "time column": timeColumn,
    "time zone": zone,
    mapping: mapText,
    text: [...asText].join(),
  };
}

function describeProgress(
  share: number,
  { samples, accepted, duplicate, rejected }: Tally,
  perSecond: number,
): string {
  const count = (value: number): string => value.toLocaleString("en-US");
  const sum = rejected.reduce((total, each) => total + each.count, 0);
  return `${(share * 100).toFixed(1)} %  ${count(samples)} samples: accepted ${count(accepted)}, duplicate ${count(duplicate)}, rejected ${count(sum)}  ${count(Math.round(perSecond))}/s`;
}

await runProgram(main);
