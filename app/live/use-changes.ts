import { useEffect, useRef } from "react";
import { changesTopic, type Changeable } from "#app/domain/live/ports.ts";
import { useLive } from "./live-provider.tsx";

/**
 * Calls `onChange` when somebody changed that of the machine, and each time the channel was joined: what was changed
 * before the page listened, or while the connection was lost, is told by nobody else. null: listens to nothing.
 */
export function useChanges(deviceId: number | null, what: Changeable, onChange: () => void): void {
  useChangesOf(deviceId === null ? "" : String(deviceId), what, onChange);
}

/** The same of several machines; `deviceIds` joined by commas. */
export function useChangesOf(deviceIds: string, what: Changeable, onChange: () => void): void {
  const { client } = useLive();
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (deviceIds === "") return;
    const ends = deviceIds.split(",").map((id) =>
      client.subscribe(changesTopic(Number(id), what), (message) => {
        if (message.type !== "refused") latest.current();
      }),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [client, deviceIds, what]);
}
