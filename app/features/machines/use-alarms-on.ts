import { useCallback, useEffect, useRef, useState } from "react";
import type { AlarmsOn } from "#app/domain/alarms/alarms-on.ts";
import { useChanges } from "#app/live/index.ts";

/** How many of a machine's alarms are on, null while nobody could count them: as the page came with it, then as it is when one of them changed or came back from the shelf. */
export function useAlarmsOn(deviceId: number, initial: AlarmsOn | null): number | null {
  const [read, setRead] = useState<{ from: AlarmsOn | null; now: AlarmsOn }>();
  const newest = useRef(0);
  useEffect(() => () => void newest.current++, []);
  const readAgain = useCallback(async () => {
    const turn = ++newest.current;
    const now = await readAlarmsOn(deviceId);
    // Nobody answered: what is shown stays. An answer that another one overtook is old.
    if (now !== null && turn === newest.current) setRead({ from: initial, now });
  }, [deviceId, initial]);
  useChanges(deviceId, "alarms", () => void readAgain());
  const shown = read !== undefined && read.from === initial ? read.now : initial;
  useEffect(() => {
    if (shown === null || shown.nextReturnMs === null) return;
    const back = setTimeout(() => void readAgain(), shown.nextReturnMs);
    return () => clearTimeout(back);
  }, [shown, readAgain]);
  return shown === null ? null : shown.on;
}

async function readAlarmsOn(deviceId: number): Promise<AlarmsOn | null> {
  try {
    const headers = { accept: "application/json" };
    const answer = await fetch(`/machines/${deviceId}/alarms_on`, { headers });
    return answer.ok ? ((await answer.json()) as AlarmsOn) : null;
  } catch {
    return null;
  }
}
