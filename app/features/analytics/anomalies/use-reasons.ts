import { useEffect, useState } from "react";
import { callApi } from "#app/components/call-api.ts";
import type { Asked } from "#app/features/analytics/asked.ts";
import type { ReasonJson } from "./reason-json.ts";
import type { ReasonsAnswer } from "./schemas.ts";

export type ReasonsRead = {
  /** Ascending; null until they are read. */
  reasons: readonly ReasonJson[] | null;
  hasFailed: boolean;
  retry: () => void;
};

/** Why the measure was flagged in the span. */
export function useReasons({ deviceId, startMs, endMs }: Asked, metric: string): ReasonsRead {
  const [reasons, setReasons] = useState<readonly ReasonJson[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    const query = new URLSearchParams({
      device_id: String(deviceId),
      metric,
      start_time: new Date(startMs).toISOString(),
      end_time: new Date(endMs).toISOString(),
    });
    const path = `anomalies/reasons?${query}`;
    void callApi<ReasonsAnswer>(path, { signal: gone.signal }).then((answer) => {
      if (gone.signal.aborted) return;
      setHasFailed(!answer.ok);
      if (answer.ok) setReasons(answer.data.data);
    });
    return () => gone.abort();
  }, [deviceId, metric, startMs, endMs, round]);
  return { reasons, hasFailed, retry: () => setRound((count) => count + 1) };
}
