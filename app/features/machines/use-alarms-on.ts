import { useCallback, useEffect, useRef, useState } from "react";
import { callApi } from "#app/components/call-api.ts";
import { useChanges } from "#app/live/index.ts";

/** How many of a machine's alarms are on: as the page came with it, then as it is when one of them changed. */
export function useAlarmsOn(deviceId: number, initial: number): number {
  const [read, setRead] = useState<{ from: number; on: number }>();
  const newest = useRef(0);
  useEffect(() => () => void newest.current++, []);
  const readAgain = useCallback(async () => {
    const turn = ++newest.current;
    const answer = await callApi<{ data: { in_alarm: boolean }[] }>(`devices/${deviceId}/alarms`);
    // Nobody answered: what is shown stays. An answer that another one overtook is old.
    if (!answer.ok || turn !== newest.current) return;
    setRead({ from: initial, on: answer.data.data.filter((alarm) => alarm.in_alarm).length });
  }, [deviceId, initial]);
  useChanges(deviceId, "alarms", () => void readAgain());
  return read?.from === initial ? read.on : initial;
}
