import { MINUTE_MS } from "#app/domain/durations.ts";
import { toMachineState } from "#app/domain/metrics/states.ts";
import type { StateSince } from "#app/domain/metrics/state-since.ts";
import { numberOf, type Readings } from "./readings.ts";

/** Where a throughput goes that is not yet of the machine's state; null of one that is. */
export type Trend = "rising" | "falling" | null;

/** It is a mean of a minute: in the first one of a state it is of the one before too. */
export function throughputTrend(
  { machine_state, sheets_per_hour }: Readings,
  since: StateSince | null,
): Trend {
  if ((sheets_per_hour.timeMs ?? Infinity) >= (since?.sinceMs ?? 0) + MINUTE_MS) return null;
  if (toMachineState(machine_state.value) === "running_and_feeding") return "rising";
  return numberOf(sheets_per_hour) === 0 ? null : "falling";
}
