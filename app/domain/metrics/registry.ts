/**
 * Every metric that Helios knows by name (spec 000 §3): how it is shown and aggregated.
 * A machine may send others; they are numbers or text without a unit.
 */
export const CATEGORIES = [
  "machine_overview",
  "productivity",
  "printing",
  "converting",
  "kiwiplan",
] as const;
export type Category = (typeof CATEGORIES)[number];

/** How a value reads (spec 000 §3 value types). */
export type ValueType = "boolean" | "seconds" | "percentage" | "float" | "encoded" | "passthrough";

export type MetricDefinition = {
  key: string;
  category: Category;
  type: ValueType;
  /** Unit symbol as printed after the value; null without one. Glossary key `units.<unit>` where it needs words. */
  unit:
    | "rpm"
    | "sheets_per_hour"
    | "per_hour"
    | "percent"
    | "seconds"
    | "dbm"
    | "ft2"
    | "in"
    | "amp"
    | "strokes"
    | "sheets"
    | null;
  /** Decimals shown. */
  decimals: number;
  /** Code to glossary key, for encoded metrics. */
  encoding?: Readonly<Record<number, string>>;
  /** Computed by the recorder when the sampler does not send it. */
  derived?: true;
};

const PRINT_STATUS = {
  16: "printing",
  32: "safe_setup",
  64: "off",
  128: "recover",
  256: "washing",
  512: "extended_wash",
} as const;
const STATE_CODES = {
  0: "off",
  1: "not_ready",
  2: "ready",
  3: "running",
  4: "running_and_feeding",
  5: "ready_in_setup",
  6: "ready_to_run",
} as const;
const GRINDER_STATUS = { 0: "off", 1: "idle", 2: "grinding" } as const;

type Entry = Omit<MetricDefinition, "key" | "category">;
const bool: Entry = { type: "boolean", unit: null, decimals: 0 };
const float = (unit: MetricDefinition["unit"], decimals = 3): Entry => ({
  type: "float",
  unit,
  decimals,
});
const text: Entry = { type: "passthrough", unit: null, decimals: 0 };
const derived = (entry: Entry): Entry => ({ ...entry, derived: true });

const BY_CATEGORY: Record<Category, Record<string, Entry>> = {
  machine_overview: {
    machine_state: { type: "encoded", unit: null, decimals: 0, encoding: STATE_CODES },
    e_stop_pressed: bool,
    machine_running: derived(bool),
    machine_feeding: derived(bool),
    machine_running_feeding: derived(bool),
    time_online: derived({ type: "seconds", unit: "seconds", decimals: 0 }),
    uptime: derived({ type: "percentage", unit: "percent", decimals: 0 }),
    jam_detected: bool,
    signal_dbm: float("dbm", 0),
    signal_4bar: derived(float(null, 0)),
    drives_ready: bool,
  },
  productivity: {
    msf_hr: derived(float("per_hour", 1)),
    machine_speed: float("rpm", 1),
    sheet_count: float("sheets", 0),
    sheets_per_hour: derived(float("sheets_per_hour", 0)),
    operating_productivity: derived({ type: "percentage", unit: "percent", decimals: 0 }),
    single_feed_on: bool,
    number_of_single_sheet_feeds: float("sheets", 0),
    side_guide_left: float("in"),
    side_guide_right: float("in"),
    backstop: float("in"),
    sheet_size: float("ft2", 1),
    setup_in_progress: bool,
  },
  printing: {
    print_1_status: { type: "encoded", unit: null, decimals: 0, encoding: PRINT_STATUS },
    print_2_status: { type: "encoded", unit: null, decimals: 0, encoding: PRINT_STATUS },
    print_3_status: { type: "encoded", unit: null, decimals: 0, encoding: PRINT_STATUS },
    print_4_status: { type: "encoded", unit: null, decimals: 0, encoding: PRINT_STATUS },
    wash_requested: bool,
    pump_strokes_1: float("strokes", 0),
    pump_strokes_2: float("strokes", 0),
    pump_strokes_3: float("strokes", 0),
    pump_strokes_4: float("strokes", 0),
    ink_pumps_running_1: bool,
    ink_pumps_running_2: bool,
    ink_pumps_running_3: bool,
  },
  converting: {
    grinder_status: { type: "encoded", unit: null, decimals: 0, encoding: GRINDER_STATUS },
    compensator_current: float("amp"),
    compensation_override_value: float(null),
    anvil_impression: float("in"),
    anvil_thickness: float("in"),
    find_covers: bool,
    counter_ejector_speed_diff_percentage: { type: "percentage", unit: "percent", decimals: 1 },
  },
  kiwiplan: {
    kiwiplan_order_number: text,
    kiwiplan_board_thickness: float("in"),
    kiwiplan_die_number: text,
    kiwiplan_corrugator_slit_width: float("in"),
    kiwiplan_lead_corrugator_cut_length: float("in"),
    kiwiplan_flute_code: text,
  },
};

export const METRICS: readonly MetricDefinition[] = CATEGORIES.flatMap((category) =>
  Object.entries(BY_CATEGORY[category]).map(([key, entry]) => ({ key, category, ...entry })),
);

const BY_KEY = new Map(METRICS.map((metric) => [metric.key, metric]));

export const findMetric = (key: string): MetricDefinition | undefined => BY_KEY.get(key);

/** Values that a metric can have; infinite where nothing ends them. */
export type ValueLimits = { least: number; most: number };
export const NO_LIMITS: ValueLimits = { least: -Infinity, most: Infinity };
/** What is counted, or has a size, is never below 0. Lengths ("in") may be: they are offsets, too. */
const COUNTED_UNITS: readonly MetricDefinition["unit"][] = [
  "rpm",
  "sheets_per_hour",
  "per_hour",
  "seconds",
  "ft2",
  "amp",
  "strokes",
  "sheets",
];
const SHARES = ["uptime", "operating_productivity"];

/** What a metric can be at all, as far as its unit says. */
export function limitsOf(key: string): ValueLimits {
  if (SHARES.includes(key)) return { least: 0, most: 100 };
  const unit = findMetric(key)?.unit ?? null;
  return COUNTED_UNITS.includes(unit) ? { least: 0, most: Infinity } : NO_LIMITS;
}

/** Metrics whose mean says nothing: a bucket answers their last value. */
export const isCategorical = (key: string): boolean => BY_KEY.get(key)?.type === "encoded";
