/** What a live value looks like on the wire (CONTRACT §5), both ways. */
import { toStateCode } from "#app/domain/metrics/states.ts";
import type { SampleValue } from "#app/domain/series/types.ts";
import { encodeFrame, EVENT } from "./phoenix.ts";
import {
  ALARMS_PREFIX,
  CHANGEABLE,
  CHANGES_PREFIX,
  TOPIC_PREFIX,
  type LiveSample,
} from "./ports.ts";

/** `time` is ISO 8601 UTC with milliseconds. */
export type TelemetryData = { time: string; value: SampleValue; ad_flag: boolean | null };
/** The answer to a join and the payload of a telemetry event; `data` is null only in the answer, before the first sample. */
export type TelemetryPayload = { data: TelemetryData | null; seq: number };

/** As the recorder takes them. */
const METRIC_NAME = /^[^\u0000-\u001f\u007f]{1,128}$/;
const DEVICE_ID = /^[1-9]\d{0,14}$/;

/** An unpaired surrogate would name another object than its text says. */
const isMetricName = (name: string): boolean => METRIC_NAME.test(name) && name.isWellFormed();

/** `metric`: of a topic of changes, what is changed; of a topic of alarms empty. */
export type Topic = { deviceId: number; metric: string; kind: "metric" | "changes" | "alarms" };

/** What a topic is about; null when there are no such topics. */
export function parseTopic(topic: string): Topic | null {
  if (topic.startsWith(ALARMS_PREFIX)) {
    const id = topic.slice(ALARMS_PREFIX.length);
    return DEVICE_ID.test(id) ? { deviceId: Number(id), metric: "", kind: "alarms" } : null;
  }
  const isOfChanges = topic.startsWith(CHANGES_PREFIX);
  if (!isOfChanges && !topic.startsWith(TOPIC_PREFIX)) return null;
  const rest = topic.slice(isOfChanges ? CHANGES_PREFIX.length : TOPIC_PREFIX.length);
  const colon = rest.indexOf(":");
  if (colon < 0) return null;
  const id = rest.slice(0, colon);
  const metric = rest.slice(colon + 1);
  const exists = isOfChanges ? CHANGEABLE.some((each) => each === metric) : isMetricName(metric);
  const kind = isOfChanges ? "changes" : "metric";
  return DEVICE_ID.test(id) && exists ? { deviceId: Number(id), metric, kind } : null;
}

/** States go out as their number, whatever form they were stored in. */
export function toTelemetryData(metric: string, sample: LiveSample): TelemetryData {
  const value = metric === "machine_state" ? toStateCode(sample.value) : sample.value;
  return { time: new Date(sample.timeMs).toISOString(), value, ad_flag: sample.adFlag };
}

export const encodeTelemetry = (topic: string, data: TelemetryData, seq: number): string =>
  encodeFrame({
    joinRef: null,
    ref: null,
    topic,
    event: EVENT.telemetry,
    payload: { data, seq } satisfies TelemetryPayload,
  });

export type DecodedTelemetry = { sample: LiveSample | null; seq: number };

/** A payload as a client received it; null when it is none. */
export function decodeTelemetry(payload: unknown): DecodedTelemetry | null {
  if (typeof payload !== "object" || payload === null) return null;
  const { data, seq } = payload as { data?: unknown; seq?: unknown };
  if (typeof seq !== "number" || !Number.isSafeInteger(seq)) return null;
  if (data === null) return { sample: null, seq };
  if (typeof data !== "object" || data === undefined) return null;
  const {
    time,
    value,
    ad_flag: adFlag,
  } = data as { time?: unknown; value?: unknown; ad_flag?: unknown };
  const timeMs = typeof time === "string" ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(timeMs) || (typeof value !== "number" && typeof value !== "string")) return null;
  return { sample: { timeMs, value, adFlag: typeof adFlag === "boolean" ? adFlag : null }, seq };
}
