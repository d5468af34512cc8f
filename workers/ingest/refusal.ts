import { AppError, STATUS_BY_CODE } from "#app/domain/errors.ts";
import { errorText, log } from "#app/platform/log.ts";

/**
 * A request that is not stored, as the wire answers it (CONTRACT §3). The codes of /v1 but three:
 * here 401 is `unauthorized`, a length that is missing is 411 `too_large`, and `series_damaged` is 503.
 */
export type RefusalCode =
  | "malformed"
  | "unauthorized"
  | "forbidden"
  | "conflict"
  | "not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "too_large"
  | "unsupported_media_type"
  | "too_many_requests"
  | "internal"
  | "unavailable"
  | "series_damaged";

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly extra: Record<string, unknown>;

  constructor(
    code: RefusalCode,
    message: string,
    options: {
      status?: number;
      headers?: Record<string, string>;
      retryAfterSeconds?: number;
      extra?: Record<string, unknown>;
    } = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.status = options.status ?? (code === "unauthorized" ? 401 : STATUS_BY_CODE[code]);
    this.headers = { ...options.headers };
    if (options.retryAfterSeconds !== undefined)
      this.headers["Retry-After"] = String(Math.max(1, Math.ceil(options.retryAfterSeconds)));
    this.extra = options.extra ?? {};
  }
}

export const malformed = (message: string, extra: Record<string, unknown> = {}): Refusal =>
  new Refusal("malformed", message, { extra });
export const tooLarge = (message: string): Refusal => new Refusal("too_large", message);
export const unauthorized = (message: string): Refusal =>
  new Refusal("unauthorized", message, {
    headers: { "WWW-Authenticate": 'Bearer realm="helios-ingest"' },
  });
export const unknownKey = (): Refusal =>
  unauthorized("This sampler key is not known, or it was replaced or deleted.");
export const unavailable = (message: string, retryAfterSeconds = 2): Refusal =>
  new Refusal("unavailable", message, { retryAfterSeconds });

/** By 503, at which every client keeps what it has; nothing changes before somebody repaired it. */
export const damaged = (): Refusal =>
  new Refusal(
    "series_damaged",
    "The storage of this machine's recorder is damaged, and nothing of the batch was stored. Keep it and send it again; please contact Support.",
    { status: 503, retryAfterSeconds: 60 },
  );

/** Any failure as its answer; what is no refusal is a bug, logged and answered without internals. */
export function toResponse(error: unknown, method: string, path: string): Response {
  if (error instanceof Refusal) return refusalResponse(error, path);
  if (error instanceof AppError && error.code === "unavailable")
    return refusalResponse(unavailable(error.message, error.retryAfterSeconds), path);
  const requestId = crypto.randomUUID();
  log({
    event: "request_failed",
    requestId,
    method,
    path,
    error: errorText(error),
    ...(error instanceof Error && { stack: error.stack }),
  });
  return refusalResponse(
    new Refusal(
      "internal",
      `Something failed inside; nothing of the batch was acknowledged. Request ${requestId}.`,
    ),
    path,
  );
}

/** InfluxDB's own paths: line protocol of both versions, and 1.x's queries. */
export const V1_PATHS: ReadonlySet<string> = new Set(["/write", "/query"]);
const LINE_PATHS: ReadonlySet<string> = new Set([...V1_PATHS, "/api/v2/write"]);

/**
 * InfluxDB 1.x tells its failure as text in `error`. Its clients, Telegraf's among them, throw a batch
 * away at any 4xx, so one that may come again is told so by 503 there.
 */
function refusalResponse(refusal: Refusal, path: string): Response {
  const { code, message, extra } = refusal;
  const isV1 = V1_PATHS.has(path);
  const status = isV1 && refusal.status === 429 ? 503 : refusal.status;
  const headers = { ...refusal.headers };
  // Some clients send a name and password only when asked for them.
  if (status === 401 && LINE_PATHS.has(path))
    headers["WWW-Authenticate"] += ', Basic realm="helios-ingest"';
  const body = isV1 ? { error: message, code, ...extra } : { error: code, message, ...extra };
  return Response.json(body, { status, headers });
}
