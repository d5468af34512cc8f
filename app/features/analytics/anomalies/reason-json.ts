/** Why an anomaly began, as /v1 writes it and as pages read it. */
import type { UtsReason, Why } from "#app/domain/detection/why.ts";
import { toIso } from "#app/domain/formats/api-time.ts";
import type { ReasonsAnswer } from "./schemas.ts";

export type ReasonJson = ReasonsAnswer["data"][number];

export const toReasonJson = ({ timeMs, state, why }: UtsReason): ReasonJson => ({
  time: toIso(timeMs),
  code: why.code,
  observed: "observed" in why ? why.observed : null,
  low: "low" in why ? why.low : null,
  high: "high" in why ? why.high : null,
  for_ms: "forMs" in why ? why.forMs : null,
  times: why.code === "unrest" ? why.times : null,
  since: toIso(Math.round(why.sinceMs)),
  machine_state: state,
});

export function fromReasonJson(json: ReasonJson): Why {
  const { code, low, high } = json;
  const [observed, forMs] = [json.observed ?? 0, json.for_ms ?? 0];
  const sinceMs = Date.parse(json.since);
  if (code === "unrest") return { code, times: json.times ?? 1, sinceMs };
  if (code === "threshold") return { code, observed, low, high, sinceMs };
  if (code === "flat") return { code, observed, forMs, sinceMs };
  return code === "average" || code === "hour_average"
    ? { code, observed, low, high, forMs, sinceMs }
    : { code, observed, low, high, sinceMs };
}
