import type { Context } from "hono";
import { openDb } from "#app/db/client.server.ts";
import {
  MAX_REPORTED_TYPES,
  MAX_TYPE_MEMBERS,
  reportedTypesSchema,
  reportTypes,
} from "#app/features/samplers/report-types.server.ts";
import { nowMs } from "#app/platform/env.ts";
import { BEARER, requireJson } from "./batches.ts";
import { readKey } from "./credentials.ts";
import type { IngestHono } from "./ingest-hono.ts";
import { readAs } from "./read-as.ts";
import type { KeyDirectory } from "./key-directory.ts";
import { MAX_BATCH_BYTES, readBodyText } from "./read-body.ts";
import { tooLarge } from "./refusal.ts";
import { configureRecorder } from "./store-batch.ts";

/** POST /ingest/v1/types: a sampler's telemetry types, in the place of what it reported before (CONTRACT §3). */
export async function postTypes(
  context: Context<IngestHono>,
  directory: KeyDirectory,
): Promise<Response> {
  const { env } = context;
  const request = context.req.raw;
  // No recorder has the last word here, so D1 has.
  const caller = await directory.ask(env, readKey(request, BEARER));
  requireJson(request.headers.get("Content-Type"));
  const types = readTypes(await readBodyText(request));
  const deps = { db: openDb(env.DB), now: nowMs(env) };
  if (await reportTypes(deps, caller, types)) await configureRecorder(env, caller.deviceId);
  return Response.json({ data: { types: types.length } });
}

function readTypes(text: string) {
  if (text.length > MAX_BATCH_BYTES)
    throw tooLarge(`The types have more than ${MAX_BATCH_BYTES} characters; report fewer.`);
  return readAs(
    reportedTypesSchema,
    text,
    ` Send {"types":[{"name","type","length","members":[{"name","type"}]}]}, at most ${MAX_REPORTED_TYPES} types of ${MAX_TYPE_MEMBERS} members.`,
  ).types;
}
