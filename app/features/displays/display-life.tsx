import { useEffect, useRef } from "react";
import { isConnected, useConnection } from "#app/live/index.ts";
import { useStatusPoll } from "./display-status.ts";

const CALM_MS = 45_000;
const LOST_MS = 1_500;
/** Helios answers and the socket does not come back: begin anew. */
const HOPELESS_MS = 60_000;

/**
 * Keeps a paired screen true without anybody near: whether it is still paired, and as before, is asked once in a while, and at once
 * when the socket closes, which is how a revoked screen hears of it.
 */
export function DisplayLife() {
  const connection = useConnection();
  const isLive = isConnected(connection);
  const lostAtMs = useRef<number | null>(null);
  const known = useRef<string | null>(null);
  useEffect(() => {
    lostAtMs.current = isLive ? null : Date.now();
  }, [isLive]);
  useStatusPoll(isLive ? CALM_MS : LOST_MS, (status) => {
    if (status === null) return;
    const settings = status.state === "paired" ? status.settings : null;
    const isChanged = settings !== (known.current ?? settings);
    known.current = settings;
    const isHopeless = lostAtMs.current !== null && Date.now() - lostAtMs.current > HOPELESS_MS;
    if (status.state !== "paired" || isChanged || isHopeless) window.location.reload();
  });
  return null;
}
