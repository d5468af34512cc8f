import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLive } from "./live-provider.tsx";

/** A machine has many topics, which end one after the other. */
const GATHER_MS = 150;

/**
 * Calls `onOutdated` when what the page shows is to be read again: a machine that it listens to was taken away (`isTaken`),
 * or what its reader may see, or a plant of theirs, was changed.
 */
export function useOutdated(onOutdated: (why: { isTaken: boolean }) => void): void {
  const { client } = useLive();
  const taken = useSyncExternalStore(client.takenAway.watch, client.takenAway.count, () => 0);
  const said = useSyncExternalStore(client.outdated.watch, client.outdated.count, () => 0);
  const latest = useRef(onOutdated);
  useEffect(() => {
    latest.current = onOutdated;
  });
  const heard = useRef(0);
  useEffect(() => {
    if (taken + said === 0) return;
    const timer = setTimeout(() => {
      const isTaken = taken > heard.current;
      heard.current = taken;
      latest.current({ isTaken });
    }, GATHER_MS);
    return () => clearTimeout(timer);
  }, [taken, said]);
}
