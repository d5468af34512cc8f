/**
 * Turns a span of a machine's time into frames (CONTRACT §3). Live and history read the same
 * model on different grids. Switches, words and settings are sampled at the second they change
 * in both; speeds and counts keep to the grid, so that their mean over time stays true.
 */
import type { MachineModel } from "./machine-model.ts";
import { changesWithin } from "./phases.ts";
import { readTag } from "./plant-faults.ts";
import { readMoment, type Pace, type Tag, type Value } from "./reading.ts";
import { tagsOf } from "./tags.ts";

export type Frame = { times: number[]; tags: Record<string, Value[]> };
export type Scan = { frames: Frame[]; samples: number };

export type Grid = {
  stepMs: Readonly<Record<Pace, number>>;
  /** While the machine is off. */
  offStepMs: number;
  /** A time that every pace samples: the others follow from it. */
  anchorMs: number;
};

export const SCAN_MS = 1_000;

/** Every pace samples in a batch's last scan, so that a value is never older than the batch. */
export const liveGrid = (anchorMs: number): Grid => ({
  stepMs: { fast: SCAN_MS, analog: 2_000, status: 5_000, slow: 10_000 },
  offStepMs: 5_000,
  anchorMs,
});

/** Fast tags each 30 s, the rest each one to five minutes. An order's last count stands for longer than 30 s. */
export const HISTORY_GRID: Grid = {
  stepMs: { fast: 30_000, analog: 60_000, status: 300_000, slow: 300_000 },
  offStepMs: 60_000,
  anchorMs: 0,
};

type Track = { tag: Tag; times: number[]; values: Value[]; last: Value | undefined };

/** Samples of [fromMs, toMs); both whole seconds. */
export function scanSpan(machine: MachineModel, fromMs: number, toMs: number, grid: Grid): Scan {
  const tracks = tagsOf(machine).map((tag): Track => ({
    tag,
    times: [],
    values: [],
    last: undefined,
  }));
  // The moment before tells what changed in the first scan.
  const before = readMoment(machine, fromMs - SCAN_MS);
  for (const track of tracks) track.last = readTag(track.tag, before);
  for (const timeMs of ticksOf(machine, fromMs, toMs, grid)) {
    const moment = readMoment(machine, timeMs);
    const isOff = moment.phase.kind === "off";
    for (const track of tracks) {
      const value = readTag(track.tag, moment);
      const changed = track.tag.onChange && value !== track.last;
      track.last = value;
      if (value === null || !(changed || isDue(track.tag, timeMs, grid, isOff))) continue;
      track.times.push(timeMs);
      track.values.push(value);
    }
  }
  return toFrames(machine, tracks);
}

function isDue(
  tag: Tag,
  timeMs: number,
  { stepMs, offStepMs, anchorMs }: Grid,
  isOff: boolean,
): boolean {
  if (isOff && !tag.whileOff) return false;
  const step = isOff ? Math.max(offStepMs, stepMs[tag.pace]) : stepMs[tag.pace];
  return (timeMs - anchorMs) % step === 0;
}

/** The finest grid, and every moment at which something changes. */
function ticksOf(machine: MachineModel, fromMs: number, toMs: number, grid: Grid): number[] {
  const step = grid.stepMs.fast;
  const ticks = new Set<number>();
  const first = fromMs + ((((grid.anchorMs - fromMs) % step) + step) % step);
  for (let timeMs = first; timeMs < toMs; timeMs += step) ticks.add(timeMs);
  for (const phase of machine.phasesIn(fromMs, toMs)) {
    for (const timeMs of [phase.startMs, ...changesWithin(phase)])
      if (timeMs >= fromMs && timeMs < toMs) ticks.add(timeMs);
  }
  return [...ticks].sort((a, b) => a - b);
}

/** Tags sampled at the same moments share a frame, so nothing is sent for what was not sampled. */
function toFrames(machine: MachineModel, tracks: readonly Track[]): Scan {
  const frames = new Map<string, Frame>();
  let samples = 0;
  for (const { tag, times, values } of tracks) {
    if (times.length === 0) continue;
    const signature = times.join(",");
    const frame = frames.get(signature) ?? { times, tags: {} };
    frame.tags[machine.nameOf(tag.key)] = values;
    frames.set(signature, frame);
    samples += values.length;
  }
  return { frames: [...frames.values()], samples };
}
