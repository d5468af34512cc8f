/**
 * Reads what a chart missed from GET /v1/telemetry_timeseries. Gaps of one machine that are asked for
 * at about the same time and begin alike become one request; the wait is another one on every page, so
 * that the screens of a plant do not all ask in the same moment after a restart.
 */
import type { Clock } from "./clock.ts";
import type { Gap, ReadGap } from "./live-series.ts";
import type { SeriesPoint } from "./series-points.ts";

const GATHER_MS = 50;
const SPREAD_MS = 500;
const ALIKE_MS = 60_000;
const RETRY_AFTER_MS = [1_000, 2_000, 5_000, 10_000];
const MIN_POINTS = 300;
const MAX_POINTS = 5_000;

type Wanted = { gap: Gap; done: (points: SeriesPoint[] | null) => void };
type Answer = { data: Record<string, { time: string; value: SeriesPoint["value"] }[]> };

export type ReadGapDeps = {
  fetch: typeof fetch;
  clock: Clock;
  random: () => number;
  warn: (text: string) => void;
};

export function createReadGap(deps: ReadGapDeps): ReadGap {
  const groups = new Map<string, Wanted[]>();
  return (gap) =>
    new Promise((done) => {
      const key = `${gap.deviceId}:${Math.round(gap.afterMs / ALIKE_MS)}`;
      const group = groups.get(key);
      if (group !== undefined) return void group.push({ gap, done });
      const begun = [{ gap, done }];
      groups.set(key, begun);
      deps.clock.setTimeout(
        () => {
          groups.delete(key);
          void readGroup(deps, begun);
        },
        GATHER_MS + deps.random() * SPREAD_MS,
      );
    });
}

async function readGroup(deps: ReadGapDeps, group: Wanted[]): Promise<void> {
  const data = await read(deps, urlOf(group.map(({ gap }) => gap)));
  for (const { gap, done } of group) {
    if (data === null) {
      done(null);
      continue;
    }
    const points = (data[gap.metric] ?? []).map(({ time, value }) => ({
      timeMs: Date.parse(time),
      value,
    }));
    done(points.filter(({ timeMs }) => timeMs > gap.afterMs && timeMs < gap.beforeMs));
  }
}

function urlOf(gaps: Gap[]): string {
  const startMs = Math.min(...gaps.map(({ afterMs }) => afterMs)) + 1;
  const endMs = Math.max(...gaps.map(({ beforeMs }) => beforeMs));
  const query = new URLSearchParams({
    device_id: String(gaps[0]!.deviceId),
    start_time: new Date(startMs).toISOString(),
    end_time: new Date(endMs).toISOString(),
    // At one sample a second these are the samples themselves, up to an hour and more; what the endpoint allows.
    datapoints: String(
      Math.min(MAX_POINTS, Math.max(MIN_POINTS, Math.ceil((endMs - startMs) / 1_000))),
    ),
  });
  for (const metric of new Set(gaps.map(({ metric }) => metric))) query.append("metrics[]", metric);
  return `/v1/telemetry_timeseries?${query}`;
}

/** null when it was refused, or failed at each of its tries. */
async function read(
  { fetch, clock, warn }: ReadGapDeps,
  url: string,
): Promise<Answer["data"] | null> {
  for (let attempt = 0; ; attempt++) {
    const problem = await fetch(url, {
      credentials: "same-origin",
      headers: { accept: "application/json" },
    }).then(
      async (answer) => (answer.ok ? ((await answer.json()) as Answer) : answer.status),
      (error: unknown) => String(error),
    );
    if (typeof problem === "object") return problem.data;
    const waitMs = RETRY_AFTER_MS[attempt];
    const isFinal = typeof problem === "number" && problem < 500 && problem !== 429;
    if (isFinal || waitMs === undefined) {
      warn(`live: a gap could not be read: ${problem}`);
      return null;
    }
    await new Promise<void>((resolve) => clock.setTimeout(resolve, waitMs));
  }
}
