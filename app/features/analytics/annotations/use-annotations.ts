import { useCallback, useEffect, useState } from "react";
import { callApi } from "#app/components/call-api.ts";
import { useDemoSwitching } from "#app/components/use-demo-switching.ts";
import { useChanges } from "#app/live/use-changes.ts";
import type { AnnotationJson } from "./annotation.ts";

type Span = { deviceId: number; startMs: number; endMs: number };

const NONE: readonly AnnotationJson[] = [];

/** The machine's notes of the span, read again when somebody writes one; its own before stay while they are read. */
export function useAnnotations(span: Span | null) {
  const [read, setRead] = useState({ of: span?.deviceId, annotations: NONE });
  const [hasFailed, setHasFailed] = useState(false);
  const [round, setRound] = useState(0);
  const { deviceId, startMs, endMs } = span ?? {};
  const isSwitching = useDemoSwitching();
  useEffect(() => {
    // Words and writers are masked too: read again once the mode is on, or off.
    if (isSwitching) return setRead({ of: deviceId, annotations: NONE });
    if (deviceId === undefined || startMs === undefined || endMs === undefined) return;
    const gone = new AbortController();
    const query = new URLSearchParams({
      device_id: String(deviceId),
      start_time: new Date(startMs).toISOString(),
      end_time: new Date(endMs).toISOString(),
    });
    void callApi<{ data: AnnotationJson[] }>(`annotations?${query}`, { signal: gone.signal }).then(
      (answer) => {
        if (gone.signal.aborted) return;
        setHasFailed(!answer.ok);
        if (answer.ok) setRead({ of: deviceId, annotations: answer.data.data });
      },
    );
    return () => gone.abort();
  }, [deviceId, startMs, endMs, round, isSwitching]);
  const readAgain = useCallback(() => setRound((count) => count + 1), []);
  useChanges(deviceId ?? null, "annotations", readAgain);
  // Another machine's notes are nobody's on this chart.
  const annotations = deviceId !== undefined && read.of === deviceId ? read.annotations : NONE;
  return { annotations, hasFailed, readAgain };
}
