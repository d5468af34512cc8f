/** Machine states (spec 000 §4, CONTRACT §4): the number is what is stored, the word is what people and samplers say. */
import { MINUTE_MS } from "#app/domain/durations.ts";

export const MACHINE_STATES = [
  "off",
  "not_ready",
  "ready",
  "running",
  "running_and_feeding",
  "ready_in_setup",
  "ready_to_run",
] as const;
export type MachineState = (typeof MACHINE_STATES)[number] | "unknown";

/** Stored when a sampler says something that is no state. */
export const UNKNOWN_STATE = -1;
export const STATE_OFF = 0;
export const STATE_RUNNING = 3;
export const STATE_FEEDING = 4;

/** A state holds for so long after the last sample that said it (CONTRACT §4); then nobody knows it. */
export const STATE_HOLD_MS = 15 * MINUTE_MS;

/** Either form, number or word, to the stored number; anything else is -1 (unknown). */
export function toStateCode(value: number | string): number {
  if (typeof value === "number")
    return Number.isInteger(value) && value >= 0 && value < MACHINE_STATES.length
      ? value
      : UNKNOWN_STATE;
  const text = value.trim().toLowerCase();
  const index = (MACHINE_STATES as readonly string[]).indexOf(text);
  if (index >= 0) return index;
  return /^[0-6]$/.test(text) ? Number(text) : UNKNOWN_STATE;
}

export function toMachineState(code: number | string | null | undefined): MachineState {
  if (typeof code === "string") return toMachineState(toStateCode(code));
  return (code === null || code === undefined ? undefined : MACHINE_STATES[code]) ?? "unknown";
}

export const isRunning = (code: number): boolean =>
  code === STATE_RUNNING || code === STATE_FEEDING;
export const isFeeding = (code: number): boolean => code === STATE_FEEDING;
