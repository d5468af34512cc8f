/**
 * What a chart lays beside the range that it shows: the same measures over another time of the machine, or over the same
 * time of another machine. Each is a place in time and a machine; its points are moved onto the range.
 */
import { DAY_MS } from "#app/domain/durations.ts";
import { momentOfWallClock, wallClock } from "#app/domain/formats/local-days.ts";
import type { ChartSeries } from "#app/kit/charts/types.ts";

/** Other times: a day and a week earlier, the same length right before, and before the last maintenance. */
export const OTHER_TIMES = ["1d", "7d", "before", "maintenance"] as const;
export type OtherTime = (typeof OTHER_TIMES)[number];
/** Each is asked for by itself and drawn beside every measure. */
export const MOST_COMPARED = 3;
const MACHINE = /^machine-(\d{1,15})$/;

/** A machine of the same model that the reader sees. */
export type Peer = { id: number; name: string };
export type CompareSetup = {
  peers: readonly Peer[];
  /** When a maintenance of the machine was last done, Unix milliseconds; null: never, or not the reader's to see. */
  lastMaintenanceAt: number | null;
};
export type Compared = OtherTime | `machine-${number}`;
type Span = { startMs: number; endMs: number };

export const comparedMachine = (key: Compared): number | null => {
  const [, id] = MACHINE.exec(key) ?? [];
  return id === undefined ? null : Number(id);
};

/** What can be compared with, in the order that people are offered it. */
export const comparable = ({ peers, lastMaintenanceAt }: CompareSetup): Compared[] => [
  ...OTHER_TIMES.filter((key) => key !== "maintenance" || lastMaintenanceAt !== null),
  ...peers.map(({ id }): Compared => `machine-${id}`),
];

export const parseCompared = (text: string | null, setup: CompareSetup): Compared[] => {
  const names = (text ?? "").slice(0, 500).split(",");
  return comparable(setup)
    .filter((key) => names.includes(key))
    .slice(0, MOST_COMPARED);
};

/** What is compared, whose it is, and how much earlier than the range it lies, in milliseconds. */
export type Other = {
  key: Compared;
  deviceId: number;
  shiftMs: number;
  /** It was to lie by the first job, and one of both has none: it lies by the clock. */
  hasNoJob?: boolean;
};

/**
 * How much earlier than the range the compared one lies, in milliseconds, so that the same time of day lies over the same
 * time of day: whole days of the zone's clock, whatever it did in between. A machine is compared at the same time: 0.
 */
export function shiftOf(
  key: Compared,
  { startMs, endMs }: Span,
  { timezone, lastMaintenanceAt }: { timezone: string; lastMaintenanceAt: number | null },
): number {
  const length = endMs - startMs;
  const daysEarlier = (days: number) =>
    startMs - momentOfWallClock(wallClock(startMs, timezone) - days * DAY_MS, timezone);
  switch (key) {
    case "1d":
      return daysEarlier(1);
    case "7d":
      return daysEarlier(7);
    case "before":
      // Of less than a day by its own length: the hour before this one.
      return length < DAY_MS ? length : daysEarlier(Math.ceil(length / DAY_MS));
    case "maintenance":
      return daysEarlier(Math.max(1, Math.ceil((endMs - (lastMaintenanceAt ?? startMs)) / DAY_MS)));
    default:
      return 0;
  }
}

/** The same, so that the first job of the compared span begins where the first of the range does; null without jobs. */
export function shiftByJob(
  own: readonly { startMs: number }[],
  other: readonly { startMs: number }[],
  range: Span,
  shiftMs: number,
): number | null {
  const firstOf = (jobs: readonly { startMs: number }[], from: number) =>
    Math.min(...jobs.map((job) => job.startMs).filter((at) => at >= from));
  const [here, there] = [firstOf(own, range.startMs), firstOf(other, range.startMs - shiftMs)];
  return Number.isFinite(here) && Number.isFinite(there) ? here - there : null;
}

/** By the first job of each, or where it lies by the clock. */
export function placedByJob(
  other: Other,
  {
    own,
    theirs,
    range,
  }: Record<"own" | "theirs", readonly { startMs: number }[]> & {
    range: Span;
  },
): Other {
  const shiftMs = shiftByJob(own, theirs, range, other.shiftMs);
  return shiftMs === null ? { ...other, hasNoJob: true } : { ...other, shiftMs };
}

/**
 * Where to look for a first job instead, once what was placed by one would pass the last maintenance: so much earlier that
 * no job of that span reaches it. null where it stays before it.
 */
export function beforeMaintenance(
  other: Other,
  placed: Other,
  { startMs, endMs }: Span,
  lastMaintenanceAt: number | null,
): Other | null {
  if (other.key !== "maintenance" || lastMaintenanceAt === null) return null;
  if (endMs - placed.shiftMs <= lastMaintenanceAt) return null;
  const days = Math.ceil((endMs - startMs) / DAY_MS);
  return { ...other, shiftMs: other.shiftMs + days * DAY_MS };
}

/** Of what was placed, that which is still asked for. */
export const stillAsked = (placed: readonly Other[], asked: readonly Other[]): readonly Other[] =>
  placed.filter(({ key }) => asked.some((other) => other.key === key));

/** A series of another time or machine as it lies over the range: its line alone, without bands and marks. */
export const toCompared = (
  series: ChartSeries,
  { key, title, shiftMs }: { key: Compared; title: string; shiftMs: number },
): ChartSeries => ({
  ...series,
  key: `${series.key}:${key}`,
  title: `${series.title} · ${title}`,
  isCompared: true,
  points: series.points.map((point) => ({
    ...point,
    timeMs: point.timeMs + shiftMs,
    min: null,
    max: null,
    lower: null,
    upper: null,
    isAbnormal: false,
  })),
});
