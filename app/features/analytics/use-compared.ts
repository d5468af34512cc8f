import { useEffect, useMemo, useState } from "react";
import { callApi } from "#app/components/call-api.ts";
import type { Asked } from "./asked.ts";
import {
  beforeMaintenance,
  comparedMachine,
  placedByJob,
  shiftOf,
  stillAsked,
  type Compared,
  type Other,
} from "./compare.ts";
import type { TelemetryAnswer } from "./measure-series.ts";
import { jobsPath, telemetryPath, type Answered, type Job } from "./use-telemetry.ts";

export type OtherAnswered = Answered & { other: Other };
export type CompareBy = {
  compared: readonly Compared[];
  isByJob: boolean;
  timezone: string;
  lastMaintenanceAt: number | null;
  /** Of the range; null until they are read. */
  jobs: readonly Job[] | null;
};

const startsOf = (jobs: readonly Job[]) =>
  jobs.map(({ start_at }) => ({ startMs: Date.parse(start_at) }));

/** Where each lies: by the clock, or by the first job, where both have one. Those by job come once the jobs are read. */
export function useOthers(
  asked: Asked,
  { compared, isByJob, timezone, lastMaintenanceAt, jobs }: CompareBy,
): readonly Other[] {
  const names = compared.join();
  const byClock = useMemo(
    () =>
      compared.map((key) => ({
        key,
        deviceId: comparedMachine(key) ?? asked.deviceId,
        shiftMs: shiftOf(key, asked, { timezone, lastMaintenanceAt }),
      })),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [names, asked, timezone, lastMaintenanceAt],
  );
  const [byJob, setByJob] = useState<readonly Other[]>([]);
  useEffect(() => {
    if (!isByJob || byClock.length === 0 || jobs === null) return;
    const gone = new AbortController();
    const placeOnce = async (other: Other): Promise<Other> => {
      const { startMs, endMs } = asked;
      const span = { startMs: startMs - other.shiftMs, endMs: endMs - other.shiftMs };
      const path = jobsPath({ deviceId: other.deviceId, ...span });
      const answer = await callApi<{ data: Job[] }>(path, { signal: gone.signal });
      const theirs = answer.ok ? startsOf(answer.data.data) : [];
      return placedByJob(other, { own: startsOf(jobs), theirs, range: asked });
    };
    const place = async (other: Other): Promise<Other> => {
      const placed = await placeOnce(other);
      const earlier = beforeMaintenance(other, placed, asked, lastMaintenanceAt);
      if (earlier === null) return placed;
      const again = await placeOnce(earlier);
      return again.hasNoJob ? { ...other, hasNoJob: true } : again;
    };
    void Promise.all(byClock.map(place)).then((placed) => {
      if (!gone.signal.aborted) setByJob(placed);
    });
    return () => gone.abort();
  }, [byClock, isByJob, asked, jobs, lastMaintenanceAt]);
  const kept = useMemo(() => stillAsked(byJob, byClock), [byJob, byClock]);
  return isByJob ? kept : byClock;
}

const NONE: readonly OtherAnswered[] = [];

/** What was measured there; what could not be read is left out. Those before stay until the next have come. */
export function useOtherAnswers(asked: Asked | null, others: readonly Other[]) {
  const [answers, setAnswers] = useState<readonly OtherAnswered[]>(NONE);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (asked === null || others.length === 0) {
      setAnswers(NONE);
      return setHasFailed(false);
    }
    const gone = new AbortController();
    const read = async (other: Other): Promise<OtherAnswered | null> => {
      const { deviceId, shiftMs } = other;
      const { startMs, endMs } = asked;
      const its = { ...asked, deviceId, startMs: startMs - shiftMs, endMs: endMs - shiftMs };
      const answer = await callApi<TelemetryAnswer>(telemetryPath(its), { signal: gone.signal });
      return answer.ok ? { other, asked: its, answer: answer.data } : null;
    };
    void Promise.all(others.map(read)).then((read) => {
      if (gone.signal.aborted) return;
      const held = read.filter((each) => each !== null);
      setAnswers(held);
      setHasFailed(held.length < read.length);
    });
    return () => gone.abort();
  }, [asked, others]);
  return { answers, hasFailed };
}
