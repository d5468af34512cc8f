import type { Context } from "hono";
import { openDb } from "#app/db/client.server.ts";
import { getSamplerConfig } from "#app/features/samplers/get-sampler-config.server.ts";
import type { IngestHono } from "./ingest-hono.ts";
import { readKey, type Scheme } from "./credentials.ts";
import type { KeyDirectory } from "./key-directory.ts";
import { unavailable, unknownKey } from "./refusal.ts";

const SCHEMES: readonly Scheme[] = ["Bearer", "Token"];

/** GET /ingest/v1/config: a sampler's settings and mappings; 304 while its ETag still fits. */
export async function getConfig(
  context: Context<IngestHono>,
  directory: KeyDirectory,
): Promise<Response> {
  // No recorder has the last word here, so D1 has.
  const caller = await directory.ask(context.env, readKey(context.req.raw, SCHEMES));
  const config = await getSamplerConfig({ db: openDb(context.env.DB) }, caller.samplerId).catch(
    () => {
      throw unavailable("The configuration cannot be read just now.");
    },
  );
  if (!config) throw unknownKey();
  const body = JSON.stringify({ data: config });
  const etag = await toEtag(body);
  const headers = { ETag: etag, Vary: "Authorization" };
  if (matches(context.req.header("If-None-Match"), etag))
    return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, "Content-Type": "application/json" } });
}

async function toEtag(body: string): Promise<string> {
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body)),
  );
  return `"${btoa(String.fromCharCode(...digest.subarray(0, 15)))}"`;
}

/** Weak comparison (RFC 9110 §13.1.2): a proxy may have weakened the tag. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header
    .split(",")
    .some((part) => part.trim() === "*" || part.trim().replace(/^W\//, "") === etag);
}
