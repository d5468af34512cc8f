import type { CustomerLogo } from "#app/domain/customer-logos.ts";
import type { StateSince } from "#app/domain/metrics/state-since.ts";
import type { StateChange } from "#app/domain/series/state-changes.ts";
import type { Fleet, MachineCounts } from "./fleet-types.ts";
import type { AttentionSummary } from "./need.ts";
import type { WallAlarms } from "./wall-alarms.ts";

/** What a wall shows beside the fleet's values. A machine whose past could not be read in time has no states. */
export type WallFleet = Fleet & {
  states: Record<number, StateChange[]>;
  /** Of states that held already when these begin: when they began. */
  since: Record<number, StateSince>;
  counts: Record<number, MachineCounts>;
  /** How many of all its machines have a service tier with maintenance: of the others no work is counted. */
  withMaintenance: number;
  /** Of a fleet of which a wall shows those that need a person first; null of one that it shows whole. */
  large: LargeWall | null;
  /** Of the customer whose people look at it; the product's own without one. */
  logo?: CustomerLogo | null;
} & WallAlarms;
/** What a wall says of machines that it has no place for. */
export type LargeWall = {
  /** All of them, shown or not: their alarms are told too. */
  ids: number[];
  /** null: they have not all been read yet. */
  whole: { running: number; heard: number; summary: AttentionSummary } | null;
  /** They could not be read, or not again. */
  failed: boolean;
};
/** What all recorders of a large fleet say, for a wall: its figures, and the machines that need a person first. */
export type WholeWall = Pick<Fleet, "machines"> &
  Pick<WallFleet, "states" | "since"> & {
    whole: NonNullable<LargeWall["whole"]>;
    /** By Helios' clock. */
    readAtMs: number;
  };

/** The plant of all that the wall shows; null of several, or where a machine has none. */
export function onlyPlantOf({
  facilities,
  machines,
}: Pick<Fleet, "facilities" | "machines">): string | null {
  const [plant, ...others] = facilities.filter(({ active }) => active);
  const isAll = others.length === 0 && machines.every(({ facility }) => facility !== null);
  return (isAll && plant?.name) || null;
}
