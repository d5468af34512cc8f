/** One POST to the ingest (CONTRACT §3) and what its answer means to a sampler. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";

export type PostRequest = {
  origin: string;
  samplerKey: string;
  body: string;
  signal: AbortSignal;
  timeoutMs?: number;
};

export type PostOutcome =
  | {
      status: "stored";
      accepted: number;
      duplicate: number;
      rejected: { tag: string; reason: string; count: number }[];
    }
  /** Not stored; the same batch may succeed later. */
  | { status: "busy"; reason: string; retryAfterMs: number | null }
  | { status: "unauthorized" }
  /** Not stored, and never will be as it is. */
  | { status: "refused"; code: number; reason: string };

const GZIP_FROM_BYTES = 8_192;
const TIMEOUT_MS = 30_000;
const MAX_RETRY_AFTER_MS = 10 * 60_000;
const zip = promisify(gzip);

/** Rejects only when `signal` ends it. */
export async function postBatch({
  origin,
  samplerKey,
  body,
  signal,
  timeoutMs = TIMEOUT_MS,
}: PostRequest): Promise<PostOutcome> {
  const isLarge = body.length >= GZIP_FROM_BYTES;
  const headers: Record<string, string> = {
    authorization: `Bearer ${samplerKey}`,
    "content-type": "application/json",
  };
  if (isLarge) headers["content-encoding"] = "gzip";
  try {
    const response = await fetch(`${origin}/ingest/v1/batches`, {
      method: "POST",
      headers,
      body: isLarge ? await zip(body, { level: 4 }) : body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    return interpret(response.status, response.headers.get("retry-after"), await response.text());
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return { status: "busy", reason: reasonOf(error), retryAfterMs: null };
  }
}

function interpret(code: number, retryAfter: string | null, text: string): PostOutcome {
  if (code >= 200 && code < 300) return readReceipt(text);
  if (code === 401) return { status: "unauthorized" };
  if (code === 429 || code === 408 || code >= 500)
    return { status: "busy", reason: `HTTP ${code}`, retryAfterMs: parseRetryAfter(retryAfter) };
  return { status: "refused", code, reason: text.slice(0, 200).replaceAll(/\s+/g, " ") };
}

/** An answer that is no receipt came from something between us and Helios: nothing counts as stored. */
function readReceipt(text: string): PostOutcome {
  try {
    const { data } = JSON.parse(text) as {
      data: {
        accepted: number;
        duplicate: number;
        rejected: { tag: string; reason: string; count: number }[];
      };
    };
    if (typeof data.accepted !== "number") throw new Error("no count");
    return {
      status: "stored",
      accepted: data.accepted,
      duplicate: data.duplicate,
      rejected: data.rejected ?? [],
    };
  } catch {
    return { status: "busy", reason: "an answer that is no receipt", retryAfterMs: null };
  }
}

/** Seconds, or an HTTP date is taken as no hint. */
function parseRetryAfter(header: string | null): number | null {
  const seconds = header === null || header.trim() === "" ? NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0
    ? Math.min(seconds * 1000, MAX_RETRY_AFTER_MS)
    : null;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as { code?: string } | undefined;
  return cause?.code ?? (error.name === "TimeoutError" ? "no answer in time" : error.message);
}
