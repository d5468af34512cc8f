import { isStepHeldEarly, useHeldSteps } from "#app/components/hold-pages.ts";

/** Keeps a page that is cut off before what holds pages has come (offline-navigation.tsx): that opens later what was wanted. */
export function HoldEarly() {
  useHeldSteps(isStepHeldEarly);
  return null;
}
