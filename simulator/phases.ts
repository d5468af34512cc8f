/**
 * A day is a chain of phases without gaps. Within a phase everything is a closed formula of time,
 * so any second can be read by itself and the sheet counter is exactly the integral of the speed.
 */
import type { MachineState } from "#app/domain/metrics/states.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import type { Order } from "./orders.ts";

export type PhaseKind =
  | "off"
  | "start_up"
  | "ready"
  | "setup"
  | "armed"
  | "spin"
  | "feed"
  | "pause"
  | "coast"
  | "jam"
  | "e_stop"
  | "breakdown"
  | "wash_wait"
  | "wash"
  | "long_wash";

export const STATE_OF: Readonly<Record<PhaseKind, Exclude<MachineState, "unknown">>> = {
  off: "off",
  start_up: "not_ready",
  ready: "ready",
  setup: "ready_in_setup",
  armed: "ready_to_run",
  spin: "running",
  feed: "running_and_feeding",
  pause: "running",
  coast: "running",
  jam: "not_ready",
  e_stop: "not_ready",
  breakdown: "not_ready",
  wash_wait: "ready",
  wash: "ready",
  long_wash: "ready",
};

/** What a phase hands to the next one. */
export type Carry = {
  /** Sheets of the order since its set-up, and of the production day. */
  orderSheets: number;
  daySheets: number;
  strokes: readonly [number, number, number, number];
  singleFeeds: number;
  /** 0 cold to 1 at working temperature. */
  heat: number;
};

export type Phase = {
  kind: PhaseKind;
  /** Whole seconds, Unix ms; `endMs` belongs to the next phase. */
  startMs: number;
  endMs: number;
  order: Order | null;
  /** During set-up: the order that the machine was set to before. */
  previous: Order | null;
  fromRpm: number;
  toRpm: number;
  rampMs: number;
  before: Carry;
};

/** The operator's small corrections and the drive's own hunting: share of the speed, and period. */
const WOBBLE = [
  { share: 0.012, periodMs: 47_000 },
  { share: 0.005, periodMs: 13_000 },
] as const;

export function rpmAt(phase: Phase, timeMs: number): number {
  const elapsed = timeMs - phase.startMs;
  if (elapsed < phase.rampMs)
    return phase.fromRpm + ((phase.toRpm - phase.fromRpm) * elapsed) / phase.rampMs;
  let factor = 1;
  for (const { share, periodMs } of WOBBLE)
    factor += share * Math.sin((2 * Math.PI * (elapsed - phase.rampMs)) / periodMs);
  return phase.toRpm * factor;
}

/** Sheets fed since the phase began: the integral of rpmAt, one sheet per revolution. */
export function sheetsWithin(phase: Phase, timeMs: number): number {
  if (phase.kind !== "feed") return 0;
  const elapsed = Math.max(0, Math.min(timeMs, phase.endMs) - phase.startMs);
  const ramp = Math.min(elapsed, phase.rampMs);
  const rampEndRpm =
    phase.rampMs === 0
      ? phase.toRpm
      : phase.fromRpm + ((phase.toRpm - phase.fromRpm) * ramp) / phase.rampMs;
  let revolutionsMs = ((phase.fromRpm + rampEndRpm) / 2) * ramp;
  const steady = elapsed - ramp;
  if (steady > 0) {
    let weighted = steady;
    for (const { share, periodMs } of WOBBLE) {
      weighted +=
        ((share * periodMs) / (2 * Math.PI)) * (1 - Math.cos((2 * Math.PI * steady) / periodMs));
    }
    revolutionsMs += phase.toRpm * weighted;
  }
  return revolutionsMs / 60_000;
}

const WARM_UP_MS = 25 * 60_000;
const HEAT_TARGET: Partial<Record<PhaseKind, number>> = {
  off: 0,
  start_up: 0.35,
  breakdown: 0.35,
  spin: 1,
  feed: 1,
  pause: 1,
  coast: 1,
};

export function heatAt(phase: Phase, timeMs: number): number {
  const target = HEAT_TARGET[phase.kind] ?? 0.65;
  return target + (phase.before.heat - target) * Math.exp(-(timeMs - phase.startMs) / WARM_UP_MS);
}

const INKED: ReadonlySet<PhaseKind> = new Set<PhaseKind>([
  "armed",
  "spin",
  "feed",
  "pause",
  "coast",
  "wash",
  "long_wash",
]);

