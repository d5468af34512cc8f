/**
 * Large answers of one machine that are made already and wait to be read. Deployed, the edge takes an answer at once and
 * keeps it for its reader; on one machine it stays in this process, and who asks and never reads would fill its memory. So
 * an answer of which nothing was read for long is given up, and of all together only so much is kept: of more, the ones that
 * were read from the longest ago are given up. Its connection ends when the piece on its way was read.
 */
import { SECOND_MS } from "#app/domain/durations.ts";

/** Smaller ones are not counted: the network's own buffers hold them. */
export const LARGE_BYTES = 256 * 1024;
/** Some ten of the largest answers, which a reader takes within seconds. */
const MOST_BYTES = 128 * 1024 * 1024;
const PATIENCE_MS = 30 * SECOND_MS;

/** Kept by nobody else: without `left` its memory is free. */
type Sending = { left: Uint8Array | null };

export class UnreadAnswers {
  readonly #most: number;
  /** Those that were read from the longest ago come first. */
  readonly #sendings = new Set<Sending>();

  constructor(most: number = MOST_BYTES) {
    this.#most = most;
  }

  /** What is kept of all answers together. */
  get bytes(): number {
    let sum = 0;
    for (const { left } of this.#sendings) sum += left?.buffer.byteLength ?? 0;
    return sum;
  }

  /** The answer's bytes, each piece when the one before was taken. Fails when it was not read from for too long. */
  send(bytes: Uint8Array): ReadableStream<Uint8Array> {
    const sending: Sending = { left: bytes };
    this.#sendings.add(sending);
    this.#makeRoom();
    let patience: ReturnType<typeof setTimeout> | undefined;
    const wait = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      clearTimeout(patience);
      patience = setTimeout(() => {
        this.#end(sending);
        controller.error(new Error("The answer was not read."));
      }, PATIENCE_MS);
    };
    const end = (): void => {
      clearTimeout(patience);
      this.#end(sending);
    };
    return new ReadableStream<Uint8Array>(
      {
        start: wait,
        pull: (controller) => {
          const { left } = sending;
          if (left === null) {
            end();
            return controller.error(new Error("The answer was given up for others."));
          }
          // A copy: a piece on its way would keep all of them.
          controller.enqueue(left.slice(0, LARGE_BYTES));
          if (left.length <= LARGE_BYTES) {
            end();
            return controller.close();
          }
          sending.left = left.subarray(LARGE_BYTES);
          this.#sendings.delete(sending);
          this.#sendings.add(sending);
          wait(controller);
        },
        cancel: end,
      },
      { highWaterMark: 0 },
    );
  }

  #makeRoom(): void {
    for (const sending of this.#sendings) {
      if (this.#sendings.size === 1 || this.bytes <= this.#most) return;
      this.#end(sending);
    }
  }

  #end(sending: Sending): void {
    sending.left = null;
    this.#sendings.delete(sending);
  }
}
