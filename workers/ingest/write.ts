import type { Context } from "hono";
import { encodeBatch } from "#app/domain/series/batch.ts";
import { nowMs } from "#app/platform/env.ts";
import { readKey, type Scheme } from "./credentials.ts";
import { diskRoom } from "./disk-room.ts";
import type { IngestHono } from "./ingest-hono.ts";
import type { KeyDirectory } from "./key-directory.ts";
import { toFrames } from "./line-frames.ts";
import { checkLines } from "./line-limits.ts";
import { parseLineProtocol } from "./line-protocol.ts";
import type { LineFault, Precision } from "./line-types.ts";
import { show } from "./line-tokens.ts";
import { MAX_BATCH_SAMPLES, readBodyText } from "./read-body.ts";
import { malformed, Refusal, tooLarge } from "./refusal.ts";
import { storeBatch, type Stored } from "./store-batch.ts";

type LineWire = {
  schemes: readonly Scheme[];
  precisions: Record<string, Precision>;
  /** The key may stand in the address, as `p`. */
  keyInQuery: boolean;
};
const SCHEMES: readonly Scheme[] = ["Token", "Bearer", "Basic"];
/** POST /api/v2/write. */
export const V2: LineWire = {
  schemes: SCHEMES,
  precisions: { ns: "ns", us: "us", ms: "ms", s: "s" },
  keyInQuery: false,
};
/** POST /write of InfluxDB 1.x. */
export const V1: LineWire = {
  schemes: SCHEMES,
  precisions: { n: "ns", ns: "ns", u: "us", us: "us", ms: "ms", s: "s", m: "m", h: "h" },
  keyInQuery: true,
};
/** InfluxDB takes a body of any type but these would be a mistake. */
const REFUSED_TYPE = /^\s*(?:application\/json|multipart\/)/i;
const FAULTS_NAMED = 10;

/**
 * InfluxDB line protocol of either version: 204 when all is stored; 400 with line and reason when
 * lines are bad, the good ones stored, as InfluxDB does. A tag that is not mapped is no fault: the
 * sampler's settings ask for that.
 */
export async function postWrite(
  context: Context<IngestHono>,
  directory: KeyDirectory,
  wire: LineWire,
): Promise<Response> {
  const request = context.req.raw;
  const parameters = new URL(request.url).searchParams;
  const key = readKey(request, wire.schemes, wire.keyInQuery ? parameters : undefined);
  const caller = await directory.require(context.env, key);
  const type = request.headers.get("Content-Type");
  if (type !== null && REFUSED_TYPE.test(type)) {
    throw new Refusal(
      "unsupported_media_type",
      `Content-Type ${JSON.stringify(type)} is not taken here; send line protocol as text/plain in UTF-8.`,
    );
  }
  const precision = readPrecision(parameters.get("precision"), wire.precisions);
  const now = nowMs(context.env);
  diskRoom.require(context.env, (work) => context.executionCtx.waitUntil(work));
  const parsed = parseLineProtocol(await readBodyText(request), {
    precision,
    nowMs: now,
    maxSamples: MAX_BATCH_SAMPLES,
  });
  if (parsed.overflow)
    throw tooLarge(
      `The write has more than the ${MAX_BATCH_SAMPLES} samples or lines allowed; send smaller batches.`,
    );
  if (parsed.lines.length === 0 && parsed.faults.length === 0)
    throw malformed("writing requires points", { code: "invalid" });

  const { lines, faults: badLines } = checkLines(parsed.lines, parsed.faults, now);
  if (lines.length === 0) throw partialWrite(badLines, [], 0);
  const { frames, faults: badNames } = toFrames(lines);
  const faults = [...badLines, ...badNames].sort((a, b) => a.line - b.line);
  const batch = encodeBatch(frames);
  const stored = await storeBatch(context.env, directory, caller, {
    batchId: crypto.randomUUID(),
    ...batch,
    buffered: 0,
    dropped: 0,
  });
  const refused = stored.rejected.filter((rejection) => rejection.reason !== "unmapped");
  if (faults.length > 0 || refused.length > 0)
    throw partialWrite(faults, refused, stored.accepted + stored.duplicate);
  return new Response(null, { status: 204 });
}

function readPrecision(text: string | null, precisions: LineWire["precisions"]): Precision {
  if (text === null || text === "") return "ns";
  const precision = Object.hasOwn(precisions, text) ? precisions[text] : undefined;
  if (!precision)
    throw malformed(
      `precision ${show(text)} is not one of ${Object.keys(precisions).join(", ")}.`,
      { code: "invalid" },
    );
  return precision;
}

function partialWrite(
  faults: readonly LineFault[],
  refused: Stored["rejected"],
  keptSamples: number,
): Refusal {
  const reasons = [
    ...faults.map(({ line, reason }) => `line ${line}: ${reason}`),
    ...refused.map(({ tag, reason, count }) => `tag ${JSON.stringify(tag)}: ${count} ${reason}`),
  ];
  const named = reasons.slice(0, FAULTS_NAMED).join("; ");
  const more = reasons.length > FAULTS_NAMED ? `; and ${reasons.length - FAULTS_NAMED} more` : "";
  const kept = keptSamples > 0 ? "partial write, the rest is stored: " : "nothing stored: ";
  return malformed(`${kept}${named}${more}`, {
    code: "invalid",
    ...(faults[0] && { line: faults[0].line }),
  });
}
