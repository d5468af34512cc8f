/**
 * The work that every machine of a make needs, as its builders recommend it: what is offered when a maintenance
 * is added. Lives are hours from one time to the next on a line that runs two shifts.
 */
import type { Make } from "#app/domain/access/types.ts";
import {
  SINGLE_TRANSMISSION_VALUE,
  TRANSMISSION_LIFE_KIND,
  TRANSMISSION_LIFE_VALUE,
} from "./kinds.ts";
import type { MaintenanceType, MaintenanceVerbs } from "./types.ts";

export type MaintenanceKind = {
  kind: string;
  /** The number by which forms name the kind (spec 001 §3). */
  value: number;
  name: string;
  type: MaintenanceType;
  /** Also on a tier with limited maintenance. */
  basicType: boolean;
  target: string;
  actions: readonly string[];
  /** Percent of life left at which the work is recommended. */
  cutoffValue: number;
  /** Hours from the work until nothing is left. */
  lifeHours: number;
  makes: readonly Make[];
};

export const VERBS: Record<MaintenanceType, MaintenanceVerbs> = {
  replacement: { past: "replaced", present: "replace", noun: "replacement" },
  lube: { past: "lubricated", present: "lubricate", noun: "lubrication" },
};

const DAY = 24;
const CONVERTERS: readonly Make[] = ["Sun", "Ward", "LMC"];
const ROTARY: readonly Make[] = ["Ward", "LMC"];
const CORRUGATORS: readonly Make[] = ["Fosber"];
const EVERY: readonly Make[] = ["Sun", "LMC", "Fosber", "Ward"];

const STOP = "Stop the machine and lock out its drives.";
const TEST = "Unlock, run at low speed and listen.";

const TRANSMISSION_STEPS: readonly string[] = [
  STOP,
  "Drain the gearbox while it is warm.",
  "Replace the filter and the magnetic plug's seal.",
  "Fill to the mark.",
  TEST,
];

