/** What is told of a machine's chance of downtime beside its state: a prediction is some minutes old, the state is of now. Pure. */
import { toMachineState, type MachineState } from "#app/domain/metrics/states.ts";
import type { DowntimePrediction, NoPredictionReason } from "./types.ts";

/** Of a state in which nothing is foretold. */
const REASON_IN: Partial<Record<MachineState, NoPredictionReason>> = {
  off: "machine_off",
  not_ready: "machine_down",
};

/**
 * A machine that went down or off has none from that moment on, and one that came back waits for its next one. One that
 * fell silent is not said to be down or off now. What is told for other reasons stays, and so does everything while the
 * machine's state has yet to come.
 */
export function riskNow(
  risk: DowntimePrediction,
  { value, stale }: { value: number | string | null; stale: boolean },
): DowntimePrediction {
  const isOfState = risk.reason === "machine_off" || risk.reason === "machine_down";
  if (stale && value !== null && isOfState)
    return { ...risk, prediction: null, reason: "not_heard" };
  const state = toMachineState(value);
  if (stale || state === "unknown") return risk;
  if (risk.reason !== null && !isOfState) return risk;
  const reason = REASON_IN[state] ?? (isOfState ? "outdated" : null);
  return reason === null ? risk : { ...risk, prediction: null, reason };
}
