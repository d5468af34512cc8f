/**
 * The refusals of Helios. A use case throws AppError for what the caller did or may not do;
 * anything else that is thrown is a bug and answers 500 without internals.
 * One table turns a code into an HTTP status (CONTRACT §6).
 */
export const STATUS_BY_CODE = {
  malformed: 400,
  unauthenticated: 401,
  authentication_failed: 401,
  account_locked_too_many_attempts: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  too_many_requests: 429,
  internal: 500,
  series_damaged: 500,
  series_lost: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

/** Field name to messages, as /v1 answers them. */
export type FieldErrors = Record<string, string[]>;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** Seconds after which a retry makes sense (429, 503). */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      fields?: FieldErrors;
      retryAfterSeconds?: number;
      /** For the log only. */
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? code, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "AppError";
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return STATUS_BY_CODE[this.code];
  }
}

export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
