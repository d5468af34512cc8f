/**
 * One machine's unsent batches on disk, oldest first. Append-only files of up to 64 batches, one
 * line each: samples, end of the batch (Unix ms), batch id, frames as JSON. A file is removed when
 * all of it was stored by Helios, so a kill at any moment repeats some batches and loses none;
 * a line that a kill cut short is ignored. `dropped` survives in a file of its own.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import { readWhole, writeWhole } from "./files.ts";

export type StoredBatch = { id: string; samples: number; untilMs: number; frames: string };

/** What is being sent: acknowledge or drop exactly this. */
export type Taken = { segment: Segment; batches: readonly StoredBatch[] };

type Segment = {
  path: string;
  number: number;
  batches: number;
  samples: number;
  bytes: number;
  fromMs: number;
  untilMs: number;
};

const BATCHES_PER_FILE = 64;
const LINE = /^(\d+) (\d+) (\S+) (.+)$/;

export class Outbox {
  private readonly dir: string;
  private segments: Segment[] = [];
  /** The unsent batches of the oldest file, when it was read. */
  private head: StoredBatch[] | null = null;
  private inFlight: Segment | null = null;
  private droppedCount: number;

  constructor(dir: string) {
    this.dir = dir;
    mkdirSync(dir, { recursive: true });
    const kept = readWhole(join(dir, "dropped.json")) as { dropped?: number } | null;
    this.droppedCount = typeof kept?.dropped === "number" ? kept.dropped : 0;
    const numbers = readdirSync(dir)
      .flatMap((name) => /^(\d+)\.log$/.exec(name)?.[1] ?? [])
      .map(Number);
    for (const number of numbers.sort((a, b) => a - b)) this.adopt(number);
  }

  get buffered(): number {
    return this.segments.reduce((sum, segment) => sum + segment.samples, 0);
  }

  get bytes(): number {
    return this.segments.reduce((sum, segment) => sum + segment.bytes, 0);
  }

  get dropped(): number {
    return this.droppedCount;
  }

  get isEmpty(): boolean {
    return this.segments.length === 0;
  }

  append(batch: StoredBatch): void {
    let segment = this.segments.at(-1);
    if (!segment || segment.batches >= BATCHES_PER_FILE) {
      const number = (segment?.number ?? 0) + 1;
      segment = {
        path: join(this.dir, `${number}.log`),
        number,
        batches: 0,
        samples: 0,
        bytes: 0,
        fromMs: batch.untilMs,
        untilMs: 0,
      };
    }
    const line = `${batch.samples} ${batch.untilMs} ${batch.id} ${batch.frames}\n`;
    try {
      appendFileSync(segment.path, line);
    } catch (error) {
      // A full disk: what it took of the line must not spoil the next one.
      if (existsSync(segment.path)) truncateSync(segment.path, segment.bytes);
      this.countDropped(batch.samples);
      throw error;
    }
    if (segment.batches === 0) this.segments.push(segment);
    if (segment === this.segments[0] && this.head) this.head.push(batch);
    segment.batches++;
    segment.samples += batch.samples;
    segment.bytes += Buffer.byteLength(line);
    segment.untilMs = batch.untilMs;
  }

  /** The oldest unsent batches, at most `most`, all of one file; null when there are none. */
  take(most: number): Taken | null {
    const segment = this.segments[0];
    if (!segment) return null;
    this.head ??= readLines(segment.path);
    if (this.head.length === 0) {
      this.remove(segment);
      return this.take(most);
    }
    this.inFlight = segment;
    return { segment, batches: this.head.slice(0, most) };
  }

  /** They are stored, or were given up (then also `countDropped`). */
  settle({ segment, batches }: Taken): void {
    this.release();
    if (segment !== this.segments[0] || !this.head) return;
    this.head.splice(0, batches.length);
    segment.batches -= batches.length;
    for (const batch of batches) segment.samples -= batch.samples;
    if (this.head.length === 0) this.remove(segment);
  }

  /** Nothing is being sent any more. */
  release(): void {
    this.inFlight = null;
  }

  countDropped(samples: number): void {
    this.droppedCount += samples;
    try {
      writeWhole(join(this.dir, "dropped.json"), { dropped: this.droppedCount });
    } catch {
      // A full disk is the likely reason of the drop itself; the count holds until the process ends.
    }
  }

  /** The oldest file that may be given up: not the one being sent. */
  oldest(): { fromMs: number; untilMs: number } | null {
    return this.segments.find((segment) => segment !== this.inFlight) ?? null;
  }

  dropOldest(): number {
    const segment = this.segments.find((candidate) => candidate !== this.inFlight);
    if (!segment) return 0;
    const { samples } = segment;
    this.remove(segment);
    this.countDropped(samples);
    return samples;
  }

  private remove(segment: Segment): void {
    if (segment === this.segments[0]) this.head = null;
    this.segments = this.segments.filter((other) => other !== segment);
    rmSync(segment.path, { force: true });
  }

  private adopt(number: number): void {
    const path = join(this.dir, `${number}.log`);
    const batches = readLines(path);
    if (batches.length === 0) return rmSync(path, { force: true });
    const bytes = batches.reduce((sum, batch) => sum + Buffer.byteLength(toLine(batch)), 0);
    // Cut off what a kill left of the last line, so that the next one starts on a line of its own.
    truncateSync(path, bytes);
    const samples = batches.reduce((sum, batch) => sum + batch.samples, 0);
    this.segments.push({
      path,
      number,
      batches: batches.length,
      samples,
      bytes,
      fromMs: batches[0]!.untilMs,
      untilMs: batches.at(-1)!.untilMs,
    });
  }
}

const toLine = ({ samples, untilMs, id, frames }: StoredBatch): string =>
  `${samples} ${untilMs} ${id} ${frames}\n`;

/** Whole lines up to the first that is none. */
function readLines(path: string): StoredBatch[] {
  const lines = readFileSync(path, "utf8").split("\n");
  lines.pop();
  const batches: StoredBatch[] = [];
  for (const line of lines) {
    const match = LINE.exec(line);
    if (!match) break;
    batches.push({
      samples: Number(match[1]),
      untilMs: Number(match[2]),
      id: match[3]!,
      frames: match[4]!,
    });
  }
  return batches;
}

/** Gives up the oldest samples of the fleet until both bounds hold; answers how many. */
export function enforceBounds(
  outboxes: readonly Outbox[],
  bounds: { maxBytes: number; maxAgeMs: number; nowMs: number },
): number {
  let dropped = 0;
  for (const outbox of outboxes) {
    for (
      let oldest = outbox.oldest();
      oldest && oldest.untilMs < bounds.nowMs - bounds.maxAgeMs;
      oldest = outbox.oldest()
    )
      dropped += outbox.dropOldest();
  }
  let bytes = outboxes.reduce((sum, outbox) => sum + outbox.bytes, 0);
  while (bytes > bounds.maxBytes) {
    const fromMs = (outbox: Outbox): number => outbox.oldest()?.fromMs ?? Infinity;
    const eldest = outboxes.reduce((a, b) => (fromMs(b) < fromMs(a) ? b : a));
    if (fromMs(eldest) === Infinity) break;
    dropped += eldest.dropOldest();
    bytes = outboxes.reduce((sum, outbox) => sum + outbox.bytes, 0);
  }
  return dropped;
}
