/**
 * What the prediction knows of one hour of one machine. All of it is known at the hour's end, so that nothing of what comes
 * later leaks into a feature. Times are Unix milliseconds.
 *
 * A downtime: the machine was on and then not ready for DOWN_MS or longer. It counts from the moment at which it has lasted
 * that long. Not ready straight after off is starting up, not a downtime; nor is what nobody heard.
 */
import { isFeeding, isRunning, STATE_OFF, UNKNOWN_STATE } from "#app/domain/metrics/states.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import type { SeriesPoint } from "#app/domain/series/types.ts";
import { MINUTE_MS, HOUR_MS } from "#app/domain/durations.ts";
const STATE_NOT_READY = 1;
export const DOWN_MS = 5 * MINUTE_MS;
/** A sample stands for so long; after it nobody knows. */
const SILENT_MINUTES = 15;
/** Minutes of motion below which a mean speed says little. */
const MIN_SPEED_MINUTES = 10;
/** What is read before the first hour, so that a downtime that began before it is known. */
export const LEAD_MS = HOUR_MS;

export type EndState = "unknown" | "off" | "down" | "up";

export type HourFacts = {
  startMs: number;
  /** Minutes in which the machine was heard, and of these: not off, running. */
  heard: number;
  on: number;
  run: number;
  /** How often feeding stopped, and the jams and e-stops that began. */
  stops: number;
  jams: number;
  eStops: number;
  /** Mean of the minutes in motion, and their deviation as a share of it; null with too few. */
  speed: number | null;
  spread: number | null;
  /** Minutes of metrics that were marked abnormal. */
  flagged: number;
  /** When each downtime was reached. */
  downs: number[];
  /** At the hour's end. */
  end: EndState;
};

/** Metrics that are read, beside those with an anomaly flag. */
export const FACT_METRICS = [
  "machine_state",
  "machine_speed",
  "jam_detected",
  "e_stop_pressed",
] as const;

export type MinutePoint = Pick<SeriesPoint, "timeMs" | "value" | "min" | "max">;

export type HourSource = {
  /** The first hour's begin; hours are whole, but need not begin with the clock's. */
  startMs: number;
  hours: number;
  /** Ascending, from LEAD_MS before `startMs` on. */
  states: readonly StateChange[];
  /** Points of a minute or shorter, from LEAD_MS before `startMs` on. */
  points: Readonly<Record<string, readonly MinutePoint[]>>;
  /** Of the metrics that end in _ad_flag. */
  flags: readonly (readonly MinutePoint[])[];
};

export function factsOf({ startMs, hours, states, points, flags }: HourSource): HourFacts[] {
  const readMs = startMs - LEAD_MS;
  const endMs = startMs + hours * HOUR_MS;
  const heard = heardMinutes(points, readMs, endMs);
  const isHeard = (timeMs: number): boolean =>
    heard[Math.floor((timeMs - readMs) / MINUTE_MS)] === 1;
  const downs = downtimesOf(states, readMs, endMs).filter(
    ({ reachedMs }) => reachedMs === readMs || isHeard(reachedMs),
  );
  const jams = risesOf(points.jam_detected ?? []);
  const eStops = risesOf(points.e_stop_pressed ?? []);
  const stops = states.filter(
    ({ code }, index) =>
      code !== UNKNOWN_STATE &&
      !isFeeding(code) &&
      isFeeding(states[index - 1]?.code ?? UNKNOWN_STATE),
  );
  return Array.from({ length: hours }, (_, index) => {
    const fromMs = startMs + index * HOUR_MS;
    const toMs = fromMs + HOUR_MS;
    const within = (timeMs: number): boolean => timeMs >= fromMs && timeMs < toMs;
    const ended = stateBefore(states, toMs);
    const isDown = downs.some(({ reachedMs, untilMs }) => reachedMs < toMs && untilMs >= toMs);
    return {
      startMs: fromMs,
      ...minutesOf(states, fromMs, isHeard),
      stops: stops.filter(({ timeMs }) => within(timeMs)).length,
      jams: jams.filter(within).length,
      eStops: eStops.filter(within).length,
      ...speedOf((points.machine_speed ?? []).filter(({ timeMs }) => within(timeMs))),
      flagged: flags.reduce(
        (sum, flag) =>
          sum + flag.filter(({ timeMs, max }) => within(timeMs) && (max ?? 0) >= 0.5).length,
        0,
      ),
      downs: downs.map(({ reachedMs }) => reachedMs).filter(within),
      end:
        ended === UNKNOWN_STATE || !isHeard(toMs - 1)
          ? "unknown"
          : ended === STATE_OFF
            ? "off"
            : isDown
              ? "down"
              : "up",
    };
  });
}

