/** The measures that a machine's page shows until somebody changes them, by the machine's make. */
import type { Make } from "#app/domain/access/types.ts";
import { METRICS, type MetricDefinition } from "#app/domain/metrics/registry.ts";
import type { MeasureSettings, MeasureType } from "./types.ts";

export type DefaultMeasure = MeasureSettings & {
  /** Belongs to the fixed section of KiwiPlan: neither changed nor deleted. */
  isStatic: boolean;
};

/** These stand above, in the header of every page of the machine. */
const IN_HEADER = ["machine_state", "signal_4bar"];
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
      humanKey: metric.key,
      category: metric.category,
      type: typeOf(metric),
      precision: metric.decimals,
      isStatic: metric.category === "kiwiplan",
      title: null,
      units: null,
      encoding: null,
    }),
  );

/** Yes and no are two codes. */
const typeOf = ({ type }: MetricDefinition): MeasureType => (type === "boolean" ? "encoded" : type);
