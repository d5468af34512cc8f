/** The measures that a machine's page shows until somebody changes them, by the machine's make. */
import type { Make } from "#app/domain/access/types.ts";
import { findMetric, METRICS, type MetricDefinition } from "#app/domain/metrics/registry.ts";
import { DEFAULT_PRECISION, type MeasureSettings, type MeasureType } from "./types.ts";

export type DefaultMeasure = MeasureSettings & {
  /** Belongs to the fixed section of KiwiPlan: neither changed nor deleted. */
  isStatic: boolean;
};

/** These stand above, in the header of every page of the machine: nobody makes measures of them. */
export const IN_HEADER: readonly string[] = ["machine_state", "signal_4bar"];
const FOLDER_GLUER_ONLY = ["counter_ejector_speed_diff_percentage"];
const DIE_CUTTER_ONLY = ["anvil_impression", "anvil_thickness", "grinder_status"];

/** Parts that machines of a make do not have: Sun makes folder gluers, LMC and Ward die cutters, Fosber corrugators. */
const NOT_ON: Record<Make, (metric: MetricDefinition) => boolean> = {
  Sun: () => false,
  LMC: ({ key }) => FOLDER_GLUER_ONLY.includes(key),
  Ward: ({ key }) => FOLDER_GLUER_ONLY.includes(key),
  Fosber: ({ key, category }) =>
    category === "printing" || FOLDER_GLUER_ONLY.includes(key) || DIE_CUTTER_ONLY.includes(key),
};

/** In the order in which they are shown. KiwiPlan's six come with every machine and show where KiwiPlan may be seen. */
export const defaultMeasures = (make: Make): DefaultMeasure[] =>
  METRICS.filter((metric) => !IN_HEADER.includes(metric.key) && !NOT_ON[make](metric)).map(
    (metric) => ({
      ...settingsOf(metric),
      category: metric.category,
      isStatic: metric.category === "kiwiplan",
    }),
  );

/** How a tag reads for which nobody made a card. */
export function measureOfTag(humanKey: string): Omit<MeasureSettings, "category"> {
  const metric = findMetric(humanKey);
  return metric === undefined
    ? { humanKey, type: "passthrough", precision: DEFAULT_PRECISION, ...OWN_WORDS }
    : settingsOf(metric);
}

const OWN_WORDS = { title: null, units: null, encoding: null };
const settingsOf = ({ key, type, decimals }: MetricDefinition) => ({
  humanKey: key,
  // Yes and no are two codes.
  type: (type === "boolean" ? "encoded" : type) as MeasureType,
  precision: decimals,
  ...OWN_WORDS,
});
