import { useRef } from "react";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { useIsCut } from "#app/live/index.ts";
import type { Reading } from "./readings.ts";
import { stateLasted } from "./need.ts";
import { useStateSince } from "./use-fleet.ts";
import { useLasted } from "./use-lasted.ts";

/**
 * For how long the state has held: "47 min", "over 8 h"; null where nobody knows. When the connection goes, or the machine falls
 * silent, it stands: of what was told nothing is taken back.
 */
export function useStateAge(deviceId: number, state: Reading): string | null {
  const lasted = useLasted();
  const since = useStateSince(deviceId);
  const held = stateLasted(state, since, useIsCut());
  const ms = useLongest(held?.ms ?? 0, `${deviceId} ${since?.sinceMs}`);
  // More than nothing is nothing to say.
  if (held === null || (held.isLonger && ms < MINUTE_MS)) return null;
  return lasted(ms, held.isLonger);
}

/** The most that the number has been since `of`, what it belongs to, is the same. */
export function useLongest(value: number, of: string): number {
  const told = useRef({ value, of });
  if (told.current.of !== of || value > told.current.value) told.current = { value, of };
  return told.current.value;
}
