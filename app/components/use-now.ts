import { useEffect, useMemo, useState } from "react";

/** A page's own time is read again every few minutes at least; what differs more is the device's clock. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;
const STEP_MS = 10_000;

/** Helios' time for forms, going on while the page is open: what happened a minute ago must not be the future. */
export function useNow(serverNowMs: number): number {
  // Anew with each reading of the page: the device's clock may have been set meanwhile.
  const offsetMs = useMemo(() => {
    const difference = serverNowMs - Date.now();
    return Math.abs(difference) > CLOCK_DIFFERENCE_MS ? difference : 0;
  }, [serverNowMs]);
  const [nowMs, setNowMs] = useState(() => Date.now() + offsetMs);
  useEffect(() => {
    const tick = () => setNowMs(Date.now() + offsetMs);
    const timer = setInterval(tick, STEP_MS);
    return () => clearInterval(timer);
  }, [offsetMs]);
  return nowMs;
}
