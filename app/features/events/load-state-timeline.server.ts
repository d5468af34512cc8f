import { DAY_MS, SECOND_MS } from "#app/domain/durations.ts";
import { stateShares, toStateSpans } from "#app/domain/metrics/spans.ts";
import { planStops, type Stop, type Stops } from "#app/domain/metrics/stops.ts";
import { changesWithin, type StateChange } from "#app/domain/series/state-changes.ts";
import type { SeriesReader } from "#app/storage/series-reader.ts";
import { MOST_STOPS, type TimelineSpan } from "./timeline-spans.ts";

type Deps = { series: Pick<SeriesReader, "stateChanges">; now: number };
type Range = { startMs: number; endMs: number };
type Machine = { id: number; microStopSeconds: number };

export type StateTimeline = Range & {
  span: TimelineSpan;
  /** For the strip: of a busy month the state at the end of each minute (domain/series/state-changes.ts). */
  changes: StateChange[];
  shares: ReturnType<typeof stateShares>;
  /** The newest MOST_STOPS of `stopCount`. */
  stops: Stop[];
  stopCount: number;
  micro: Stops["micro"];
};

const LENGTHS: Record<TimelineSpan, number> = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };

/**
 * Asked for at once: a longer answer would tell of a machine with 40 changes an hour only how each minute ended, and its
 * stops would be of whole minutes.
 */
const PIECE_MS = 5 * DAY_MS;

/** What a machine did in its last day, week or month: its states, the share of each, and its stops. */
export async function loadStateTimeline(
  deps: Deps,
  machine: Machine,
  span: TimelineSpan,
): Promise<StateTimeline> {
  const range = rangeOf(deps, span);
  const changes = await readChanges(deps, machine.id, range);
  const spans = toStateSpans(changes, range.startMs, range.endMs);
  const { stops, micro } = planStops(spans, machine.microStopSeconds * SECOND_MS);
  return {
    ...{ span, ...range },
    changes: changesWithin(changes, null, range.startMs, range.endMs),
    shares: stateShares(spans),
    ...{ stops: stops.slice(0, MOST_STOPS), stopCount: stops.length, micro },
  };
}

/**
 * A machine's stops of the last day, week or month that are long enough to be listed, the newest first; before them one that
 * has just begun: who stands at the machine may report it.
 */
export async function loadStops(deps: Deps, machine: Machine, span: TimelineSpan): Promise<Stop[]> {
  const range = rangeOf(deps, span);
  const changes = await readChanges(deps, machine.id, range);
  const spans = toStateSpans(changes, range.startMs, range.endMs);
  const { stops, young } = planStops(spans, machine.microStopSeconds * SECOND_MS);
  return young === null ? stops : [young, ...stops];
}

const rangeOf = ({ now }: Deps, span: TimelineSpan): Range => ({
  startMs: now - LENGTHS[span],
  endMs: now,
});

async function readChanges(
  { series }: Deps,
  deviceId: number,
  { startMs, endMs }: Range,
): Promise<StateChange[]> {
  const pieces: Promise<StateChange[]>[] = [];
  for (let from = startMs; from < endMs; from += PIECE_MS)
    pieces.push(
      series.stateChanges({ deviceId, startMs: from, endMs: Math.min(endMs, from + PIECE_MS) }),
    );
  return (await Promise.all(pieces)).flat();
}
