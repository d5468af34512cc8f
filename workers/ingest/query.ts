import type { Context } from "hono";
import { readKey } from "./credentials.ts";
import type { IngestHono } from "./ingest-hono.ts";
import type { KeyDirectory } from "./key-directory.ts";
import { readBodyText } from "./read-body.ts";
import { Refusal } from "./refusal.ts";
import { V1 } from "./write.ts";

const MAX_QUERY_BYTES = 16_384;
const CREATES_DATABASE = /^\s*create\s+database\s/i;

/**
 * GET and POST /query, InfluxDB 1.x: nothing can be asked for here, but Telegraf's influxdb output and
 * others send `CREATE DATABASE` before they write. That is answered as done, for who has a key: a
 * machine's series need no database. Anything else is not found.
 */
export async function postQuery(
  context: Context<IngestHono>,
  directory: KeyDirectory,
): Promise<Response> {
  const parameters = new URL(context.req.url).searchParams;
  await directory.require(context.env, readKey(context.req.raw, V1.schemes, parameters));
  const statement = parameters.get("q") ?? (await statementOfForm(context.req.raw));
  if (!CREATES_DATABASE.test(statement))
    throw new Refusal(
      "not_found",
      "Helios answers no InfluxQL; read series by GET /v1/telemetry_timeseries.",
    );
  return Response.json({ results: [{ statement_id: 0 }] });
}

async function statementOfForm(request: Request): Promise<string> {
  if (request.method !== "POST") return "";
  const type = request.headers.get("Content-Type")?.toLowerCase() ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) return "";
  return new URLSearchParams(await readBodyText(request, MAX_QUERY_BYTES)).get("q") ?? "";
}
