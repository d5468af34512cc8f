import type { MachineModel } from "./machine-model.ts";
import { heatAt, rpmAt, sheetsWithin, type Phase } from "./phases.ts";

/** As a PLC would give it. null: nothing to report. */
export type Value = number | boolean | string | null;

/** A machine at one moment: what every tag is read from. */
export type Moment = {
  machine: MachineModel;
  phase: Phase;
  timeMs: number;
  rpm: number;
  /** 0 cold to 1 at working temperature. */
  heat: number;
  orderSheets: number;
  daySheets: number;
};

/**
 * How often a tag is worth a sample: `fast` every scan, `analog` every 2 s, `status` every 5 s
 * and `slow` every 10 s of live time (scan.ts; coarser in history).
 */
export type Pace = "fast" | "analog" | "status" | "slow";

export type Tag = {
  key: string;
  pace: Pace;
  /** Switches, words and settings: also sampled in the very scan that sees them change. */
  onChange: boolean;
  /** Still reported while the machine is off. */
  whileOff?: true;
  read(moment: Moment): Value;
};

export function readMoment(machine: MachineModel, timeMs: number): Moment {
  const phase = machine.phaseAt(timeMs);
  const sheets = sheetsWithin(phase, timeMs);
  return {
    machine,
    phase,
    timeMs,
    rpm: rpmAt(phase, timeMs),
    heat: heatAt(phase, timeMs),
    orderSheets: phase.before.orderSheets + sheets,
    daySheets: phase.before.daySheets + sheets,
  };
}

export const round = (value: number, decimals: number): number => {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale || 0;
};