export const MAINTENANCE_KINDS: readonly MaintenanceKind[] = [
  {
    ...{
      kind: TRANSMISSION_LIFE_KIND,
      value: TRANSMISSION_LIFE_VALUE,
      name: "Transmission life",
      type: "replacement",
      basicType: true,
    },
    ...{
      target: "main transmission oil and filter",
      cutoffValue: 10,
      lifeHours: 180 * DAY,
      makes: EVERY,
    },
    actions: TRANSMISSION_STEPS,
  },
  {
    ...{ kind: "feed_belts", value: 1, name: "Feed belts", type: "replacement", basicType: true },
    ...{
      target: "lead edge feeder's belts",
      cutoffValue: 15,
      lifeHours: 120 * DAY,
      makes: CONVERTERS,
    },
    actions: [
      STOP,
      "Lift the feed table.",
      "Replace all belts as a set.",
      "Set the feed gap to the board.",
      TEST,
    ],
  },
  {
    ...{
      kind: "pull_roll_covers",
      value: 2,
      name: "Pull roll covers",
      type: "replacement",
      basicType: false,
    },
    ...{
      target: "pull rolls' urethane covers",
      cutoffValue: 15,
      lifeHours: 270 * DAY,
      makes: CONVERTERS,
    },
    actions: [
      STOP,
      "Take out upper and lower roll.",
      "Fit covers of the same hardness.",
      "Check parallelism at both ends.",
      TEST,
    ],
  },
  {
    ...{
      kind: "doctor_blades",
      value: 3,
      name: "Doctor blades",
      type: "replacement",
      basicType: true,
    },
    ...{
      target: "doctor blades and end seals of all print units",
      cutoffValue: 20,
      lifeHours: 30 * DAY,
      makes: CONVERTERS,
    },
    actions: [
      "Wash up and drain the ink.",
      STOP,
      "Replace both blades and the end seals.",
      "Set blade pressure.",
      "Run water and look for leaks.",
    ],
  },
  {
    ...{
      kind: "ink_pump_hoses",
      value: 4,
      name: "Ink pump hoses",
      type: "replacement",
      basicType: false,
    },
    ...{
      target: "peristaltic hoses of the ink pumps",
      cutoffValue: 20,
      lifeHours: 90 * DAY,
      makes: CONVERTERS,
    },
    actions: [
      "Flush the pumps with water.",
      STOP,
      "Replace the hoses.",
      "Grease the rollers.",
      "Count strokes for a minute at full speed.",
    ],
  },
  {
    ...{
      kind: "anvil_blankets",
      value: 5,
      name: "Anvil blankets",
      type: "replacement",
      basicType: true,
    },
    ...{ target: "anvil drum's blankets", cutoffValue: 15, lifeHours: 75 * DAY, makes: CONVERTERS },
    actions: [
      STOP,
      "Release and take off the worn blankets.",
      "Clean drum and lock channel.",
      "Fit and seat new blankets.",
      "Reset anvil thickness.",
    ],
  },
  {
    ...{
      kind: "anvil_bearings",
      value: 6,
      name: "Anvil drum bearings",
      type: "lube",
      basicType: true,
    },
    ...{
      target: "anvil drum's main bearings",
      cutoffValue: 25,
      lifeHours: 45 * DAY,
      makes: CONVERTERS,
    },
    actions: [
      STOP,
      "Wipe the fittings.",
      "Give each bearing twelve strokes of EP2 grease.",
      "Turn the drum by hand.",
      TEST,
    ],
  },
  {
    ...{
      kind: "die_drum_bearings",
      value: 7,
      name: "Die drum bearings",
      type: "lube",
      basicType: false,
    },
    ...{
      target: "die drum's bearings and side shift",
      cutoffValue: 25,
      lifeHours: 45 * DAY,
      makes: ROTARY,
    },
    actions: [STOP, "Wipe the fittings.", "Grease bearings and side shift screw.", TEST],
  },
  {
    ...{
      kind: "folding_belts",
      value: 8,
      name: "Folding belts",
      type: "replacement",
      basicType: false,
    },
    ...{ target: "folding section's belts", cutoffValue: 15, lifeHours: 200 * DAY, makes: ["Sun"] },
    actions: [
      STOP,
      "Release belt tension.",
      "Replace left and right as a pair.",
      "Set tension and tracking.",
      TEST,
    ],
  },
  {
    ...{
      kind: "counter_ejector_chains",
      value: 9,
      name: "Counter ejector chains",
      type: "lube",
      basicType: true,
    },
    ...{
      target: "counter ejector's chains and guides",
      cutoffValue: 30,
      lifeHours: 21 * DAY,
      makes: ["Sun", "Ward"],
    },
    actions: [STOP, "Brush off dust.", "Oil chains and guides.", "Check chain sag.", TEST],
  },
  {
    ...{
      kind: "corrugating_roll_bearings",
      value: 10,
      name: "Corrugating roll bearings",
      type: "lube",
      basicType: true,
    },
    ...{
      target: "corrugating rolls' bearings",
      cutoffValue: 25,
      lifeHours: 30 * DAY,
      makes: CORRUGATORS,
    },
    actions: [
      "Let the rolls cool below 60 °C.",
      STOP,
      "Grease with high-temperature grease.",
      "Look at the rotary joints.",
      TEST,
    ],
  },
  {
    ...{
      kind: "slitter_knives",
      value: 11,
      name: "Slitter knives",
      type: "replacement",
      basicType: true,
    },
    ...{
      target: "slitter-scorer's knives",
      cutoffValue: 15,
      lifeHours: 60 * DAY,
      makes: CORRUGATORS,
    },
    actions: [
      STOP,
      "Wear cut-proof gloves.",
      "Replace the knives of the worn head.",
      "Set the grinding stones.",
      "Cut a test sheet of every flute.",
    ],
  },
  {
    ...{
      kind: "glue_roll_seals",
      value: 12,
      name: "Glue roll seals",
      type: "replacement",
      basicType: false,
    },
    ...{
      target: "glue pan's end seals and wiper",
      cutoffValue: 20,
      lifeHours: 90 * DAY,
      makes: CORRUGATORS,
    },
    actions: [
      "Drain and rinse the glue pan.",
      STOP,
      "Replace seals and wiper.",
      "Set the glue gap.",
      TEST,
    ],
  },
  {
    ...{
      kind: "cutoff_knife_oil",
      value: 13,
      name: "Cutoff knife gearbox",
      type: "lube",
      basicType: false,
    },
    ...{
      target: "cutoff knife's gearbox",
      cutoffValue: 20,
      lifeHours: 150 * DAY,
      makes: CORRUGATORS,
    },
    actions: [STOP, "Take an oil sample.", "Change the oil.", "Check knife backlash.", TEST],
  },
  {
    ...{
      kind: "transmission_life_single",
      value: SINGLE_TRANSMISSION_VALUE,
      name: "Transmission life, single",
      type: "replacement",
      basicType: true,
    },
    ...{
      target: "main transmission oil and filter",
      cutoffValue: 10,
      lifeHours: 180 * DAY,
      makes: EVERY,
    },
    actions: TRANSMISSION_STEPS,
  },
];

export const findKind = (kind: string): MaintenanceKind | undefined =>
  MAINTENANCE_KINDS.find((entry) => entry.kind === kind);
export const kindsOf = (make: Make): MaintenanceKind[] =>
  MAINTENANCE_KINDS.filter((entry) => entry.makes.includes(make));
