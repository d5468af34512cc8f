/** What follows from a maintenance's kind. */
import { findKind } from "./catalogue.ts";
import { asksDoubleUp, SINGLE_TRANSMISSION_VALUE } from "./kinds.ts";
import type { MaintenanceVerbs } from "./types.ts";

/** What a custom maintenance is called in sentences: "Service the board guide". */
export const CUSTOM_VERBS: MaintenanceVerbs = {
  past: "serviced",
  present: "service",
  noun: "service",
};

/** Whether `double_up` is asked for, stored as false, or nothing that the kind knows (null). */
export const doubleUpOf = (kind: string, answer: boolean | null): boolean | null => {
  if (asksDoubleUp(kind)) return answer ?? false;
  return findKind(kind)?.value === SINGLE_TRANSMISSION_VALUE ? false : null;
};
