import { useEffect, useState } from "react";

/** Smaller differences are the page's way over the network; larger ones a wrong clock of the screen. */
const CLOCK_DIFFERENCE_MS = 30_000;

/** Helios' time, going on each second; the server's own until the page is alive. */
export function useWallClock(serverNowMs: number): number {
  const [nowMs, setNowMs] = useState(serverNowMs);
  const [loadedMs] = useState(serverNowMs);
  useEffect(() => {
    const difference = loadedMs - Date.now();
    const offsetMs = Math.abs(difference) > CLOCK_DIFFERENCE_MS ? difference : 0;
    const tick = () => setNowMs(Date.now() + offsetMs);
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [loadedMs]);
  return nowMs;
}
