/** Rows of a file to samples; what cannot be one is counted with its reason and first line. */
import type { ImportSample } from "./batch-builder.ts";
import { isMetricName, type Layout } from "./layout.ts";
import type { FileRow, Source } from "./source.ts";
import { reject, type Tally } from "./tally.ts";
import { TimeReader, type ParsedTime } from "./times.ts";
import { isTextMetric, readValue } from "./values.ts";

export type RowReaderOptions = {
  source: Pick<Source, "header" | "hasLocalDates" | "isTyped" | "decimalComma">;
  layout: Layout;
  zone: string | null;
  asText: ReadonlySet<string>;
  mapping: ReadonlyMap<string, string>;
};
/** The last time of each metric of a long file, of the file (by "") of a wide one: what tells the two passes of an hour that comes twice. */
export type PreviousTimes = Record<string, number>;

export class RowReader {
  readonly #options: RowReaderOptions;
  readonly #times: TimeReader;
  readonly #texts = new Map<string, boolean>();
  readonly #previous: Map<string, number>;

  constructor(options: RowReaderOptions, previous: PreviousTimes = {}) {
    this.#options = options;
    this.#times = new TimeReader(options.zone);
    this.#previous = new Map(Object.entries(previous));
  }

  /** Needed where local times are read, and then saved with the position. */
  previousTimes(): PreviousTimes {
    return this.#options.zone === null ? {} : Object.fromEntries(this.#previous);
  }

  read({ fields, end }: FileRow, tally: Tally): ImportSample[] {
    const { layout, source, mapping } = this.#options;
    tally.rows += 1;
    const at = (text: string) => () => `line ${end.line}: ${text.slice(0, 120)}`;
    if (fields.length !== source.header.length) {
      reject(
        tally,
        "",
        "bad_row",
        1,
        at(`${fields.length} columns instead of ${source.header.length}`),
      );
      return [];
    }
    const named = layout.kind === "long" ? String(fields[layout.metric] ?? "").trim() : "";
    const long = layout.kind === "long" ? (mapping.get(named) ?? named) : null;
    if (long !== null && mapping.get(named) === "") return [];
    if (long !== null && !isMetricName(long)) {
      reject(tally, "", "bad_metric", 1, at(JSON.stringify(long)));
      return [];
    }
    const time = this.#readTime(fields[layout.time], long ?? "");
    if ("fault" in time) {
      reject(tally, "", time.fault, 1, at(String(fields[layout.time])));
      return [];
    }
    this.#previous.set(long ?? "", time.timeMs);
    if (time.isAmbiguous && tally.ambiguous.count++ === 0)
      tally.ambiguous.example = at(String(fields[layout.time]))();

    const samples: ImportSample[] = [];
    const take = (metric: string, field: unknown): void => {
      const read = readValue(field, this.#isText(metric), source.decimalComma);
      if ("fault" in read) reject(tally, metric, read.fault, 1, at(String(field)));
      else if (read.value !== null)
        samples.push({ metric, timeMs: time.timeMs, value: read.value, line: end.line });
    };
    if (layout.kind === "long") take(long as string, fields[layout.value]);
    else for (const { metric, column } of layout.metrics) take(metric, fields[column]);
    if (samples.length > 0) {
      tally.samples += samples.length;
      tally.firstMs = Math.min(tally.firstMs ?? Infinity, time.timeMs);
      tally.lastMs = Math.max(tally.lastMs ?? -Infinity, time.timeMs);
    }
    return samples;
  }

  #readTime(field: unknown, key: string): ParsedTime {
    const previous = this.#previous.get(key) ?? null;
    if (field instanceof Date) {
      const ms = field.getTime();
      if (Number.isNaN(ms)) return { fault: "bad_time" };
      return this.#options.source.hasLocalDates
        ? this.#times.readLocal(ms, previous)
        : { timeMs: ms, isAmbiguous: false };
    }
    return this.#times.read(field === null || field === undefined ? "" : String(field), previous);
  }

  #isText(metric: string): boolean {
    const { asText, source, layout } = this.#options;
    let known = this.#texts.get(metric);
    if (known === undefined)
      this.#texts.set(
        metric,
        (known = isTextMetric(metric, asText, source.isTyped && layout.kind === "wide")),
      );
    return known;
  }
}