/** Whether the ink pump of print unit 1 to 4 turns. In set-up they start for the last third. */
export function isInking(phase: Phase, unit: number, timeMs: number): boolean {
  if (phase.order === null || unit > phase.order.colours) return false;
  return INKED.has(phase.kind) || (phase.kind === "setup" && timeMs >= inkStartMs(phase));
}

export const inkStartMs = (phase: Phase): number =>
  phase.startMs + wholeSeconds((phase.endMs - phase.startMs) * 0.67);

export function strokesAt(phase: Phase, unit: number, timeMs: number): number {
  const fromMs = phase.kind === "setup" ? inkStartMs(phase) : phase.startMs;
  const minutes = isInking(phase, unit, timeMs) ? (timeMs - fromMs) / 60_000 : 0;
  return (
    phase.before.strokes[unit - 1]! +
    minutes * (phase.order?.inkStrokesPerMinute ?? 0) * (1 - unit * 0.06)
  );
}

const SINGLE_FEED_MS = 4_000;

/** Sheets fed one by one to check print and fold, near the end of a set-up: when each begins. */
export function singleFeedTimes(phase: Phase): number[] {
  if (phase.kind !== "setup") return [];
  const length = phase.endMs - phase.startMs;
  return [0.72, 0.8, 0.88, 0.95]
    .map((share) => phase.startMs + wholeSeconds(length * share))
    .filter((timeMs) => timeMs + SINGLE_FEED_MS < phase.endMs);
}

export const isSingleFeeding = (phase: Phase, timeMs: number): boolean =>
  singleFeedTimes(phase).some((fromMs) => timeMs >= fromMs && timeMs < fromMs + SINGLE_FEED_MS);

export const singleFeedsAt = (phase: Phase, timeMs: number): number =>
  phase.before.singleFeeds + singleFeedTimes(phase).filter((fromMs) => timeMs >= fromMs).length;

/**
 * Which share of a phase is left when what kept the machine from being ready is over, and it is only made ready again. Of a
 * long stop that is two minutes at most: who looks at a machine that is not ready sees why.
 */
const CLEARED: Partial<Record<PhaseKind, number>> = {
  start_up: 0.15,
  jam: 0.25,
  e_stop: 0.1,
  breakdown: 0.05,
};
export const MAX_CLEARED_MS = 2 * MINUTE_MS;

/** When the cause of a phase in which the machine is not ready is over; of any other when the phase is. */
export function causeEndMs({ kind, startMs, endMs }: Phase): number {
  return endMs - wholeSeconds(Math.min((endMs - startMs) * (CLEARED[kind] ?? 0), MAX_CLEARED_MS));
}

/** Part of a phase as whole-second bounds. */
export function isWithin(
  phase: Phase,
  fromShare: number,
  toShare: number,
  timeMs: number,
): boolean {
  const length = phase.endMs - phase.startMs;
  return (
    timeMs >= phase.startMs + wholeSeconds(length * fromShare) &&
    timeMs < phase.startMs + wholeSeconds(length * toShare)
  );
}

export const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000;

/** What the next phase starts from. A new set-up clears the order's counter. */
export function carryOut(phase: Phase): Carry {
  const sheets = sheetsWithin(phase, phase.endMs);
  const last = phase.endMs - 1;
  return {
    orderSheets: phase.before.orderSheets + sheets,
    daySheets: phase.before.daySheets + sheets,
    strokes: [
      strokesAt(phase, 1, last),
      strokesAt(phase, 2, last),
      strokesAt(phase, 3, last),
      strokesAt(phase, 4, last),
    ],
    singleFeeds: singleFeedsAt(phase, last),
    heat: heatAt(phase, phase.endMs),
  };
}

/**
 * The seconds inside a phase at which a setting, a word or a switch changes. Reading only these
 * and the phase's start finds every change; a test reads every second and compares.
 */
export function changesWithin(phase: Phase): number[] {
  const shares: Partial<Record<PhaseKind, number[]>> = {
    setup: [0.05, 0.25, 0.3, 0.5, 0.67],
    jam: [0.25],
    e_stop: [0.7],
  };
  const length = phase.endMs - phase.startMs;
  const bounds = (shares[phase.kind] ?? []).map(
    (share) => phase.startMs + wholeSeconds(length * share),
  );
  const feeds = singleFeedTimes(phase).flatMap((timeMs) => [timeMs, timeMs + SINGLE_FEED_MS]);
  return [...bounds, causeEndMs(phase), ...feeds].filter((timeMs) => timeMs < phase.endMs);
}
