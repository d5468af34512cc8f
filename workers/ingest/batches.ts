import type { Context } from "hono";
import { readKey, type Scheme } from "./credentials.ts";
import { diskRoom } from "./disk-room.ts";
import { decodeJsonBatch } from "./json-batch.ts";
import type { KeyDirectory } from "./key-directory.ts";
import { readBodyText } from "./read-body.ts";
import { Refusal } from "./refusal.ts";
import { storeBatch } from "./store-batch.ts";
import type { IngestHono } from "./ingest-hono.ts";

export const BEARER: readonly Scheme[] = ["Bearer"];

/** POST /ingest/v1/batches: answers 200 only once every accepted sample is durable. */
export async function postBatches(
  context: Context<IngestHono>,
  directory: KeyDirectory,
): Promise<Response> {
  const request = context.req.raw;
  const caller = await directory.require(context.env, readKey(request, BEARER));
  requireJson(request.headers.get("Content-Type"));
  diskRoom.require(context.env, (work) => context.executionCtx.waitUntil(work));
  const batch = decodeJsonBatch(await readBodyText(request));
  const stored = await storeBatch(context.env, directory, caller, batch);
  return Response.json({ data: { batch_id: batch.batchId, ...stored } });
}

/** `application/json`, with no parameter or `charset=utf-8`. */
function isJsonInUtf8(header: string): boolean {
  const [type, ...parameters] = header
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  return (
    type === "application/json" &&
    parameters.every((text) => ["", "charset=utf-8", 'charset="utf-8"'].includes(text))
  );
}

export function requireJson(header: string | null): void {
  if (header !== null && isJsonInUtf8(header)) return;
  throw new Refusal(
    "unsupported_media_type",
    `Content-Type ${header === null ? "is missing" : `${JSON.stringify(header)} is not taken here`}; send application/json in UTF-8.`,
  );
}
