/**
 * An answer of any size as messages of a bounded one: a call between Workers carries 32 MiB at most, and a recorder's
 * memory holds one part at a time.
 */
import { ColumnBuffer } from "./column-buffer.ts";
import { mergeRollups, rollupOf, type RollupColumn } from "./rollup.ts";
import type { SnapshotFile, SnapshotPart } from "./snapshot.ts";
import { columnOf, type Column } from "./types.ts";

/** About what a part takes; one that holds a single thing may take more (an hour of texts of one metric: 2 MB). */
export const PART_BYTES = 2 * 1024 * 1024;
const SAMPLE_BYTES = 16;
/** Of a character, and of what a text takes besides. */
const CHAR_BYTES = 2;
const TEXT_BYTES = 8;
/** A file's name, windows and size. */
const FILE_BYTES = 160;
const WINDOW_BYTES = 32;

export class PartPacker {
  #bytes = 0;
  #files: SnapshotFile[] = [];
  readonly #rollups = new Map<string, RollupColumn[]>();
  readonly #tail = new Map<string, ColumnBuffer>();

  *addRollups(metric: string, column: RollupColumn): Generator<SnapshotPart, void> {
    yield* this.#take(column.rows.byteLength + bytesOfTexts(column.texts ?? []));
    const known = this.#rollups.get(metric);
    if (known) known.push(column);
    else this.#rollups.set(metric, [column]);
  }

  *addTail(metric: string, column: Column): Generator<SnapshotPart, void> {
    if (column.times.length === 0) return;
    yield* this.#take(bytesOfColumn(column));
    let buffer = this.#tail.get(metric);
    if (!buffer) this.#tail.set(metric, (buffer = new ColumnBuffer(column.kind)));
    buffer.appendRange(column, -Infinity, Infinity);
  }

  *addFile(file: SnapshotFile): Generator<SnapshotPart, void> {
    yield* this.#take(FILE_BYTES + file.windows.length * WINDOW_BYTES + (file.chunks?.length ?? 0));
    this.#files.push(file);
  }

  /** What is left, perhaps nothing. */
  rest(): SnapshotPart {
    const part = {
      files: this.#files,
      rollups: Object.fromEntries(
        [...this.#rollups].map(([name, all]) => [name, mergeRollups(all)]),
      ),
      tail: Object.fromEntries([...this.#tail].map(([name, buffer]) => [name, buffer.slice()])),
    };
    this.#files = [];
    this.#rollups.clear();
    this.#tail.clear();
    this.#bytes = 0;
    return part;
  }

  *#take(bytes: number): Generator<SnapshotPart, void> {
    if (this.#bytes > 0 && this.#bytes + bytes > PART_BYTES) yield this.rest();
    this.#bytes += bytes;
  }
}

/** About what the part takes as a message. */
export const bytesOfPart = ({ files, rollups, tail }: SnapshotPart): number =>
  files.reduce(
    (sum, { windows, chunks }) =>
      sum + FILE_BYTES + windows.length * WINDOW_BYTES + (chunks?.length ?? 0),
    0,
  ) +
  Object.keys(rollups).reduce((sum, metric) => {
    const column = rollupOf(rollups, metric);
    return sum + (column ? column.rows.byteLength + bytesOfTexts(column.texts ?? []) : 0);
  }, 0) +
  Object.keys(tail).reduce((sum, metric) => {
    const column = columnOf(tail, metric);
    return sum + (column ? bytesOfColumn(column) : 0);
  }, 0);

const bytesOfColumn = (column: Column): number =>
  column.kind === "number"
    ? column.times.length * SAMPLE_BYTES
    : column.times.length * SAMPLE_BYTES + bytesOfTexts(column.values);

function bytesOfTexts(texts: readonly string[]): number {
  let bytes = texts.length * TEXT_BYTES;
  for (const text of texts) bytes += text.length * CHAR_BYTES;
  return bytes;
}
