/**
 * The refusals of Helios. A use case throws AppError for what the caller did or may not do;
 * anything else that is thrown is a bug and answers 500 without internals.
 * One table turns a code into an HTTP status (CONTRACT §6).
 */
import { problemInEnglish } from "./problem-words.ts";
import { problemOf, type Problem } from "./problems.ts";

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

/** Seconds after which a retry makes sense, where who refuses names no other: every 429 and 503 says when. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = {
  too_many_requests: 60,
  unavailable: 5,
};

/** What is wrong, by field. */
export type FieldErrors = Record<string, Problem[]>;

/** A field's problems as sentences for /v1. */
export const fieldSentences = (fields: FieldErrors): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, problems]) => [field, problems.map(problemInEnglish)]),
  );

/** The same as one sentence: "End at must not be in the future; …". */
export const fieldSentence = (fields: FieldErrors): string =>
  `${Object.entries(fieldSentences(fields))
    .map(([field, sentences]) => `${field} ${sentences.join(", ")}`)
    .join("; ")}.`;

/** What a contract finds wrong, with fields by their path (`lines.0.amount`). */
export function refusalOf(issues: readonly { path: PropertyKey[]; message: string }[]): AppError {
  const fields: FieldErrors = {};
  for (const { path, message } of issues) (fields[path.join(".")] ??= []).push(problemOf(message));
  return new AppError("validation_failed", { message: fieldSentence(fields), fields });
}

type Details = {
  message?: string;
  fields?: FieldErrors;
  problem?: Problem;
  retryAfterSeconds?: number;
  /** For the log only. */
  cause?: unknown;
};
/** Codes that mean something else each time: who refuses with one says what is wrong, so that a form can show it. */
export type SpecificCode = "conflict" | "validation_failed";
type SpecificDetails = Details & ({ fields: FieldErrors } | { problem: Problem });

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** What is wrong with the whole, where it is no field's: a form shows it in the reader's language. */
  readonly problem: Problem | undefined;
  /** Seconds after which a retry makes sense; of every 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: Exclude<ErrorCode, SpecificCode>, options?: Details);
  constructor(code: ErrorCode, options: SpecificDetails);
  constructor(code: ErrorCode, options: Details = {}) {
    super(options.message ?? code, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "AppError";
    this.code = code;
    this.fields = options.fields;
    this.problem = options.problem;
    this.retryAfterSeconds = options.retryAfterSeconds ?? RETRY_AFTER_SECONDS[code];
  }

  get status(): number {
    return STATUS_BY_CODE[this.code];
  }

  /** The headers that its answer has whatever its body is. */
  get headers(): Record<string, string> {
    return this.retryAfterSeconds === undefined
      ? {}
      : { "Retry-After": String(this.retryAfterSeconds) };
  }
}

export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
