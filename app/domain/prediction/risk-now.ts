/** What is told of a machine's chance of downtime beside its state: a prediction is some minutes old, the state is of now. Pure. */
import { toMachineState, type MachineState } from "#app/domain/metrics/states.ts";
import type { DowntimePrediction, NoPredictionReason } from "./types.ts";

/** Of a state in which nothing is foretold. */
const REASON_IN: Partial<Record<MachineState, NoPredictionReason>> = {
  off: "machine_off",
  not_ready: "machine_down",
};

/**
 * A machine that went down or off has none from that moment on, and one that came back waits for its next one. What is told
 * for other reasons stays, and so does everything while nobody knows what the machine does now.
 */
export function riskNow(
  risk: DowntimePrediction,
  { value, stale }: { value: number | string | null; stale: boolean },
): DowntimePrediction {
  const state = toMachineState(value);
  if (stale || state === "unknown") return risk;
  const isOfState = risk.reason === "machine_off" || risk.reason === "machine_down";
  if (risk.reason !== null && !isOfState) return risk;
  const reason = REASON_IN[state] ?? (isOfState ? "outdated" : null);
  return reason === null ? risk : { ...risk, prediction: null, reason };
}
