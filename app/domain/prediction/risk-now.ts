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
 * fell silent is not said to be down or off now; if it was so when it was heard last, an older chance does not come back.
 * Of a machine that is down or off that is the reason, whatever else there is; what is told for other reasons stays
 * otherwise, and so does everything while the machine's state has yet to come. On a page that is cut off (`isCut`) machines do
 * not fall silent: what was told of each when it was heard last stays.
 */
export function riskNow(
  risk: DowntimePrediction,
  state: { value: number | string | null; stale: boolean },
  isCut = false,
): DowntimePrediction {
  const { value } = state;
  const stale = state.stale && !isCut;
  const isOfState = risk.reason === "machine_off" || risk.reason === "machine_down";
  const is = toMachineState(value);
  const reasonNow = REASON_IN[is];
  if (risk.reason !== null && !isOfState && (stale || reasonNow === undefined)) return risk;
  if (stale && value !== null && (isOfState || reasonNow !== undefined))
    return { ...risk, prediction: null, reason: "not_heard" };
  if (stale || is === "unknown") return risk;
  const reason = reasonNow ?? (isOfState ? "outdated" : null);
  return reason === null ? risk : { ...risk, prediction: null, reason };
}
