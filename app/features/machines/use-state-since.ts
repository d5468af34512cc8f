import { useEffect, useRef, useState } from "react";
import { betterSince, sinceOfChange, type StateSince } from "#app/domain/metrics/state-since.ts";
import { toStateCode } from "#app/domain/metrics/states.ts";
import type { Reading } from "#app/live/index.ts";

/** When the state of now began: as read with the page, or by the live sample that changed it while the page was open. */
export function useStateSince(state: Reading, known: StateSince | null): StateSince | null {
  const code = state.value === null ? null : toStateCode(state.value);
  const last = useRef(state);
  const [held, setHeld] = useState<{ code: number | null; began: StateSince | null }>({
    code,
    began: null,
  });
  if (held.code !== code) setHeld({ code, began: sinceOfChange(last.current, state) });
  useEffect(() => {
    last.current = state;
  }, [state]);
  const began = betterSince(held.began ?? undefined, known);
  return began !== null && began.code === code ? began : null;
}
