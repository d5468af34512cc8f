import { MINUTE_MS } from "#app/domain/durations.ts";
import { useIsCut } from "#app/live/index.ts";
import type { Reading } from "./readings.ts";
import { stateLasted } from "./need.ts";
import { useStateSince } from "./use-fleet.ts";
import { useLasted } from "./use-lasted.ts";

/** For how long the state has held: "47 min", "over 8 h"; null where nobody knows. */
export function useStateAge(deviceId: number, state: Reading): string | null {
  const lasted = useLasted();
  const since = useStateSince(deviceId);
  const held = stateLasted(state, since, useIsCut());
  // More than nothing is nothing to say.
  if (held === null || (held.isLonger && held.ms < MINUTE_MS)) return null;
  return lasted(held.ms, held.isLonger);
}
