import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { servedBuild } from "./build-watch.ts";
import { useIsCut } from "./use-connection.ts";
import { useOpened } from "./use-opened.ts";

/**
 * Reads the page's data again: regularly while it is seen, and at once when it comes back or Helios is
 * heard again. Never of a server that is away: what fails then would put an error page in the place of what is known. It draws nothing:
 * what it hears of reading would draw the whole page anew otherwise.
 */
export function KeepFresh({ everyMs }: { everyMs: number }): null {
  const isCut = useIsCut();
  const { revalidate, state } = useRevalidator();
  const mayAsk = useRef(true);
  useEffect(() => {
    mayAsk.current = state === "idle" && !isCut;
  }, [state, isCut]);
  useEffect(() => {
    const refresh = async () => {
      if (
        document.visibilityState === "visible" &&
        mayAsk.current &&
        (await servedBuild()) !== null &&
        mayAsk.current
      )
        revalidate();
    };
    const onTime = () => void refresh();
    const timer = setInterval(onTime, everyMs);
    document.addEventListener("visibilitychange", onTime);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onTime);
    };
  }, [revalidate, everyMs]);
  // Also after a moment without a connection: what happened in it is not told again.
  useOpened(useCallback((before) => void (before !== "connecting" && revalidate()), [revalidate]));
  return null;
}
