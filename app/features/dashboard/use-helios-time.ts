import { useEffect, useState } from "react";
import { SECOND_MS } from "#app/domain/durations.ts";
import { useLastKnown } from "./use-last-known.ts";

const STEP_MS = 10 * SECOND_MS;

/** Helios' time when the page was read, ms, going on while it is open; it stands while `isCut`: what it is told of does too. */
export function useHeliosTime(readAtMs: number, isCut: boolean): number {
  const [passed, setPassed] = useState({ of: readAtMs, ms: 0 });
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(
      () => setPassed({ of: readAtMs, ms: performance.now() - began }),
      STEP_MS,
    );
    return () => clearInterval(timer);
  }, [readAtMs]);
  return useLastKnown(readAtMs + (passed.of === readAtMs ? passed.ms : 0), isCut);
}
