import { METRIC_WORDS } from "#app/domain/metrics/metric-words.ts";

export const glossary = {
  ...METRIC_WORDS,
  statesShort: {
    off: "Off",
    unknown: "Unknown",
    not_ready: "Not ready",
    ready: "Ready",
    ready_in_setup: "In set-up",
    ready_to_run: "Ready to run",
    running: "Running",
    running_and_feeding: "Feeding",
  },
  categories: {
    machine_overview: "Machine overview",
    productivity: "Productivity",
    printing: "Printing",
    converting: "Converting",
    kiwiplan: "KiwiPlan",
    other: "Other",
  },
} as const;
