/** Moments as callers of /v1 write them. */
import { z } from "zod";
import { isDay } from "./local-days.ts";
import { DAY_MS } from "#app/domain/durations.ts";

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
    context.addIssue(
      `must be an ISO 8601 time or Unix milliseconds, not "${String(value).slice(0, 40)}"`,
    );
    return z.NEVER;
  })
  .meta({ description: "ISO 8601 (UTC when without a zone) or Unix milliseconds" });
const TWO = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, "0"));
const THREE = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, "0"));
let dayMs = Number.NaN;
let dayText = "";

/** As Date's toISOString, which takes several times as long: a series has thousands of times, most of one day. */
export function toIso(ms: number): string {
  const inDay = ms - dayMs;
  if (!(inDay >= 0 && inDay < DAY_MS && Number.isInteger(inDay))) {
    const text = new Date(ms).toISOString();
    [dayMs, dayText] = [Math.floor(ms / DAY_MS) * DAY_MS, text.slice(0, -13)];
    return text;
  }
  const seconds = Math.floor(inDay / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${dayText}${TWO[Math.floor(minutes / 60)]}:${TWO[minutes % 60]}:${TWO[seconds % 60]}.${THREE[inDay % 1000]}Z`;
}
export const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms));
