import { useCallback, useEffect, useState } from "react";
import { callApi } from "#app/components/call-api.ts";
import { RANGE_LENGTHS, type SHORT_PRESETS } from "#app/domain/formats/date-ranges.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { useIsCut } from "#app/live/index.ts";
import { gridWindow, toGrid, type Grid } from "#app/domain/series/grid.ts";

export type ShortPreset = (typeof SHORT_PRESETS)[number];
type StateChange = { timeMs: number; code: number };
export type ChosenPast = { preset: ShortPreset; grid: Grid; states: StateChange[] };
type Answer = {
  data: Record<
    string,
    { time: string; value: number | string | null; min: number | null; max: number | null }[]
  >;
  state_info: { time: string; machine_state: number }[];
};

/** As many steps as the eight hours have that stand there at first. */
const STEPS = 240;

/** What GET /v1/telemetry_timeseries answers, cut into the steps that were asked for. */
export function toChosenPast(
  { data, state_info }: Answer,
  {
    preset,
    metric,
    startMs,
    nowMs,
  }: { preset: ShortPreset; metric: string; startMs: number; nowMs: number },
): ChosenPast {
  const stepMs = RANGE_LENGTHS[preset] / STEPS;
  // The newest step has only begun: live samples that follow count as much as they last.
  const points = (data[metric] ?? []).map((point) => {
    const timeMs = Date.parse(point.time);
    const heldMs = Math.max(1, Math.min(stepMs, nowMs - timeMs));
    return { ...point, timeMs, heldMs, count: 0, lower: null, upper: null, adFlag: null };
  });
  return {
    preset,
    grid: toGrid(points, startMs, stepMs, STEPS, nowMs),
    states: state_info.map(({ time, machine_state }) => ({
      timeMs: Date.parse(time),
      code: machine_state,
    })),
  };
}

/**
 * A measure of a machine over one of the short ranges up to now, read anew with each of its steps; null preset: nothing is
 * asked. What was read of another range, machine or measure is never answered.
 */
export function useChosenPast(deviceId: number, metric: string, preset: ShortPreset | null) {
  const [held, setHeld] = useState<{ of: string; past: ChosenPast } | null>(null);
  const [failedOf, setFailedOf] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const of = `${deviceId} ${metric} ${preset}`;
  // What could not be read while the page was cut off does not wait for the next step, which may take three quarters of an hour.
  const isCut = useIsCut();
  useEffect(() => {
    if (preset === null) return;
    const gone = new AbortController();
    const stepMs = RANGE_LENGTHS[preset] / STEPS;
    const read = async () => {
      const nowMs = Date.now();
      const { startMs, endMs } = gridWindow(nowMs, stepMs, STEPS);
      const query = new URLSearchParams({
        device_id: String(deviceId),
        metrics: metric,
        start_time: new Date(startMs).toISOString(),
        end_time: new Date(endMs).toISOString(),
        datapoints: String(STEPS),
      });
      const path = `telemetry_timeseries?${query}`;
      const answer = await callApi<Answer>(path, { signal: gone.signal });
      if (gone.signal.aborted) return;
      setFailedOf(answer.ok ? null : of);
      if (answer.ok)
        setHeld({ of, past: toChosenPast(answer.data, { preset, metric, startMs, nowMs }) });
    };
    void read();
    const timer = setInterval(
      () => {
        if (document.visibilityState === "visible") void read();
      },
      Math.max(MINUTE_MS, stepMs),
    );
    return () => {
      gone.abort();
      clearInterval(timer);
    };
  }, [deviceId, metric, preset, of, round, isCut]);
  return {
    past: held?.of === of ? held.past : null,
    hasFailed: failedOf === of,
    retry: useCallback(() => setRound((count) => count + 1), []),
  };
}
