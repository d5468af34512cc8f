/**
 * Pages as the edge sends them: deployed, Cloudflare compresses what a Worker answers; on one machine nobody would. Each
 * piece of a page leaves as it comes, so that one whose past is late is seen before it; JSON is there at once, and is
 * compressed at once, in a fifth of the time.
 */
import { constants, createGzip, gzipSync } from "node:zlib";
import type { WebEnv } from "#app/platform/env.ts";

/** Beyond it a text takes longer and is hardly smaller. */
const LEVEL = 4;
/** Shorter ones fit into a packet anyway. */
const WORTH_BYTES = 1_200;
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
  if (!/\bgzip\b/.test(request.headers.get("Accept-Encoding") ?? "")) return answer;
  const compressed = new Headers(headers);
  compressed.set("Content-Encoding", "gzip");
  compressed.delete("Content-Length");
  compressed.append("Vary", "Accept-Encoding");
  if (JSON_TYPE.test(headers.get("Content-Type") ?? "")) {
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes.length < WORTH_BYTES) return new Response(bytes, { status, headers });
    return new Response(gzipSync(bytes, { level: LEVEL }), {
      status,
      headers: compressed,
      encodeBody: "manual",
    });
  }
  return new Response(gzipPieces(body), { status, headers: compressed, encodeBody: "manual" });
}

export function gzipPieces(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH, level: LEVEL });
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      gzip.on("data", (piece: Uint8Array) => controller.enqueue(new Uint8Array(piece)));
      gzip.on("end", () => controller.close());
      gzip.on("error", (error) => controller.error(error));
    },
    async pull() {
      const { done, value } = await reader.read();
      await new Promise<void>((written) =>
        done ? gzip.end(written) : gzip.write(value, () => written()),
      );
    },
    async cancel(reason) {
      // What is on its way goes nowhere.
      gzip.removeAllListeners("data").destroy();
      await reader.cancel(reason);
    },
  });
}
