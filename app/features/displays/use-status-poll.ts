import { useEffect, useRef } from "react";
import { readDisplayStatus, type DisplayStatus } from "./display-status.ts";

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
