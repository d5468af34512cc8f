import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isServed } from "#app/components/is-served.ts";
import { useConnection } from "#app/live/index.ts";

/** The past is read again this often: strips and lines stay exact over a long day. */
const REFRESH_MS = 120_000;
/** Sooner while something is missing. */
const REPAIR_MS = 15_000;

/**
 * Reads the page's data again: regularly while it is seen, and at once when it comes back or the connection does.
 * Never of a server that is away: what fails then would put an error page in the place of what is known.
 */
export default function KeepFresh({ isOften }: { isOften: boolean }): null {
  const { revalidate, state } = useRevalidator();
  const connection = useConnection();
  const wasLost = useRef(false);
  const mayAsk = useRef(true);
  useEffect(() => {
    mayAsk.current = state === "idle" && connection !== "lost";
  }, [state, connection]);
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
    const timer = setInterval(onTime, isOften ? REPAIR_MS : REFRESH_MS);
    document.addEventListener("visibilitychange", onTime);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onTime);
    };
  }, [revalidate, isOften]);
  useEffect(() => {
    if (connection === "lost") wasLost.current = true;
    else if (connection === "live" && wasLost.current) {
      wasLost.current = false;
      revalidate();
    }
  }, [connection, revalidate]);
  return null;
}
