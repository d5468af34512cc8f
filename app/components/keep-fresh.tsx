import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isServed } from "./is-served.ts";

/** `isCut`: the page hears nothing of Helios any more. */
type KeepFreshProps = { everyMs: number; isCut: boolean };

/**
 * Reads the page's data again: regularly while it is seen, and at once when it comes back or the connection does.
 * Never of a server that is away: what fails then would put an error page in the place of what is known. It draws nothing:
 * what it hears of reading would draw the whole page anew otherwise.
 */
export function KeepFresh({ everyMs, isCut }: KeepFreshProps): null {
  const { revalidate, state } = useRevalidator();
  const wasCut = useRef(false);
  const mayAsk = useRef(true);
  useEffect(() => {
    mayAsk.current = state === "idle" && !isCut;
  }, [state, isCut]);
  useEffect(() => {
    const refresh = async () => {
      if (
        document.visibilityState === "visible" &&
        mayAsk.current &&
        (await isServed()) &&
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
  useEffect(() => {
    if (wasCut.current && !isCut) revalidate();
    wasCut.current = isCut;
  }, [isCut, revalidate]);
  return null;
}