/** Stretches of not ready that lasted DOWN_MS by `endMs`. Of one that was under way when the states begin, nobody knows since when: it counts as reached at `readMs`. */
function downtimesOf(
  states: readonly StateChange[],
  readMs: number,
  endMs: number,
): { reachedMs: number; untilMs: number }[] {
  return states.flatMap(({ timeMs, code }, index) => {
    const before = states[index - 1]?.code;
    if (code !== STATE_NOT_READY || before === STATE_OFF || before === UNKNOWN_STATE) return [];
    const untilMs = states[index + 1]?.timeMs ?? Infinity;
    const reachedMs = before === undefined ? readMs : timeMs + DOWN_MS;
    return reachedMs <= untilMs && reachedMs < endMs ? [{ reachedMs, untilMs }] : [];
  });
}

function heardMinutes(points: HourSource["points"], readMs: number, endMs: number): Uint8Array {
  const heard = new Uint8Array(Math.ceil((endMs - readMs) / MINUTE_MS));
  for (const series of Object.values(points))
    for (const { timeMs, value } of series) {
      if (value === null) continue;
      const minute = Math.floor((timeMs - readMs) / MINUTE_MS);
      if (minute >= 0) heard.fill(1, minute, minute + SILENT_MINUTES);
    }
  return heard;
}

function minutesOf(
  states: readonly StateChange[],
  fromMs: number,
  isHeard: (timeMs: number) => boolean,
): Pick<HourFacts, "heard" | "on" | "run"> {
  const minutes = { heard: 0, on: 0, run: 0 };
  let next = states.findIndex(({ timeMs }) => timeMs > fromMs);
  if (next < 0) next = states.length;
  for (let timeMs = fromMs; timeMs < fromMs + HOUR_MS; timeMs += MINUTE_MS) {
    while (next < states.length && (states[next]?.timeMs ?? 0) <= timeMs) next++;
    const code = states[next - 1]?.code ?? UNKNOWN_STATE;
    if (!isHeard(timeMs) || code === UNKNOWN_STATE) continue;
    minutes.heard++;
    if (code !== STATE_OFF) minutes.on++;
    if (isRunning(code)) minutes.run++;
  }
  return minutes;
}

const stateBefore = (states: readonly StateChange[], timeMs: number): number =>
  states.findLast((state) => state.timeMs < timeMs)?.code ?? UNKNOWN_STATE;

/** When a switch went on. On from the first sample is not going on. */
function risesOf(points: readonly MinutePoint[]): number[] {
  const rises: number[] = [];
  let wasOn: boolean | null = null;
  for (const { timeMs, max, min, value } of points) {
    if (value === null) continue;
    if ((max ?? 0) >= 0.5 && wasOn === false) rises.push(timeMs);
    // A minute that saw both ends off as often as on: the next one tells by its own.
    wasOn = (max ?? 0) >= 0.5 && (min ?? 1) >= 0.5 ? true : (value as number) >= 0.5;
  }
  return rises;
}

function speedOf(points: readonly MinutePoint[]): Pick<HourFacts, "speed" | "spread"> {
  const moving = points.flatMap(({ value }) =>
    typeof value === "number" && value > 1 ? [value] : [],
  );
  if (moving.length < MIN_SPEED_MINUTES) return { speed: null, spread: null };
  const speed = moving.reduce((sum, value) => sum + value, 0) / moving.length;
  const square = moving.reduce((sum, value) => sum + (value - speed) ** 2, 0) / moving.length;
  return { speed, spread: Math.sqrt(square) / speed };
}

const ENDS: readonly EndState[] = ["unknown", "off", "down", "up"];
/** An hour as it is kept: the numbers in order, then the offsets of its downtimes in seconds. */
export type PackedHour = readonly (number | null)[];

export const packHour = (hour: HourFacts): PackedHour => [
  ...[hour.heard, hour.on, hour.run, hour.stops, hour.jams, hour.eStops],
  ...[
    hour.speed && rounded(hour.speed),
    hour.spread && rounded(hour.spread),
    hour.flagged,
    ENDS.indexOf(hour.end),
  ],
  ...hour.downs.map((downMs) => Math.round((downMs - hour.startMs) / 1000)),
];

export function unpackHour(packed: PackedHour, startMs: number): HourFacts {
  const [heard, on, run, stops, jams, eStops, speed, spread, flagged, end, ...downs] = packed;
  return {
    ...{
      startMs,
      heard: heard ?? 0,
      on: on ?? 0,
      run: run ?? 0,
      stops: stops ?? 0,
      jams: jams ?? 0,
      eStops: eStops ?? 0,
    },
    ...{
      speed: speed ?? null,
      spread: spread ?? null,
      flagged: flagged ?? 0,
      end: ENDS[end ?? 0] ?? "unknown",
    },
    downs: downs.map((seconds) => startMs + (seconds ?? 0) * 1000),
  };
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
