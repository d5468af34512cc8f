import { useCallback, useMemo, useState } from "react";
import type { WallFleet, WholeWall } from "./wall-fleet.ts";

/**
 * A large fleet's wall with what all of its recorders said last: the machines that need a person first by that, and the
 * figures. It stays while they are asked again. `onRead` takes what they say; null: there was no answer.
 */
export function useShownWall(fleet: WallFleet): {
  fleet: WallFleet;
  onRead: (now: WholeWall | null) => void;
} {
  const [read, setRead] = useState<{ now: WholeWall | null; failed: boolean }>({
    now: null,
    failed: false,
  });
  const onRead = useCallback((now: WholeWall | null) => {
    setRead((last) => (now === null ? { ...last, failed: true } : { now, failed: false }));
  }, []);
  return useMemo(() => ({ fleet: withWhole(fleet, read), onRead }), [fleet, read, onRead]);
}

export function withWhole(
  fleet: WallFleet,
  { now, failed }: { now: WholeWall | null; failed: boolean },
): WallFleet {
  const { large } = fleet;
  if (large === null) return fleet;
  if (now === null) return { ...fleet, large: { ...large, failed } };
  // Who left the fleet since then is gone.
  const ids = new Set(large.ids);
  return {
    ...fleet,
    machines: now.machines.filter(({ id }) => ids.has(id)),
    states: now.states,
    since: now.since,
    nowMs: now.readAtMs,
    large: { ...large, whole: now.whole, failed },
  };
}
