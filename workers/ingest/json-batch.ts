import { encodeBatch } from "#app/domain/series/batch.ts";
import type { Rejection } from "#app/domain/series/recorder-port.ts";
import { findJsonFault } from "./json-fault.ts";
import { hasPartsUpTo } from "./json-parts.ts";
import { MAX_BATCH_SAMPLES } from "./read-body.ts";
import { malformed, tooLarge, type Refusal } from "./refusal.ts";

export const MAX_TAG_LENGTH = 256;
const MAX_BATCH_ID_LENGTH = 128;
/** 50,000 frames of one sample each have 350,000; numbers and nulls in a list are cheap, and not counted. */
const MAX_JSON_PARTS = 500_000;
/** No line feeds and the like: the encoded batch joins tag names by them. */
const CONTROL = /[\u0000-\u001f\u007f]/;

type Frame = { times: number[]; tags: Record<string, unknown[]> };
export type Batch = {
  batchId: string;
  bytes: Uint8Array;
  samples: number;
  rejected: Rejection[];
  buffered: number;
  dropped: number;
};

/**
 * `{"batch_id","frames":[{"times","tags"}],"buffered","dropped"}` (CONTRACT §3), checked by hand: a
 * batch has thousands of values, and the shape's faults are told by their path. What is wrong with a
 * single value or tag name is a rejection; what makes the shape doubtful refuses the whole batch.
 */
export function decodeJsonBatch(text: string): Batch {
  const body = parseJson(text);
  if (!isRecord(body)) throw malformed("The batch must be a JSON object.");
  const { batch_id: batchId, frames } = body;
  if (typeof batchId !== "string" || batchId.length === 0 || batchId.length > MAX_BATCH_ID_LENGTH) {
    throw at("batch_id", `must be text of 1 to ${MAX_BATCH_ID_LENGTH} characters`);
  }
  if (!Array.isArray(frames)) throw at("frames", "must be an array");
  const buffered = readCount(body, "buffered");
  const dropped = readCount(body, "dropped");

  const rejected: Rejection[] = [];
  let cells = 0;
  let isDense = true;
  const checked = frames as Frame[];
  for (let index = 0; index < checked.length; index += 1) {
    const columns = checkFrame(checked, index, rejected);
    const rows = checked[index]!.times.length;
    cells += rows * Math.max(1, columns);
    isDense &&= rows > 0 && columns > 0;
  }
  // Empty cells and times without values count as nothing, so they must not take room either.
  const encoded = encodeBatch(
    cells <= MAX_BATCH_SAMPLES && isDense ? checked : withoutEmptyCells(checked),
  );
  for (const rejection of rejected) encoded.samples += rejection.count;
  if (encoded.samples > MAX_BATCH_SAMPLES) throw tooManySamples();
  return {
    batchId,
    bytes: encoded.bytes,
    samples: encoded.samples,
    rejected: rejected.concat(encoded.rejected),
    buffered,
    dropped,
  };
}

const tooManySamples = (): Refusal =>
  tooLarge(
    `The batch has more than the ${MAX_BATCH_SAMPLES} samples allowed; send smaller batches.`,
  );

export function parseJson(text: string): unknown {
  if (!hasPartsUpTo(text, MAX_JSON_PARTS))
    throw tooLarge(
      `The body has more than the ${MAX_JSON_PARTS} lists, objects and names allowed; send smaller batches.`,
    );
  try {
    return JSON.parse(text);
  } catch {
    const { offset, line, column, expected } = findJsonFault(text);
    throw malformed(
      `The body is not JSON: expected ${expected} at line ${line}, column ${column} (offset ${offset}).`,
      {
        line,
        column,
        offset,
      },
    );
  }
}

/** Answers the number of columns kept. Tags whose names cannot be stored are taken out and counted. */
function checkFrame(frames: Frame[], index: number, rejected: Rejection[]): number {
  const frame: unknown = frames[index];
  if (!isRecord(frame)) throw at(`frames[${index}]`, "must be an object with times and tags");
  const { times, tags } = frame;
  if (!Array.isArray(times))
    throw at(`frames[${index}].times`, "must be an array of Unix milliseconds");
  if (!isRecord(tags))
    throw at(`frames[${index}].tags`, "must be an object of arrays, one value per time");
  const rows = times.length;
  for (let row = 0; row < rows; row += 1) {
    const time: unknown = times[row];
    if (typeof time !== "number" || !Number.isFinite(time))
      throw at(`frames[${index}].times[${row}]`, "must be Unix milliseconds, a number");
    // A sample is named by its millisecond.
    if (!Number.isInteger(time)) times[row] = Math.floor(time);
  }
  let columns = 0;
  for (const tag of Object.keys(tags)) {
    const values = tags[tag];
    if (!Array.isArray(values))
      throw at(
        `frames[${index}].tags.${short(tag)}`,
        `must be an array of ${rows} values, one per time`,
      );
    if (values.length !== rows)
      throw malformed(
        `frames[${index}].tags.${short(tag)} has ${values.length} values for ${rows} times.`,
        {
          path: `frames[${index}].tags.${short(tag)}`,
        },
      );
    if (
      tag.length === 0 ||
      tag.length > MAX_TAG_LENGTH ||
      CONTROL.test(tag) ||
      !tag.isWellFormed()
    ) {
      const count = values.reduce<number>((sum, value) => (value === null ? sum : sum + 1), 0);
      if (count > 0) rejected.push({ tag: short(tag), reason: "bad_value", count });
      delete tags[tag];
    } else columns += 1;
  }
  return columns;
}

/** Each column on its own, with the times at which it has a value. */
function withoutEmptyCells(frames: readonly Frame[]): Frame[] {
  const columns: Frame[] = [];
  let samples = 0;
  for (const { times, tags } of frames) {
    for (const tag of Object.keys(tags)) {
      const values = tags[tag]!;
      const rows: number[] = [];
      for (let row = 0; row < values.length; row += 1) if (values[row] !== null) rows.push(row);
      samples += rows.length;
      if (samples > MAX_BATCH_SAMPLES) throw tooManySamples();
      if (rows.length > 0)
        columns.push({
          times: rows.map((row) => times[row]!),
          tags: Object.fromEntries([[tag, rows.map((row) => values[row])]]),
        });
    }
  }
  return columns;
}

function readCount(body: Record<string, unknown>, name: string): number {
  const value = body[name];
  if (value === undefined || value === null) return 0;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw at(name, "must be a whole number, 0 or more");
  return value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const at = (path: string, message: string): Refusal => malformed(`${path} ${message}.`, { path });
const short = (text: string): string => (text.length > 64 ? `${text.slice(0, 64)}…` : text);
