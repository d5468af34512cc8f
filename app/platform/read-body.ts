/**
 * The one way to read a request's body: at most so many bytes, counted while they come, and never
 * slower than a minimum rate. Content-Length is believed only where it says too much.
 */
import { AppError } from "#app/domain/errors.ts";

/** How long a body may bring nothing. */
export const BODY_IDLE_MS = 30_000;
/**
 * The rate that keeps a body alive: each byte buys its share of a second, and 30 s at most are saved up.
 * A body at one byte a second ends after 30 s too; one of 1 MiB lasts 17.5 minutes at the very most.
 */
export const MIN_BODY_BYTES_PER_SECOND = 1_024;

/**
 * How much of a body that is refused is read all the same, and for how long: a client that sends all before it reads hears
 * why only so, for its connection ends otherwise. workerd itself reads 64 KiB more.
 */
export const DISCARDED_BYTES = 8 * 1_048_576;
export const DISCARD_MS = 2_000;
const READ_BY_WORKERD = 65_536;

/**
 * The bytes of a body; none when there is no body. Throws AppError: `too_large` (over `maxBytes`),
 * `request_timeout` (too slow), `malformed` (the sender hung up, or framed its chunks badly).
 */
export async function readBody(
  request: Request,
  { maxBytes }: { maxBytes: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new AppError("too_large", { message: `The body is larger than ${maxBytes} bytes.` });
  if (announcedBytes(request) > maxBytes) {
    await discardBody(request);
    throw tooLarge();
  }
  if (request.body === null) return new Uint8Array(0);

  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const pace = startPace();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), pace.tooSlow]);
      if (done) return joinChunks(chunks, length);
      length += value.byteLength;
      if (length > maxBytes) {
        await discard(reader);
        throw tooLarge();
      }
      pace.received(value.byteLength);
      chunks.push(value);
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    if (error instanceof AppError) throw error;
    throw new AppError("malformed", { message: "The body ended before it was complete." });
  } finally {
    pace.stop();
  }
}

const announcedBytes = (request: Request): number =>
  Number(request.headers.get("Content-Length") ?? 0);

/** Reads, within bounds, what nobody read of a body that is about to be refused. Never throws. */
export async function discardBody(request: Request): Promise<void> {
  const announced = announcedBytes(request);
  const isSmall = request.headers.has("Content-Length") && announced <= READ_BY_WORKERD;
  if (request.body === null || request.bodyUsed || isSmall || announced > DISCARDED_BYTES) return;
  if (!request.body.locked) await discard((request.body as ReadableStream<Uint8Array>).getReader());
}

async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), DISCARD_MS);
  });
  try {
    for (let left = DISCARDED_BYTES; left > 0;) {
      const next = await Promise.race([reader.read(), late]);
      if (next === null || next.done) break;
      left -= next.value.byteLength;
    }
  } catch {
    // Its sender hung up: nobody is there to be told.
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => undefined);
  }
}

/** The same as UTF-8 text; bytes that are none are `malformed`. */
export async function readBodyText(
  request: Request,
  limits: { maxBytes: number },
): Promise<string> {
  const bytes = await readBody(request, limits);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("malformed", { message: "The body is not UTF-8 text." });
  }
}

/** `tooSlow` rejects once the saved-up time is gone. One timer for the whole body. */
function startPace(): {
  tooSlow: Promise<never>;
  received: (bytes: number) => void;
  stop: () => void;
} {
  let dueMs = Date.now() + BODY_IDLE_MS;
  let timer: ReturnType<typeof setTimeout>;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    const check = (): void => {
      const leftMs = dueMs - Date.now();
      if (leftMs > 0) timer = setTimeout(check, leftMs);
      else
        reject(
          new AppError("request_timeout", {
            message: `The body came too slowly: at least ${MIN_BODY_BYTES_PER_SECOND} bytes a second, and never ${BODY_IDLE_MS / 1000} s without any.`,
          }),
        );
    };
    timer = setTimeout(check, BODY_IDLE_MS);
  });
  // Nobody may be waiting when it fires.
  tooSlow.catch(() => undefined);
  return {
    tooSlow,
    received: (bytes) => {
      dueMs = Math.min(
        dueMs + (bytes / MIN_BODY_BYTES_PER_SECOND) * 1000,
        Date.now() + BODY_IDLE_MS,
      );
    },
    stop: () => clearTimeout(timer),
  };
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
