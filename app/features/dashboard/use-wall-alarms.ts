import { useCallback, useEffect, useRef, useState } from "react";
import { useChangesOf } from "#app/live/index.ts";
import type { WallAlarms } from "./wall-alarms.ts";
import type { WallFleet } from "./wall-fleet.ts";

/** Changes that come together, as all joins of a page do, are one read. */
const GATHER_MS = 150;

/**
 * Read when a machine's alarms changed, once each is listened to, and when a shelved one comes back. What was read last stays
 * while Helios is away, and where reading it failed the next reading of the fleet is a reason to read it too.
 */
export function useWallAlarms(fleet: WallFleet, isDisplay: boolean): WallAlarms {
  const address = isDisplay ? "/display/alarms" : "/dashboard/wall_alarms";
  const { machines } = fleet;
  const [shown, setShown] = useState<WallAlarms>(fleet);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const newest = useRef(0);
  const isMissing = useRef(false);
  const readSoon = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const turn = ++newest.current;
      void readAlarms(address).then((found) => {
        if (turn !== newest.current) return;
        isMissing.current = found === null;
        if (found !== null) setShown(found);
      });
    }, GATHER_MS);
  }, [address]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      newest.current++;
    },
    [],
  );
  useChangesOf(machines.map(({ id }) => id).join(","), "alarms", readSoon);
  useEffect(() => {
    if (shown.nextReturnMs === null) return;
    const back = setTimeout(readSoon, shown.nextReturnMs);
    return () => clearTimeout(back);
  }, [shown, readSoon]);
  // Of machines that have no place on the wall no change is heard: they are read with the fleet.
  const isFirst = useRef(true);
  useEffect(() => {
    if ((fleet.large !== null || isMissing.current) && !isFirst.current) readSoon();
    isFirst.current = false;
  }, [fleet, readSoon]);
  return shown;
}

async function readAlarms(address: string): Promise<WallAlarms | null> {
  try {
    const answer = await fetch(address, { headers: { accept: "application/json" } });
    return answer.ok ? ((await answer.json()) as WallAlarms) : null;
  } catch {
    return null;
  }
}
