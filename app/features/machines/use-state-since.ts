import { useState } from "react";
import type { StateSince } from "#app/domain/metrics/state-since.ts";
import { toStateCode } from "#app/domain/metrics/states.ts";
import type { Reading } from "#app/live/index.ts";

/** When the state of now began: as read with the page, or by the live sample that changed it while the page was open. */
export function useStateSince(
  state: Reading,
  known: StateSince | null,
): Omit<StateSince, "code"> | null {
  const code = state.value === null ? null : toStateCode(state.value);
  const [held, setHeld] = useState<{ code: number | null; sinceMs: number | null }>({
    code,
    sinceMs: null,
  });
  if (held.code !== code) setHeld({ code, sinceMs: held.code === null ? null : state.timeMs });
  if (held.code === code && held.sinceMs !== null) return { sinceMs: held.sinceMs, isOlder: false };
  return known !== null && known.code === code ? known : null;
}
