import { useCallback, useEffect, useRef, useState } from "react";
import { callApi, type ApiAnswer } from "#app/components/call-api.ts";
import { useDemoSwitching } from "#app/components/use-demo-switching.ts";
import { granularityOf } from "#app/domain/series/granularity.ts";
import type { Asked } from "./asked.ts";
import type { TelemetryAnswer } from "./measure-series.ts";

export type Job = {
  order_number: string;
  start_at: string;
  end_at: string;
  entry_length: number | null;
  entry_width: number | null;
  exit_length: number | null;
  exit_width: number | null;
  flute_code: string | null;
  paper_density: number | null;
};
type Refusal = Extract<ApiAnswer<unknown>, { ok: false }>;
export type Answered = { asked: Asked; answer: TelemetryAnswer };

export function telemetryPath({ deviceId, metrics, startMs, endMs, datapoints }: Asked): string {
  const query = new URLSearchParams({
    device_id: String(deviceId),
    start_time: new Date(startMs).toISOString(),
    end_time: new Date(endMs).toISOString(),
    granularity: granularityOf(endMs - startMs),
    datapoints: String(datapoints),
  });
  // By brackets: a tag's name may hold a comma.
  for (const metric of metrics) query.append("metrics[]", metric);
  return `telemetry_timeseries?${query}`;
}

export function jobsPath({
  deviceId,
  startMs,
  endMs,
}: Pick<Asked, "deviceId" | "startMs" | "endMs">): string {
  const query = new URLSearchParams({
    device_id: String(deviceId),
    start_time: new Date(startMs).toISOString(),
    end_time: new Date(endMs).toISOString(),
  });
  return `jobs?${query}`;
}

/** The answer to what was asked last; the one before stays until the next has come. */
export function useTelemetry(asked: Asked | null) {
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [failure, setFailure] = useState<Refusal | null>(null);
  const [busyWith, setBusyWith] = useState<Asked | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (asked === null) {
      setAnswered(null);
      return setFailure(null);
    }
    const gone = new AbortController();
    setBusyWith(asked);
    void callApi<TelemetryAnswer>(telemetryPath(asked), { signal: gone.signal }).then((answer) => {
      if (gone.signal.aborted) return;
      setBusyWith(null);
      if (answer.ok) setAnswered({ asked, answer: answer.data });
      setFailure(answer.ok ? null : answer);
    });
    return () => {
      gone.abort();
      setBusyWith(null);
    };
  }, [asked, round]);
  return {
    answered,
    failure,
    isBusy: busyWith !== null,
    retry: useCallback(() => setRound((count) => count + 1), []),
  };
}

/** The jobs of the range, null until they are read; none where they cannot be: the chart is worth having without. */
export function useJobs(asked: Pick<Asked, "deviceId" | "startMs" | "endMs"> | null) {
  const [jobs, setJobs] = useState<readonly Job[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [round, setRound] = useState(0);
  const { deviceId, startMs, endMs } = asked ?? {};
  const isSwitching = useDemoSwitching();
  useEffect(() => {
    // Numbers of orders are masked too: read again once the mode is on, or off.
    if (isSwitching) return setJobs(null);
    if (deviceId === undefined || startMs === undefined || endMs === undefined) return setJobs([]);
    const gone = new AbortController();
    const path = jobsPath({ deviceId, startMs, endMs });
    void callApi<{ data: Job[] }>(path, { signal: gone.signal }).then((answer) => {
      if (gone.signal.aborted) return;
      setJobs(answer.ok ? answer.data.data : []);
      setHasFailed(!answer.ok);
    });
    return () => gone.abort();
  }, [deviceId, startMs, endMs, isSwitching, round]);
  return { jobs, hasFailed, readAgain: useCallback(() => setRound((count) => count + 1), []) };
}

/** The value once it has stayed the same for a while. */
export function useSettled<T>(value: T, afterMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}

/** Calls again and again while it is on and the page is seen. */
export function useEvery(everyMs: number | null, call: () => void): void {
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
