import type { MachineState } from "#app/domain/metrics/states.ts";
import { FILLS } from "./state-strip.tsx";

/** A state as the strip draws it, beside its word: unknown is hatched here too. */
export const StateSwatch = ({ state }: { state: MachineState }) => (
  <svg viewBox="0 0 10 10" className="size-2.5 shrink-0" aria-hidden="true">
    {state === "unknown" ? (
      <path d="M0 5 5 0M0 10 10 0M5 10 10 5" className="stroke-(--strip-unknown)" />
    ) : (
      <rect width="10" height="10" rx="2" className={FILLS[state]} />
    )}
  </svg>
);
