import type { Section } from "#app/domain/samplers/sections.ts";

const SECTION: Record<string, Section> = {
  feed_belts: "feeder",
  pull_roll_covers: "feeder",
  doctor_blades: "printing",
  ink_pump_hoses: "printing",
  anvil_blankets: "die cutting",
  anvil_bearings: "die cutting",
  die_drum_bearings: "die cutting",
  folding_belts: "folding",
  counter_ejector_chains: "counter ejector",
  corrugating_roll_bearings: "single facer",
  slitter_knives: "slitter-scorer",
  glue_roll_seals: "glue",
  cutoff_knife_oil: "cutoff",
};

/** The section of the machine whose part a work of the catalogue is about; null: the whole machine, as of custom work. */
export const sectionOfKind = (kind: string): Section | null => SECTION[kind] ?? null;
