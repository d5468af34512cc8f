/** What follows from a maintenance's kind. */
import { findKind, SINGLE_TRANSMISSION_VALUE, TRANSMISSION_LIFE_VALUE } from "./catalogue.ts";
import type { MaintenanceVerbs } from "./types.ts";

/** What a custom maintenance is called in sentences: "Service the board guide". */
export const CUSTOM_VERBS: MaintenanceVerbs = {
  past: "serviced",
  present: "service",
  noun: "service",
};

/** Whether `double_up` is asked for, stored as false, or nothing that the kind knows (null). */
export const doubleUpOf = (kind: string, answer: boolean | null): boolean | null => {
  const value = findKind(kind)?.value;
  if (value === TRANSMISSION_LIFE_VALUE) return answer ?? false;
  return value === SINGLE_TRANSMISSION_VALUE ? false : null;
};
