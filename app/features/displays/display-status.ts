import { useEffect, useRef } from "react";

/** What a screen asks again and again: whether it is paired. Null when Helios does not answer. */
export type DisplayStatus =
  | { state: "waiting" | "none" }
  | { state: "paired"; /** Differs when something was changed. */ settings: string };

export const DISPLAY_STATUS_PATH = "/display/status";
const PATIENCE_MS = 8_000;

async function readDisplayStatus(): Promise<DisplayStatus | null> {
  try {
    const answer = await fetch(DISPLAY_STATUS_PATH, {
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return answer.ok ? ((await answer.json()) as DisplayStatus) : null;
  } catch {
    return null;
  }
}

/** Asks Helios at once when `everyMs` changes, then every so often; one question at a time. Stops with the component. */
export function useStatusPoll(everyMs: number, told: (status: DisplayStatus | null) => void): void {
  const listener = useRef(told);
  listener.current = told;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const ask = async () => {
      const status = await readDisplayStatus();
      if (stopped) return;
      listener.current(status);
      timer = setTimeout(() => void ask(), everyMs);
    };
    timer = setTimeout(() => void ask(), FIRST_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [everyMs]);
}

const FIRST_MS = 250;
