/** What the dashboard shows of a fleet that has more machines than it has cards (decision 111). */
import type { FleetTotals } from "./fleet-totals.ts";
import type { FleetHistory, FleetMachine } from "./fleet-types.ts";
import type { AttentionSummary } from "./need.ts";

/** A fleet of so many machines shows all of their cards. */
export const ALL_CARDS = 60;
/** A larger one shows those that need a person first. */
export const FIRST_CARDS = 24;
/** An opened plant shows its machines so many at a time. */
export const PLANT_CARDS = 24;
/** Beyond, a plant's machines are looked at in the list of machines. */
export const MOST_PLANT_CARDS = 10 * PLANT_CARDS;
/** Names of silent machines, and of such as could not be read, that are said; of the others, how many they are. */
export const SILENT_NAMED = 12;

/** The machines of one plant, and what D1 knows of them. `facility` null: machines that belong to none yet. */
export type Plant = {
  customer: { id: number; name: string } | null;
  facility: { id: number; name: string; city: string; state: string } | null;
  machines: number;
  alarms: number;
  overdue: number;
};

/** How many machines of a plant are in these states now; `unheard`: nothing ever came from them; `unread`: they could not be read. */
export type PlantStates = Record<"running" | "notReady" | "silent" | "unheard" | "unread", number>;
export const NO_STATES: PlantStates = {
  ...{ running: 0, notReady: 0, silent: 0 },
  ...{ unheard: 0, unread: 0 },
};
/** In place of a facility's id, of machines that belong to none. */
export const NO_PLANT = 0;
export const plantIdOf = (facility: { id: number } | null): number => facility?.id ?? NO_PLANT;

/** How many they are, and the first ones by name. */
export type Named = { total: number; machines: { id: number; name: string }[] };

/** What all recorders of the fleet say, read at once. */
export type WholeFleet<Past = FleetHistory> = {
  /** By Helios' clock. */
  readAtMs: number;
  totals: Omit<FleetTotals, "silent">;
  /** Machines that say neither their state nor their throughput. */
  silent: Named;
  /** Machines of which it is not known: their recorders did not answer in time. */
  unread: Named;
  summary: AttentionSummary;
  /** By facility. */
  states: Record<number, PlantStates>;
  /** Those with a card, the first one in need first. */
  machines: FleetMachine[];
  /** The past of those of them that the page did not come with. */
  past: Past;
};

/** What the page comes with, beside the cards of some machines. */
export type LargeFleet = {
  /** In all. */
  machines: number;
  plants: Plant[];
};

/** Some machines of one plant, by name. */
export type PlantMachines = { machines: FleetMachine[]; total: number; nowMs: number };
