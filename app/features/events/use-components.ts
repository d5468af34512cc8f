import { useEffect, useState } from "react";
import { callApi } from "~/components/call-api";
import type { ComponentJson } from "./schemas";

/** What the machine is made of; null while it is read. A failed read is tried again when the machine is chosen again. */
export function useComponents(deviceId: number | null): readonly ComponentJson[] | null {
  const [held, setHeld] = useState<{ deviceId: number; components: ComponentJson[] } | null>(null);
  useEffect(() => {
    if (deviceId === null) return;
    const asked = new AbortController();
    void callApi<{ data: ComponentJson[] }>(`components?device_id=${deviceId}`, { signal: asked.signal }).then((answer) => {
      if (!asked.signal.aborted) setHeld({ deviceId, components: answer.ok ? answer.data.data : [] });
    });
    return () => asked.abort();
  }, [deviceId]);
  return held !== null && held.deviceId === deviceId ? held.components : null;
}
