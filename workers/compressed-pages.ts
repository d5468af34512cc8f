/**
 * Pages as the edge sends them: deployed, Cloudflare compresses what a Worker answers; on one machine nobody would. What
 * there is of a page leaves as it comes, so that one whose past is late is seen before it; JSON is there at once, and is
 * compressed at once, in a fifth of the time.
 */
import { Buffer } from "node:buffer";
import { setImmediate } from "node:timers";
import { constants, createGzip, gzipSync } from "node:zlib";
import type { WebEnv } from "#app/platform/env.ts";
import { turns } from "#app/platform/turns.ts";
import { takesEncoding } from "./hashed-assets.ts";
import { LARGE_BYTES, UnreadAnswers } from "./unread-answers.ts";

/** Beyond it a text takes longer and is hardly smaller. */
const LEVEL = 4;
/** Shorter ones fit into a packet anyway. */
const WORTH_BYTES = 1_200;
/** So much is compressed at once. */
const PIECE_BYTES = 256 * 1024;
/** What compressing costs, beside a value that is decoded. */
const BYTES_A_VALUE = 10;
const JSON_TYPE = /^application\/json\b/;
const TEXT = /^(?:text\/html|text\/x-script|application\/json)\b/;

export async function compressLocally(
  answer: Response,
  request: Request,
  { HELIOS_MODE }: Pick<WebEnv, "HELIOS_MODE">,
): Promise<Response> {
  const { headers, body, status } = answer;
  const isText = TEXT.test(headers.get("Content-Type") ?? "");
  if (HELIOS_MODE !== "local" || body === null || !isText || headers.has("Content-Encoding"))
    return answer;
  const takesGzip = takesEncoding(request.headers.get("Accept-Encoding"), "gzip");
  const isJson = JSON_TYPE.test(headers.get("Content-Type") ?? "");
  if (!takesGzip && !isJson) return answer;
  const compressed = new Headers(headers);
  compressed.set("Content-Encoding", "gzip");
  compressed.delete("Content-Length");
  compressed.append("Vary", "Accept-Encoding");
  if (isJson) {
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (!takesGzip || bytes.length < WORTH_BYTES)
      return new Response(toSend(bytes, request), { status, headers });
    const zipped =
      bytes.length <= PIECE_BYTES ? gzipSync(bytes, { level: LEVEL }) : await gzipInTurns(bytes);
    return new Response(toSend(zipped, request), {
      status,
      headers: compressed,
      encodeBody: "manual",
    });
  }
  return new Response(gzipPieces(body), { status, headers: compressed, encodeBody: "manual" });
}

/** Of this isolate. */
const unread = new UnreadAnswers();
/** Of a HEAD nothing is ever read. */
const toSend = (bytes: Uint8Array<ArrayBuffer>, { method }: Request): BodyInit =>
  bytes.length <= LARGE_BYTES || method === "HEAD" ? bytes : unread.send(bytes);

/** In pieces: hundreds of thousands of points would keep everybody else waiting. */
async function gzipInTurns(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const gzip = createGzip({ level: LEVEL });
  const made: Uint8Array<ArrayBuffer>[] = [];
  gzip.on("data", (piece: Uint8Array) => made.push(new Uint8Array(piece)));
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    await new Promise<void>((written, failed) =>
      gzip.write(piece, (error) => (error ? failed(error) : written())),
    );
    await turns.take(piece.length / BYTES_A_VALUE);
  }
  await new Promise<void>((ended, failed) =>
    gzip
      .on("end", () => ended())
      .on("error", failed)
      .end(),
  );
  return new Uint8Array(await new Blob(made).arrayBuffer());
}

export function gzipPieces(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH, level: LEVEL });
  const reader = body.getReader();
  const next = piecesAtHand(reader);
  return new ReadableStream<Uint8Array>({
    start(controller) {
      gzip.on("data", (piece: Uint8Array) => controller.enqueue(new Uint8Array(piece)));
      gzip.on("end", () => controller.close());
      gzip.on("error", (error) => controller.error(error));
    },
    async pull() {
      const piece = await next();
      await new Promise<void>((written) =>
        piece === null ? gzip.end(written) : gzip.write(piece, () => written()),
      );
    },
    async cancel(reason) {
      // What is on its way goes nowhere.
      gzip.removeAllListeners("data").destroy();
      await reader.cancel(reason);
    },
  });
}

/**
 * What there is to read by now, as one piece, null at the end. React writes a page in pieces of half a kilobyte: compressed
 * and sent one by one, they cost more than the page's own bytes.
 */
function piecesAtHand(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): () => Promise<Uint8Array | null> {
  let ahead: ReturnType<typeof reader.read> | null = null;
  return async () => {
    const first = await (ahead ?? reader.read());
    ahead = null;
    if (first.done) return null;
    const pieces = [first.value];
    const turn = new Promise<null>((resolve) => void setImmediate(() => resolve(null)));
    for (let bytes = first.value.length; bytes < PIECE_BYTES;) {
      ahead = reader.read();
      const read = await Promise.race([ahead, turn]);
      if (read === null || read.done) break;
      ahead = null;
      pieces.push(read.value);
      bytes += read.value.length;
    }
    return pieces.length === 1 ? first.value : Buffer.concat(pieces);
  };
}
