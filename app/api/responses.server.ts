import { AppError, fieldSentences, type ErrorCode } from "#app/domain/errors.ts";
import type { FileReply } from "./types.ts";
import { CORS } from "#app/platform/cors.ts";
import { fileStream, fileType } from "#app/platform/file-stream.ts";
import { databaseFailure } from "#app/platform/db-errors.ts";
import { errorText, log } from "#app/platform/log.ts";
import { turns } from "#app/platform/turns.ts";

/** Texts of spec 000 §8 and for what has none there. */
const MESSAGES: Record<ErrorCode, string> = {
  malformed: "The request could not be understood.",
  unauthenticated: "Sign in first: the session is missing, unknown or has ended.",
  authentication_failed: "Invalid credentials. Please try again.",
  account_locked_too_many_attempts:
    "Account locked: Too many login attempts. Please contact support or reset your password.",
  forbidden:
    "You're not allowed to perform this action. For more information, please contact Support.",
  not_found: "Not found.",
  method_not_allowed: "This method is not offered here.",
  request_timeout: "The request took too long to arrive.",
  conflict: "The request conflicts with what is stored.",
  too_large: "The request is too large.",
  unsupported_media_type: "Send the body as application/json.",
  validation_failed: "Some values are not valid.",
  too_many_requests: "Too many requests. Try again later.",
  internal: "Server error",
  series_damaged:
    "Stored samples of this range are damaged and were not read. Other ranges can be read; please contact Support.",
  series_lost:
    "Samples of this range were stored, and what names them is lost. Later ranges can be read; please contact Support.",
  unavailable: "Not available at the moment. Try again later.",
};

type Init = { status?: number; headers?: Headers };

export const jsonResponse = (body: unknown, requestId: string, init?: Init): Response =>
  textResponse(JSON.stringify(body), requestId, init);

/** As jsonResponse, of JSON that is written piece by piece, in turns with what else this isolate answers. */
export async function writtenResponse(
  pieces: Iterable<string>,
  requestId: string,
): Promise<Response> {
  const encoder = new TextEncoder();
  const written: Uint8Array<ArrayBuffer>[] = [];
  for (const piece of pieces) {
    written.push(encoder.encode(piece));
    await turns.take(piece.length / CHARACTERS_A_VALUE);
  }
  return textResponse(new Blob(written), requestId);
}

/** What writing costs, beside a value that is decoded. */
const CHARACTERS_A_VALUE = 10;

/** As jsonResponse, of JSON that is written already. */
function textResponse(
  json: string | Blob,
  requestId: string,
  { status = 200, headers = new Headers() }: Init = {},
): Response {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(CORS)) all.set(name, value);
  all.set("Content-Type", "application/json; charset=utf-8");
  if (!all.has("Cache-Control")) all.set("Cache-Control", "no-store");
  all.set("X-Request-Id", requestId);
  return new Response(json, { status, headers: all });
}

export function emptyResponse(requestId: string): Response {
  const headers = new Headers({ ...CORS, "Cache-Control": "no-store", "X-Request-Id": requestId });
  return new Response(null, { status: 204, headers });
}

/** A file for download. What fails while it is made ends the connection, so that half a file is not taken for a whole one. */
export function fileResponse(
  { name, type, chunks }: FileReply,
  requestId: string,
  onFailure: (error: unknown) => void,
): Response {
  const headers = new Headers({
    ...CORS,
    "Content-Type": fileType(type),
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
  });
  return new Response(fileStream(chunks, onFailure), { headers });
}

/** CONTRACT §6. What is no AppError is a bug: logged with its request id, answered without internals. */
export function errorResponse(error: unknown, request: Request, requestId: string): Response {
  if (!(error instanceof AppError)) {
    const path = new URL(request.url).pathname;
    const stack = error instanceof Error && error.stack !== undefined ? { stack: error.stack } : {};
    log({
      event: "request_failed",
      requestId,
      method: request.method,
      path,
      error: errorText(error),
      ...stack,
    });
    const away = databaseFailure(error);
    return errorResponse(
      away ? new AppError("unavailable", { message: away.message }) : new AppError("internal"),
      request,
      requestId,
    );
  }
  if (error.cause !== undefined)
    log({
      event: "request_failed",
      requestId,
      method: request.method,
      path: new URL(request.url).pathname,
      error: errorText(error.cause),
    });
  const { code } = error;
  const isSignIn = code === "authentication_failed" || code === "account_locked_too_many_attempts";
  const body = {
    ...(isSignIn ? { data: { error: code } } : {}),
    error: code,
    message: error.message === code ? MESSAGES[code] : error.message,
    ...(error.fields ? { errors: fieldSentences(error.fields) } : {}),
  };
  const headers = new Headers(error.headers);
  if (error.status === 401) headers.set("WWW-Authenticate", "Bearer");
  return jsonResponse(body, requestId, { status: error.status, headers });
}
