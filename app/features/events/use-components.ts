import { useEffect, useState } from "react";
import { callApi } from "#app/components/call-api.ts";
import type { ComponentJson } from "./schemas.ts";

export type MachineComponents = {
  status: "loading" | "failed" | "ready";
  list: readonly ComponentJson[];
  retry: () => void;
};

/** What the machine is made of; nothing is read without a machine. */
export function useComponents(deviceId: number | null): MachineComponents {
  const [held, setHeld] = useState<{ deviceId: number; components: ComponentJson[] | null } | null>(
    null,
  );
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (deviceId === null) return;
    const asked = new AbortController();
    setHeld(null);
    void callApi<{ data: ComponentJson[] }>(`components?device_id=${deviceId}`, {
      signal: asked.signal,
    }).then((answer) => {
      if (!asked.signal.aborted)
        setHeld({ deviceId, components: answer.ok ? answer.data.data : null });
    });
    return () => asked.abort();
  }, [deviceId, tries]);
  const mine = held !== null && held.deviceId === deviceId ? held : null;
  const status = mine === null ? "loading" : mine.components === null ? "failed" : "ready";
  return { status, list: mine?.components ?? [], retry: () => setTries((count) => count + 1) };
}
