import { AppError, STATUS_BY_CODE } from "#app/domain/errors.ts";
import { errorText, log } from "#app/platform/log.ts";

/**
 * A request that is not stored, as the wire answers it (CONTRACT §3). The codes of /v1 but two:
 * here 401 is `unauthorized`, and a length that is missing is 411 `too_large`.
 */
export type RefusalCode =
  | "malformed"
  | "unauthorized"
  | "not_found"
  | "method_not_allowed"
  | "too_large"
  | "unsupported_media_type"
  | "too_many_requests"
  | "internal"
  | "unavailable";

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
export const unavailable = (message: string, retryAfterSeconds = 2): Refusal =>
  new Refusal("unavailable", message, { retryAfterSeconds });

/** Any failure as its answer; what is no refusal is a bug, logged and answered without internals. */
export function toResponse(error: unknown, method: string, path: string): Response {
  if (error instanceof Refusal) return refusalResponse(error);
  if (error instanceof AppError && error.code === "unavailable")
    return refusalResponse(unavailable(error.message, error.retryAfterSeconds));
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
  );
}

function refusalResponse({ code, status, headers, message, extra }: Refusal): Response {
  return Response.json({ error: code, message, ...extra }, { status, headers });
}
