import type { MachineState } from "#app/domain/metrics/states.ts";

/** One outline per state: they differ in shape as well as in colour. */
const GLYPHS: Record<MachineState, React.ReactNode> = {
  running_and_feeding: <path d="m3 3.500 4.500 4.500L3 12.500M8.500 3.500 13 8l-4.500 4.500" />,
  running: <path d="M5 3.250v9.500L12.500 8z" />,
  ready: <path d="m3 8.500 3.250 3.250L13 5" />,
  ready_in_setup: (
    <path d="M2.500 5h6.500M12.500 5h1M2.500 11h1M7 11h6.500M9 3.250v3.500M5.250 9.250v3.500" />
  ),
  ready_to_run: <path d="M3 13V3.250M3 4h8.500l-2 2.750 2 2.750H3" />,
  not_ready: <path d="M8 2.750 14 13.250H2zM8 6.750v2.750M8 11.400v.1" />,
  off: <path d="M8 2.250v5.250M4.750 4.500a4.750 4.750 0 1 0 6.500 0" />,
  unknown: (
    <path d="M5.500 6a2.500 2.500 0 1 1 3.750 2.200c-.8.500-1.250 1-1.250 1.800M8 12.700v.1" />
  ),
};

export function StateGlyph({ state, className }: { state: MachineState; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={className}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.750"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {GLYPHS[state]}
    </svg>
  );
}
