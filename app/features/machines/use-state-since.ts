import { betterSince, sinceOfTurn, type StateSince } from "#app/domain/metrics/state-since.ts";
import { toStateCode } from "#app/domain/metrics/states.ts";
import type { Reading } from "#app/live/index.ts";

/** When the state of now began: as read with the page, or by the live samples that changed it since. */
export function useStateSince(state: Reading, known: StateSince | null): StateSince | null {
  const code = state.value === null ? null : toStateCode(state.value);
  const began = betterSince(sinceOfTurn(state) ?? undefined, known);
  return began !== null && began.code === code ? began : null;
}
