/** Milliseconds before the nth repeat; Helios back from a restart is found within 10 s. */
const STEPS_MS = [500, 1_000, 2_000, 4_000, 7_000, 10_000] as const;

/** A refused key is tried again slowly: it may be put right in the portal. */
export const UNAUTHORIZED_MS = 60_000;

/** `luck` in [0, 1) spreads a fleet that lost Helios at the same moment; never earlier than Helios asked. */
export function backOffMs(attempt: number, retryAfterMs: number | null, luck: number): number {
  const step = STEPS_MS[Math.min(attempt, STEPS_MS.length - 1)]!;
  return retryAfterMs === null ? step * (0.5 + luck) : retryAfterMs + step * luck * 0.5;
}

/** Resolves early, without throwing, when the signal ends it. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}
