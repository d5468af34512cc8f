/**
 * Reads a file and posts it, batch by batch in the file's order: while one is stored the next is read. After each
 * stored batch the state says where to go on; what a kill repeats, Helios counts as duplicate.
 */
import { BatchBuilder, type Batch } from "./batch-builder.ts";
import { RowReader, type PreviousTimes, type RowReaderOptions } from "./row-reader.ts";
import { START, type Position, type Source } from "./source.ts";
import type { Progress } from "./state.ts";
import { addTally, newTally, type Tally } from "./tally.ts";
import { UserFault } from "./user-fault.ts";

/** A part of the file: its samples, what was wrong with its rows, and where it ends. */
export type Part = { batch: Batch; tally: Tally; end: Position; previous: PreviousTimes };

export type ImportFileDeps = {
  source: Source;
  reader: Omit<RowReaderOptions, "source">;
  from: Progress | null;
  /** Stores the batch and adds to its tally what became of it; null: nothing is sent. */
  send: ((id: string, batch: Batch, tally: Tally) => Promise<void>) | null;
  save: (progress: Progress) => void;
  signal: AbortSignal;
};

/** Rows without a sample end a part, too: a file of nothing but faults shows progress, and is given up. */
const PART_ROWS = 200_000;
const HOPELESS_ROWS = 1_000;

export async function importFile({
  source,
  reader: options,
  from,
  send,
  save,
  signal,
}: ImportFileDeps): Promise<Tally> {
  const reader = new RowReader({ ...options, source }, from?.previous);
  const progress: Progress = from ?? {
    position: START,
    previous: {},
    tally: newTally(),
    batches: 0,
  };
  let sending: Promise<void> | null = null;

  const settle = async (part: Part): Promise<void> => {
    if (send && part.batch.samples > 0)
      await send(`import-${progress.batches + 1}`, part.batch, part.tally);
    addTally(progress.tally, part.tally);
    progress.position = part.end;
    progress.previous = part.previous;
    progress.batches += 1;
    save(progress);
  };
  for await (const part of readParts(source, reader, progress.position)) {
    if (sending) await sending;
    signal.throwIfAborted();
    requireHope(progress.tally, part.tally);
    sending = settle(part);
    // It is awaited in the next turn; until then its failure is nobody's.
    sending.catch(() => {});
  }
  if (sending) await sending;
  return progress.tally;
}

async function* readParts(source: Source, reader: RowReader, from: Position): AsyncGenerator<Part> {
  let builder = new BatchBuilder();
  let tally = newTally();
  let end = from;
  for await (const row of source.rows(from)) {
    for (const sample of reader.read(row, tally)) builder.add(sample);
    end = row.end;
    const isHopelessSoFar = tally.samples === 0 && tally.rows === HOPELESS_ROWS;
    if (!builder.isFull && tally.rows < PART_ROWS && !isHopelessSoFar) continue;
    yield { batch: builder.build(), tally, end, previous: reader.previousTimes() };
    builder = new BatchBuilder();
    tally = newTally();
  }
  if (tally.rows > 0)
    yield { batch: builder.build(), tally, end, previous: reader.previousTimes() };
}

/** A file whose first rows are all wrong is read wrongly: that is one line, not a summary of a million. */
function requireHope(sofar: Tally, part: Tally): void {
  const [first] = part.rejected;
  if (
    sofar.rows === 0 &&
    part.samples === 0 &&
    first &&
    part.rejected.every(({ tag }) => tag === "")
  ) {
    throw new UserFault(
      `No row can be read, for ${first.reason.replaceAll("_", " ")}: ${first.example}${first.reason === "no_zone" ? " has no zone; name it with --time-zone" : ""}.`,
    );
  }
}
