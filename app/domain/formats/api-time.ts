/** Moments as callers of /v1 write them. */
import { z } from "zod";
import { isDay } from "./local-days.ts";

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const ZONE = /(Z|[+-]\d{2}:?\d{2})$/i;
const EPOCH_MS = /^\d{1,15}$/;

/** ISO 8601 (UTC without a zone) or Unix milliseconds, to Unix milliseconds; NaN when it is neither. */
function toMs(value: string | number): number {
  const text = String(value).trim();
  if (EPOCH_MS.test(text)) return Number(text);
  if (!ISO_TIME.test(text) || !isDay(text.slice(0, 10))) return Number.NaN;
  return Date.parse(text.includes("T") && !ZONE.test(text) ? `${text}Z` : text);
}

/** Reads to Unix milliseconds. */
export const apiTime = z
  .union([z.string(), z.number()])
  .transform((value, context) => {
    const ms = toMs(value);
    if (Number.isFinite(ms) && ms >= 0) return ms;
    context.addIssue(`must be an ISO 8601 time or Unix milliseconds, not "${String(value).slice(0, 40)}"`);
    return z.NEVER;
  })
  .meta({ description: "ISO 8601 (UTC when without a zone) or Unix milliseconds" });

export const toIso = (ms: number): string => new Date(ms).toISOString();
export const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms));
