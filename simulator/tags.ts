/** Every tag that a machine sends, and the ones that only some machines have. */
import type { MachineModel } from "./machine-model.ts";
import type { Order } from "./orders.ts";
import { drift, fraction, jitter } from "./random.ts";
import { round, type Moment, type Tag, type Value } from "./reading.ts";
import { MACHINE_TAGS } from "./tags-machine.ts";
import { CONVERTING_TAGS, PRINTING_TAGS } from "./tags-process.ts";

const ofOrder = (key: string, read: (order: Order) => Value): Tag => ({
  key,
  pace: "slow",
  onChange: true,
  read: ({ phase }) => (phase.order ? read(phase.order) : null),
});

/** From the plant's order system, on machines that are connected to it. */
const KIWIPLAN_TAGS: readonly Tag[] = [
  ofOrder("kiwiplan_order_number", (order) => order.number),
  ofOrder("kiwiplan_board_thickness", (order) => order.boardThicknessIn),
  ofOrder("kiwiplan_die_number", (order) => order.dieNumber),
  ofOrder("kiwiplan_corrugator_slit_width", (order) => order.slitWidthIn),
  ofOrder("kiwiplan_lead_corrugator_cut_length", (order) => order.cutLengthIn),
  ofOrder("kiwiplan_flute_code", (order) => order.flute),
];

/** The hall over the year's day: coolest before dawn. */
const hallF = (timeMs: number): number =>
  74 + 6 * Math.sin((2 * Math.PI * ((timeMs / 3_600_000) % 24) - 15) / 24);

const temperature = (key: string, index: number, workingF: number, spreadF: number): Tag => ({
  key,
  pace: "slow",
  onChange: false,
  read: ({ machine, heat, timeMs }: Moment) => {
    const hall = hallF(timeMs);
    const working = workingF + spreadF * (fraction(machine.seed, 40 + index) - 0.5);
    const wander =
      3 * drift(machine.seed ^ (50 + index), timeMs, 5_400_000) +
      0.3 * jitter(machine.seed ^ (60 + index), timeMs);
    return round(hall + (working - hall) * heat + wander, 1);
  },
});

/** What a plant's PLC also holds, without a place in the registry. */
const PLANT_TAGS: readonly Tag[] = [
  temperature("dryer_temp_f", 0, 182, 14),
  temperature("bearing_temp_1_f", 1, 128, 12),
  temperature("bearing_temp_2_f", 2, 124, 12),
  temperature("main_motor_temp_f", 3, 146, 16),
  {
    key: "main_drive_load_percent",
    pace: "analog",
    onChange: false,
    read: ({ machine, rpm, timeMs }) =>
      rpm < 0.5 ? 0 : round(18 + 0.17 * rpm + 2.5 * jitter(machine.seed ^ 71, timeMs), 1),
  },
  {
    key: "vacuum_inh2o",
    pace: "slow",
    onChange: false,
    read: ({ machine, phase, rpm, timeMs }) =>
      rpm < 0.5 || phase.kind === "off"
        ? 0
        : round(9.5 + 0.8 * drift(machine.seed ^ 72, timeMs, 1_200_000), 2),
  },
  ofOrder("order_quantity", (order) => order.quantity),
];

const COMMON = [...MACHINE_TAGS, ...PRINTING_TAGS, ...CONVERTING_TAGS, ...PLANT_TAGS];
const WITH_ORDER_SYSTEM = [...COMMON, ...KIWIPLAN_TAGS];

export const tagsOf = (machine: MachineModel): readonly Tag[] =>
  machine.identity.kiwiplan ? WITH_ORDER_SYSTEM : COMMON;
