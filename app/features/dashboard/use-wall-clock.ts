import { createContext, useContext, useEffect, useState } from "react";

/** Smaller differences are the page's way over the network; larger ones a wrong clock of the screen. */
const CLOCK_DIFFERENCE_MS = 30_000;

/** How far the screen's clock is behind Helios', in milliseconds; null until the page is alive. */
export const WallClockContext = createContext<number | null>(null);

/** Of each reading of the fleet: it is late by its way, never early, so the greatest difference is the nearest. */
export function useWallClockOffset(serverNowMs: number): number | null {
  const [differenceMs, setDifferenceMs] = useState<number | null>(null);
  useEffect(() => {
    const difference = serverNowMs - Date.now();
    setDifferenceMs((known) => Math.max(known ?? -Infinity, difference));
  }, [serverNowMs]);
  if (differenceMs === null) return null;
  return Math.abs(differenceMs) > CLOCK_DIFFERENCE_MS ? differenceMs : 0;
}

/** Helios' time, going on each second; the server's own until the page is alive. */
export function useWallClock(serverNowMs: number): number {
  const offsetMs = useContext(WallClockContext);
  const [nowMs, setNowMs] = useState(() =>
    offsetMs === null ? serverNowMs : Date.now() + offsetMs,
  );
  useEffect(() => {
    if (offsetMs === null) return;
    const tick = () => setNowMs(Date.now() + offsetMs);
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [offsetMs]);
  return nowMs;
}
