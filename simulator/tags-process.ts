/** Printing and converting tags. */
import { isInking, isWithin, strokesAt } from "./phases.ts";
import { drift, fraction, jitter } from "./random.ts";
import { round, type Moment, type Tag } from "./reading.ts";
import { settingAt } from "./tags-machine.ts";
import { DAY_MS } from "#app/domain/durations.ts";

/** Spec 000 §4. */
const PRINT = {
  printing: 16,
  setup: 32,
  off: 64,
  recover: 128,
  washing: 256,
  longWash: 512,
} as const;

function printStatus({ phase, timeMs }: Moment, unit: number): number {
  if (
    phase.kind === "off" ||
    phase.kind === "start_up" ||
    phase.order === null ||
    unit > phase.order.colours
  )
    return PRINT.off;
  if (phase.kind === "wash") return PRINT.washing;
  if (phase.kind === "long_wash") return PRINT.longWash;
  if (phase.kind === "feed" || phase.kind === "pause") return PRINT.printing;
  if (phase.kind === "jam" && isWithin(phase, 0.25, 1, timeMs)) return PRINT.recover;
  return PRINT.setup;
}

/**
 * The anvil's blanket: 0.500 in when new, worn down by 0.14 in over four to six weeks, then
 * changed. It wears by the day, whatever the machine does.
 */
function anvilThickness({ machine, timeMs }: Moment): number {
  const lifeMs = (28 + 14 * fraction(machine.seed, 4)) * DAY_MS;
  const age = (timeMs / lifeMs + fraction(machine.seed, 5)) % 1;
  return round(0.5 - 0.14 * age, 3);
}

function grinderStatus({ phase, timeMs }: Moment): number {
  if (phase.kind === "off" || phase.kind === "start_up" || phase.kind === "e_stop") return 0;
  return phase.kind === "setup" && phase.order?.grinds && isWithin(phase, 0.05, 0.25, timeMs)
    ? 2
    : 1;
}

/** Rises with the speed and, over the blanket's life, with the wear. */
function compensatorCurrent(moment: Moment): number {
  const { machine, timeMs, rpm } = moment;
  if (rpm < 0.5) return round(0.4 + 0.02 * jitter(machine.seed ^ 31, timeMs), 3);
  const wear = (0.5 - anvilThickness(moment)) / 0.14;
  const amps = 2.1 + 0.009 * rpm + 0.8 * wear + 0.25 * drift(machine.seed ^ 32, timeMs, 2_400_000);
  return round(amps + 0.05 * jitter(machine.seed ^ 33, timeMs), 3);
}

function ejectorDifference({ machine, phase, timeMs }: Moment): number {
  if (phase.kind !== "feed") return 0;
  return round(
    2.2 + 1.1 * drift(machine.seed ^ 34, timeMs, 900_000) + 0.3 * jitter(machine.seed ^ 35, timeMs),
    1,
  );
}

const UNITS = [1, 2, 3, 4] as const;

export const PRINTING_TAGS: readonly Tag[] = [
  ...UNITS.map((unit): Tag => ({
    key: `print_${unit}_status`,
    pace: "status",
    onChange: true,
    read: (moment) => printStatus(moment, unit),
  })),
  {
    key: "wash_requested",
    pace: "status",
    onChange: true,
    read: ({ phase }) => phase.kind === "wash_wait",
  },
  ...UNITS.map((unit): Tag => ({
    key: `pump_strokes_${unit}`,
    pace: "status",
    onChange: false,
    read: ({ phase, timeMs }) => Math.floor(strokesAt(phase, unit, timeMs)),
  })),
  ...UNITS.slice(0, 3).map((unit): Tag => ({
    key: `ink_pumps_running_${unit}`,
    pace: "status",
    onChange: true,
    read: ({ phase, timeMs }) => isInking(phase, unit, timeMs),
  })),
];

export const CONVERTING_TAGS: readonly Tag[] = [
  { key: "grinder_status", pace: "status", onChange: true, read: grinderStatus },
  { key: "compensator_current", pace: "analog", onChange: false, read: compensatorCurrent },
  {
    key: "compensation_override_value",
    pace: "status",
    onChange: true,
    read: (moment) =>
      round(
        settingAt(moment, (order) => order.compensation, 0),
        3,
      ),
  },
  {
    key: "anvil_impression",
    pace: "status",
    onChange: true,
    read: (moment) =>
      round(
        settingAt(moment, (order) => order.impressionIn, 0),
        3,
      ),
  },
  { key: "anvil_thickness", pace: "slow", onChange: false, read: anvilThickness },
  {
    key: "find_covers",
    pace: "status",
    onChange: true,
    read: ({ phase, timeMs }) => phase.kind === "setup" && isWithin(phase, 0.25, 0.3, timeMs),
  },
  {
    key: "counter_ejector_speed_diff_percentage",
    pace: "analog",
    onChange: false,
    read: ejectorDifference,
  },
];
