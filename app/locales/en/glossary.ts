import { METRIC_WORDS } from "#app/domain/metrics/metric-words.ts";

export const glossary = {
  ...METRIC_WORDS,
  categories: {
    machine_overview: "Machine overview",
    productivity: "Productivity",
    printing: "Printing",
    converting: "Converting",
    kiwiplan: "KiwiPlan",
    other: "Other",
  },
} as const;
