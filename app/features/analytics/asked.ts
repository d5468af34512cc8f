/** What a question asks of /v1. */
import { toRangeText } from "#app/domain/formats/date-ranges.ts";
import { spanOf, whyOff, type Asker, type Question } from "./question.ts";

/** Times are Unix milliseconds, the range inclusive-exclusive. */
export type Asked = {
  deviceId: number;
  metrics: readonly string[];
  startMs: number;
  endMs: number;
  /** Buckets over the range. */
  datapoints: number;
  /** As the range was chosen: what a preset names moves on, and is the same question. */
  rangeText?: string;
};

export const FEEDING = "machine_feeding";

/** null where the question cannot be generated. */
export function askedOf(
  question: Question,
  { deviceId, nowMs, asker }: { deviceId: number; nowMs: number; asker: Asker },
): Asked | null {
  const { isUnlimited } = asker;
  if (whyOff(question, { nowMs, isBusy: false, isUnlimited }) !== null) return null;
  const { xy, feeding, range, datapoints } = question;
  const metrics =
    question.type === "xy"
      ? [...new Set([xy.x, xy.y, ...(feeding ? [FEEDING] : [])])]
      : question.metrics;
  const rangeText = toRangeText(range);
  return { deviceId, metrics, ...spanOf(range, nowMs), datapoints, rangeText };
}

/** The same but for its now: what is there stays while the newest is read. */
export const isSameQuestion = (a: Asked, b: Asked): boolean =>
  a.metrics.length === b.metrics.length &&
  a.metrics.every((metric, index) => metric === b.metrics[index]) &&
  a.datapoints === b.datapoints &&
  a.deviceId === b.deviceId &&
  a.rangeText === b.rangeText;
