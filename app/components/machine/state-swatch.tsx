import type { MachineState } from "#app/domain/metrics/states.ts";
import { FILLS, LEVELS } from "./state-strip.tsx";

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

/** A state as the strip draws it, with its height, for those who see; its word stands beside it. */
export const StripSample = ({ state }: { state: MachineState }) => (
  <svg viewBox="0 0 40 10" className="h-2.5 w-10 shrink-0" aria-hidden="true">
    {state === "unknown" ? (
      <path
        d="M0 5 5 0M0 10 10 0M5 10 15 0M10 10 20 0M15 10 25 0M20 10 30 0M25 10 35 0M30 10 40 0M35 10 40 5"
        className="stroke-(--strip-unknown)"
      />
    ) : (
      <rect
        y={10 * (1 - LEVELS[state])}
        width="40"
        height={10 * LEVELS[state]}
        className={FILLS[state]}
      />
    )}
  </svg>
);
