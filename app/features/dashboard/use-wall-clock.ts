import { createContext, useContext, useEffect, useState } from "react";

/** Smaller differences are the page's way over the network; larger ones a wrong clock of the screen. */
const CLOCK_DIFFERENCE_MS = 30_000;

/** How far the screen's clock is behind Helios', in milliseconds; null until the page is alive. */
export const WallClockContext = createContext<number | null>(null);

/** Measured once, as the page comes alive: what the server says later is as old as the last reading of the fleet. */
export function useWallClockOffset(serverNowMs: number): number | null {
  const [offsetMs, setOffsetMs] = useState<number | null>(null);
  const [loadedMs] = useState(serverNowMs);
  useEffect(() => {
    const difference = loadedMs - Date.now();
    setOffsetMs(Math.abs(difference) > CLOCK_DIFFERENCE_MS ? difference : 0);
  }, [loadedMs]);
  return offsetMs;
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
