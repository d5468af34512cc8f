import { useEffect, useRef } from "react";
import { changesTopic, type Changeable } from "#app/domain/live/ports.ts";
import { useLive } from "./live-provider.tsx";

/**
 * Calls `onChange` when somebody changed that of the machine, and each time the channel was joined: what was changed
 * before the page listened, or while the connection was lost, is told by nobody else. null: listens to nothing.
 */
export function useChanges(deviceId: number | null, what: Changeable, onChange: () => void): void {
  const { client } = useLive();
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (deviceId === null) return;
    return client.subscribe(changesTopic(deviceId, what), (message) => {
      if (message.type !== "refused") latest.current();
    });
  }, [client, deviceId, what]);
}
